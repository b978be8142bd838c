import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { CacheProvider, SamlConfig } from '@node-saml/node-saml'
import type { SigningKey } from './signingKey.ts'

/** Our side of SAML at one store, as a provider knows it. */
export type ServiceProviderInfo = {
  entityId: string
  acsUrl: string
  signingKey: SigningKey | null
}

/** The settings of a SAML provider. */
export type SamlSettings = {
  entityId: string
  ssoUrl: string
  /** PEM: the current certificate, and the next one if there is one. */
  certificates: readonly string[]
  nameIdFormat: NameIdFormat
  signRequests: boolean
  wantAssertionsSigned: boolean
  clockSkewSeconds: number
}

export const nameIdFormats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const
type NameIdFormat = keyof typeof nameIdFormats

/** How long a request waits for its answer. Milliseconds. */
export const requestLifetimeMs = 10 * 60_000

/**
 * Creates a node-saml client that is stricter than its defaults: SHA-256, signed assertions if the
 * setup requires them, and answers only to the requests in `requests`.
 */
export function createSamlClient(
  settings: SamlSettings,
  serviceProvider: ServiceProviderInfo,
  requests: { id?: string; remembered?: CacheProvider },
): SAML {
  const { signingKey } = serviceProvider
  const config: SamlConfig = {
    issuer: serviceProvider.entityId,
    audience: serviceProvider.entityId,
    callbackUrl: serviceProvider.acsUrl,
    entryPoint: settings.ssoUrl,
    idpCert: [...settings.certificates],
    identifierFormat: nameIdFormats[settings.nameIdFormat],
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: settings.wantAssertionsSigned,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: settings.clockSkewSeconds * 1000,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestLifetimeMs,
    cacheProvider: requests.remembered ?? emptyRequestCache,
    ...(requests.id === undefined ? {} : { generateUniqueId: () => requests.id ?? '' }),
    ...(settings.signRequests && signingKey ? { privateKey: signingKey.privateKey } : {}),
  }
  return new SAML(config)
}

/** A cache for requests whose answer another client reads. */
const emptyRequestCache: CacheProvider = {
  saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
  getAsync: () => Promise.resolve(null),
  removeAsync: (key) => Promise.resolve(key),
}

/**
 * Builds the URL of a request with this ID (HTTP-Redirect). The provider returns `relayState` with
 * its answer.
 */
export const buildSamlRequestUrl = (
  settings: SamlSettings,
  serviceProvider: ServiceProviderInfo,
  { id, relayState }: { id: string; relayState: string },
): Promise<string> =>
  createSamlClient(settings, serviceProvider, { id }).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  )

export const buildServiceProviderMetadata = (
  { entityId, acsUrl, signingKey }: ServiceProviderInfo,
  settings: Pick<SamlSettings, 'nameIdFormat' | 'signRequests' | 'wantAssertionsSigned'>,
): string =>
  generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: nameIdFormats[settings.nameIdFormat],
    wantAssertionsSigned: settings.wantAssertionsSigned,
    ...(settings.signRequests && signingKey
      ? {
          privateKey: signingKey.privateKey,
          publicCerts: signingKey.certificate,
          signatureAlgorithm: 'sha256',
        }
      : {}),
  })
