import { sql } from 'kysely'
import { getPresetIssuer, getClaimMapping, requestedScopes } from '#shared/areas/sso/presets.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { ServiceProviderUrls } from '#shared/areas/sso/adminSsoCalls.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getStoreOrigin } from './storeHosts/storeHosts.ts'
import type { HostedStore } from './storeHosts/storeHosts.ts'
import type { ClaimMapping } from './claimMapping.ts'
import type { OidcSettings } from './oidc/oidcClient.ts'
import type { ServiceProviderInfo, SamlSettings } from './saml/samlClient.ts'

/** The settings of a store's sign-on, with what the platform keeps of them. */
export type AdminSsoRecord = RecordOf<typeof adminSignOns> & { settingsVersion: number }

/** A record of this definition has its fields. */
export const toAdminSsoRecord = (record: AnyRecord) => record as unknown as AdminSsoRecord

/** The paths at a store's host, which providers know. */
export const adminSsoPaths = {
  metadata: '/saml/metadata',
  acs: '/saml/acs',
  callback: '/oidc/callback',
  start: '/sign-on',
  test: '/sign-on/test',
  done: '/sign-on/done',
} as const

/** What a provider must know of us, and where admins sign on, by where the store is reached. */
export const buildSsoAddresses = (origin: string): ServiceProviderUrls => ({
  entityId: origin + adminSsoPaths.metadata,
  acsUrl: origin + adminSsoPaths.acs,
  redirectUri: origin + adminSsoPaths.callback,
  metadataUrl: origin + adminSsoPaths.metadata,
  signOnUrl: origin + adminSsoPaths.start,
})

/** A store's sign-on as it works: both sides, and what claims mean. */
export type AdminSsoSetup = {
  record: AdminSsoRecord
  store: HostedStore
  serviceProvider: ServiceProviderInfo
  addresses: ServiceProviderUrls
  claimMapping: ClaimMapping
  /** What the owner of an e-mail domain puts into its DNS. */
  domainToken: string
}

type AdminSsoDetails = {
  signingKeySealed: string | null
  /** Null while the sign-on isn't saved. */
  domainToken: string | null
  subdomain: string
  store: string
  defaultGroup: string | null
}

export async function loadAdminSsoSetup(
  platform: Pick<Platform, 'secrets' | 'storesHost' | 'origin'>,
  connection: Connection,
  record: AdminSsoRecord,
): Promise<AdminSsoSetup> {
  const { id, storeId, signingCertificate } = record
  const { rows } = await sql<AdminSsoDetails>`
    select signing_key_sealed, admin_sign_ons.domain_token, subdomain, stores.name as store, user_groups.name as default_group
    from stores left join admin_sign_ons on admin_sign_ons.id = ${id}
      left join user_groups on user_groups.id = ${record.defaultGroupId}
    where stores.id = ${storeId}`.execute(connection)
  const [beside] = rows
  if (!beside) throw new Error('A sign-on without its store')
  const { signingKeySealed: sealed, subdomain } = beside
  const place = { table: adminSignOns.name, column: 'signingKey', id }
  const origin = getStoreOrigin(platform, subdomain)
  const addresses = buildSsoAddresses(origin)
  const signingKey =
    sealed === null || signingCertificate === null
      ? null
      : { privateKey: platform.secrets.open(place, sealed), certificate: signingCertificate }
  return {
    record,
    store: { id: storeId, name: beside.store, subdomain, origin },
    serviceProvider: { entityId: addresses.entityId, acsUrl: addresses.acsUrl, signingKey },
    addresses,
    claimMapping: {
      ...record,
      ...getClaimNames(record),
      issuer: toOidcSettings(record, null).issuer,
      defaultGroup: beside.defaultGroup,
    },
    domainToken: beside.domainToken ?? '',
  }
}

/** The names of claims: those that were entered, else those that such a provider usually gives them. */
function getClaimNames(record: AdminSsoRecord) {
  const usual = getClaimMapping(record.protocol, record.preset)
  return {
    emailClaim: record.emailClaim ?? usual.emailClaim,
    firstNameClaim: record.firstNameClaim ?? usual.firstNameClaim,
    lastNameClaim: record.lastNameClaim ?? usual.lastNameClaim,
    groupsClaim: record.groupsClaim ?? usual.groupsClaim,
  }
}

export const toSamlSettings = (record: AdminSsoRecord): SamlSettings => ({
  entityId: record.entityId ?? '',
  ssoUrl: record.ssoUrl ?? '',
  certificates: [record.certificate, record.nextCertificate].filter((pem) => pem !== null),
  nameIdFormat: record.nameIdFormat,
  signRequests: record.signRequests,
  wantAssertionsSigned: record.wantAssertionsSigned,
  clockSkewSeconds: record.clockSkew,
})

/** The OpenID side of settings, with the secret opened. */
export const toOidcSettings = (
  record: AdminSsoRecord,
  clientSecret: string | null,
): OidcSettings => ({
  issuer: record.issuer ?? getPresetIssuer(record.preset).whole ?? '',
  clientId: record.clientId ?? '',
  clientSecret,
  scopes: [...new Set([...requestedScopes, ...record.scopes])],
})

export async function loadClientSecret(
  { secrets }: Pick<Platform, 'secrets'>,
  connection: Connection,
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ sealed: string | null }>`
    select client_secret_sealed as sealed from admin_sign_ons where id = ${id}`.execute(connection)
  const sealed = rows[0]?.sealed ?? null
  return sealed === null
    ? null
    : secrets.open({ table: adminSignOns.name, column: 'clientSecret', id }, sealed)
}

/** The DNS record that proves an e-mail domain. */
export const buildDomainRecord = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_store-sign-on.${domain}`,
  value: `store-sign-on=${token}`,
})
