import { sql } from 'kysely'
import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { scopesAlways } from '#shared/areas/sso/presets.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import type { OidcSettings } from '../oidc/oidcParty.ts'
import { storeOrigin } from '../storeHosts/storeHosts.ts'

/** The settings of a store's mobile sign-on, with what the platform keeps of them. */
export type MemberSignOn = RecordOf<typeof memberSignOns> & { settingsVersion: number }

/** A record of this definition has its fields. */
export const asMemberSignOn = (record: AnyRecord) => record as unknown as MemberSignOn

/** Where a test sign-in begins at a store's host, and where the provider leads back to from it. */
export const memberPaths = { test: '/sign-on/member', callback: '/oidc/member' } as const

/** The provider as the app meets it: a public client has no secret. */
export const publicClient = ({ issuer, clientId, scopes }: MemberSignOn): OidcSettings => ({
  issuer,
  clientId,
  clientSecret: null,
  scopes: [...new Set([...scopesAlways, ...scopes])],
})

/** What is set up at a store; null where nothing is. */
export async function memberSignOnAt(
  { db }: Pick<Platform, 'db'>,
  storeId: number,
): Promise<MemberSignOn | null> {
  const { rows } = await sql<{ id: number }>`
    select id from member_sign_ons where store_id = ${storeId}`.execute(db)
  const [found] = rows
  if (!found) return null
  return asMemberSignOn(await readRecord(db, scopedTo({ storeIds: null }, memberSignOns), found.id))
}

export async function originOf(
  platform: Pick<Platform, 'db' | 'storesHost' | 'origin'>,
  { storeId }: Pick<MemberSignOn, 'storeId'>,
): Promise<string> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from stores where id = ${storeId}`.execute(platform.db)
  return storeOrigin(platform, rows[0]?.subdomain ?? '')
}
