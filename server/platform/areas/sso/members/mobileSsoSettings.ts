import { sql } from 'kysely'
import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { requestedScopes } from '#shared/areas/sso/presets.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import type { OidcSettings } from '../oidc/oidcClient.ts'
import { getStoreOrigin } from '../storeHosts/storeHosts.ts'

/** The mobile SSO settings of a store, with the platform's own columns. */
export type MobileSsoSetup = RecordOf<typeof memberSignOns> & { settingsVersion: number }

/** Casts a record of `memberSignOns`, which has these fields. */
export const toMobileSsoSetup = (record: AnyRecord) => record as unknown as MobileSsoSetup

/**
 * The paths on a store's host where a test sign-in begins, and where the provider redirects back.
 */
export const mobileSsoPaths = { test: '/sign-on/member', callback: '/oidc/member' } as const

/** Returns the provider's settings for the app, which is a public client without a secret. */
export const toPublicClient = ({ issuer, clientId, scopes }: MobileSsoSetup): OidcSettings => ({
  issuer,
  clientId,
  clientSecret: null,
  scopes: [...new Set([...requestedScopes, ...scopes])],
})

/** Finds the mobile SSO setup of a store; null if there is none. */
export async function findMobileSsoSetup(
  { db }: Pick<Platform, 'db'>,
  storeId: number,
): Promise<MobileSsoSetup | null> {
  const { rows } = await sql<{ id: number }>`
    select id from member_sign_ons where store_id = ${storeId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return toMobileSsoSetup(
    await loadRecord(db, limitToCaller({ storeIds: null }, memberSignOns), row.id),
  )
}

export async function loadStoreOrigin(
  platform: Pick<Platform, 'db' | 'storesHost' | 'origin'>,
  { storeId }: Pick<MobileSsoSetup, 'storeId'>,
): Promise<string> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from stores where id = ${storeId}`.execute(platform.db)
  return getStoreOrigin(platform, rows[0]?.subdomain ?? '')
}
