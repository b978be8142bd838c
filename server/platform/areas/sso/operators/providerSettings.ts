import { sql } from 'kysely'
import { requestedScopes } from '#shared/areas/sso/presets.ts'
import { providerCallbackPath } from '#shared/areas/signIn/providerPaths.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { OidcSettings } from '../oidc/oidcClient.ts'

/** The settings of a sign-in provider, with the platform's own columns. */
export type ProviderRecord = RecordOf<typeof signInProviders> & { settingsVersion: number }

/** Casts a record of `signInProviders`, which has these fields. */
export const toProviderRecord = (record: AnyRecord) => record as unknown as ProviderRecord

/** The claim with the groups, unless the setup names another. */
export const getGroupsClaim = ({ groupsClaim }: Pick<ProviderRecord, 'groupsClaim'>): string =>
  groupsClaim ?? 'groups'

/** Builds the URL that the provider redirects to: the console's, not the platform's. */
export const buildRedirectUri = ({ consoleOrigin }: Pick<Platform, 'consoleOrigin'>): string =>
  consoleOrigin + providerCallbackPath

/** Returns the OpenID settings with the decrypted secret. */
export const toProviderOidcSettings = (
  { issuer, clientId, scopes }: ProviderRecord,
  clientSecret: string | null,
): OidcSettings => ({
  issuer: issuer ?? '',
  clientId: clientId ?? '',
  clientSecret,
  scopes: [...requestedScopes, ...scopes],
})

/** Returns the parameter that asks for a strong sign-in, if the setup accepts one. */
export const buildAcrParameter = ({
  acrValues,
}: Pick<ProviderRecord, 'acrValues'>): Record<string, string> =>
  acrValues.length > 0 ? { acr_values: acrValues.join(' ') } : {}

type SealedProvider = ProviderRecord & { clientSecretSealed: string | null }

/** Finds a provider and its OpenID settings; undefined if there is none with this ID. */
export async function findProvider(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  id: number,
): Promise<{ record: ProviderRecord; settings: OidcSettings } | undefined> {
  const { rows } = await sql<SealedProvider>`
    select * from sign_in_providers where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { clientSecretSealed: sealed, ...record } = row
  const location = { table: signInProviders.name, column: 'clientSecret', id }
  const secret = sealed === null ? null : secrets.open(location, sealed)
  return { record, settings: toProviderOidcSettings(record, secret) }
}

type UsableProvider = { id: number; name: string; version: number }

/** Finds the providers that the sign-in page offers: a failing one may still work. */
export async function findUsableProviders(connection: Connection): Promise<UsableProvider[]> {
  const { rows } = await sql<UsableProvider>`
    select id, name, settings_version as version from sign_in_providers
    where state in ('active', 'degraded') order by lower(name), id`.execute(connection)
  return rows
}
