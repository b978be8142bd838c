import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { SsoError } from '../ssoError.ts'
import { findIssuerError, findPlaceholder } from './issuers.ts'
import { oidcMessages, ssoMessages } from '../messages.ts'

type KnownIssuer = { issuer: string }

const formatNoConfiguration = ({ issuer }: KnownIssuer) =>
  oidcMessages.noConfiguration(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)

/** Sentences by the codes of openid-client, the protocol, and jose. */
const oidcErrorSentences: Record<string, (known: KnownIssuer) => string> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: formatNoConfiguration,
  REDIRECTED: formatNoConfiguration,
  OAUTH_RESPONSE_IS_NOT_JSON: () => oidcMessages.webPage,
  OAUTH_TIMEOUT: () => oidcMessages.timeout,
  OAUTH_PARSE_ERROR: () => oidcMessages.notJson,
  OAUTH_INVALID_RESPONSE: () => oidcMessages.nonconforming,
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: () => oidcMessages.expiredToken,
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: () => oidcMessages.otherToken,
  OAUTH_KEY_SELECTION_FAILED: () => oidcMessages.unpublishedKey,
  OAUTH_UNSUPPORTED_OPERATION: () => oidcMessages.unsupportedSignature,
  access_denied: () => oidcMessages.accessDenied,
  invalid_grant: () => oidcMessages.usedCode,
  invalid_client: () => oidcMessages.credentialsRejected,
  unauthorized_client: () => oidcMessages.codesNotAllowed,
  invalid_scope: () => oidcMessages.unsupportedScope,
  login_required: () => oidcMessages.signInRequired,
  temporarily_unavailable: () => oidcMessages.overloaded,
  server_error: () => oidcMessages.internalError,
}

/** Converts an error of openid-client to our own words. The provider's text isn't passed on. */
export function toOidcError(error: unknown, details: KnownIssuer): SsoError | NetworkError {
  if (error instanceof SsoError) return error
  const networkError = getCauses(error).find((one) => one instanceof NetworkError)
  if (networkError && networkError.code !== 'REDIRECTED') return networkError
  const otherIssuer = findOtherIssuer(error)
  if (otherIssuer !== null) return createOtherIssuerError(otherIssuer, error)
  const code = [...getOidcErrorCodes(error), ...(networkError ? ['REDIRECTED'] : [])].find(
    (one) => one in oidcErrorSentences,
  )
  const sentence = oidcErrorSentences[code ?? '']
  return new SsoError(code ?? 'FAILED', sentence?.(details) ?? oidcMessages.nonconforming, {
    cause: error,
  })
}

/**
 * Returns the protocol's error words and the libraries' codes in an error and its causes, outermost
 * first.
 */
export const getOidcErrorCodes = (error: unknown): string[] =>
  getCauses(error).flatMap((one) =>
    ['error', 'code']
      .map((name): unknown => Reflect.get(one, name))
      .filter((word) => typeof word === 'string')
      .filter((word) => /^[A-Za-z_]{1,60}$/.test(word)),
  )

function getCauses(error: unknown): object[] {
  const chain: object[] = []
  for (let current = error; current instanceof Error && chain.length < 5; current = current.cause)
    chain.push(current)
  return chain
}

/**
 * Throws an `SsoError` unless the discovered issuer is the entered one, and identifies one
 * organization.
 */
export function assertDiscoveredIssuer(discovered: string, entered: string): void {
  const isSame = URL.parse(discovered)?.href === URL.parse(entered)?.href
  if (!isSame || findIssuerError(discovered) !== null) throw createOtherIssuerError(discovered)
}

/** Creates the error for a provider with another issuer, and says what to enter. */
function createOtherIssuerError(issuer: string, cause?: unknown): SsoError {
  const named = issuer.slice(0, 300).replaceAll(/\p{Cc}/gu, '\ufffd')
  const placeholder = findPlaceholder(named)
  return new SsoError(
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    placeholder === null
      ? (findIssuerError(named) ?? ssoMessages.otherIssuer(named))
      : ssoMessages.discoveredPlaceholder(named, placeholder),
    { cause },
  )
}

/** Returns the provider's own issuer if it differs from the entered one. */
function findOtherIssuer(error: unknown): string | null {
  if (!getOidcErrorCodes(error).includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return null
  for (const one of getCauses(error)) {
    const errorCause: unknown = Reflect.get(one, 'cause')
    const { attribute, body }: Record<string, unknown> = Object(errorCause)
    const { issuer }: Record<string, unknown> = Object(body)
    if (attribute === 'issuer' && typeof issuer === 'string') return issuer
  }
  return null
}
