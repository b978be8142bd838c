import { sql } from 'kysely'
import {
  getPresetIssuer,
  getDefaultClaimMapping,
  requestedScopes,
} from '#shared/areas/sso/presets.ts'
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

/** The SSO settings of a store, with the platform's own columns. */
export type AdminSsoRecord = RecordOf<typeof adminSignOns> & { settingsVersion: number }

/** Casts a record of `adminSignOns`, which has these fields. */
export const toAdminSsoRecord = (record: AnyRecord) => record as unknown as AdminSsoRecord

/** The paths on a store's host. Providers store them, so they can't change. */
export const adminSsoPaths = {
  metadata: '/saml/metadata',
  acs: '/saml/acs',
  callback: '/oidc/callback',
  start: '/sign-on',
  test: '/sign-on/test',
  done: '/sign-on/done',
} as const

/**
 * Builds the URLs that a provider needs, and the one where admins sign in, from the store's origin.
 */
export const buildSsoAddresses = (origin: string): ServiceProviderUrls => ({
  entityId: origin + adminSsoPaths.metadata,
  acsUrl: origin + adminSsoPaths.acs,
  redirectUri: origin + adminSsoPaths.callback,
  metadataUrl: origin + adminSsoPaths.metadata,
  signOnUrl: origin + adminSsoPaths.start,
})

/** A store's SSO in use: both sides and the claim mapping. */
export type AdminSsoSetup = {
  record: AdminSsoRecord
  store: HostedStore
  serviceProvider: ServiceProviderInfo
  addresses: ServiceProviderUrls
  claimMapping: ClaimMapping
  /** The value that the owner of an email domain adds to its DNS. */
  domainToken: string
}

type AdminSsoDetails = {
  signingKeySealed: string | null
  /** Null while the setup isn't saved. */
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
  const [details] = rows
  if (!details) throw new Error('A sign-on without its store')
  const { signingKeySealed: sealed, subdomain } = details
  const sealedColumn = { table: adminSignOns.name, column: 'signingKey', id }
  const origin = getStoreOrigin(platform, subdomain)
  const addresses = buildSsoAddresses(origin)
  const signingKey =
    sealed === null || signingCertificate === null
      ? null
      : { privateKey: platform.secrets.open(sealedColumn, sealed), certificate: signingCertificate }
  return {
    record,
    store: { id: storeId, name: details.store, subdomain, origin },
    serviceProvider: { entityId: addresses.entityId, acsUrl: addresses.acsUrl, signingKey },
    addresses,
    claimMapping: {
      ...record,
      ...getClaimNames(record),
      issuer: toOidcSettings(record, null).issuer,
      defaultGroup: details.defaultGroup,
    },
    domainToken: details.domainToken ?? '',
  }
}

/** Returns the claim names: the entered ones, or the usual ones of such a provider. */
function getClaimNames(record: AdminSsoRecord) {
  const defaults = getDefaultClaimMapping(record.protocol, record.preset)
  return {
    emailClaim: record.emailClaim ?? defaults.emailClaim,
    firstNameClaim: record.firstNameClaim ?? defaults.firstNameClaim,
    lastNameClaim: record.lastNameClaim ?? defaults.lastNameClaim,
    groupsClaim: record.groupsClaim ?? defaults.groupsClaim,
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

/** Returns the OpenID settings with the decrypted secret. */
export const toOidcSettings = (
  record: AdminSsoRecord,
  clientSecret: string | null,
): OidcSettings => ({
  issuer: record.issuer ?? getPresetIssuer(record.preset).whole ?? '',
  clientId: record.clientId ?? '',
  clientSecret,
  scopes: [...new Set([...requestedScopes, ...record.scopes])],
})

export async function loadAdminSsoClientSecret(
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

/** Builds the DNS record that verifies an email domain. */
export const buildDomainVerificationRecord = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_store-sign-on.${domain}`,
  value: `store-sign-on=${token}`,
})
