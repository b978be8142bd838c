import { sql } from 'kysely'
import type { ApiRequest } from '#server/platform/core/http/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'

/** Tells the database the host that stores are at; where it is another one than before, every store's address is written anew. */
export async function saveStoreHost({ db, storesHost }: Platform): Promise<void> {
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
export const getStoreHost = (_: ApiRequest, { storesHost }: Platform): Promise<CallResult> =>
  Promise.resolve({ status: 200, body: { host: storesHost } })

/** Why a store may not have this domain as its own: names below the platform's host are given out as subdomains. */
export const validateCustomDomain = (domain: unknown, storesHost: string): string | null =>
  domain === storesHost || (typeof domain === 'string' && domain.endsWith(`.${storesHost}`))
    ? storeRuleMessages.platformsDomain(storesHost)
    : null
