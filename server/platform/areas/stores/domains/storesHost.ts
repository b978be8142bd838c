import { sql } from 'kysely'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'

/** Saves the stores' host in the database. If it changed, writes each store's address again. */
export async function applyStoresHost({ db, storesHost }: Platform): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update store_host set host = ${storesHost} where host <> ${storesHost} returning host`.execute(
      trx,
    )
    if (rows.length > 0)
      await sql`update stores set subdomain = subdomain where domain is null`.execute(trx)
  })
}

/** GET /stores/host */
export const handleLoadStoresHost = (
  _: ApiRequest,
  { storesHost }: Platform,
): Promise<CallResult> => Promise.resolve({ status: 200, body: { host: storesHost } })

/** Rejects a custom domain below the platform's host, where subdomains are assigned. */
export const validateCustomDomain = (domain: unknown, storesHost: string): string | null =>
  domain === storesHost || (typeof domain === 'string' && domain.endsWith(`.${storesHost}`))
    ? storeRuleMessages.platformsDomain(storesHost)
    : null
