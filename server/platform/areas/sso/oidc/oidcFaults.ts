import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import { SignOnFault } from '../faults.ts'
import { findIssuerFault, findPlaceholder } from './issuers.ts'
import { oidcMessages as say, ssoMessages } from '../messages.ts'

type Known = { issuer: string }

const noConfiguration = ({ issuer }: Known) =>
  say.noConfiguration(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)

/** By the codes of openid-client, of the protocol and of jose. */
const sentences: Record<string, (known: Known) => string> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: noConfiguration,
  REDIRECTED: noConfiguration,
  OAUTH_RESPONSE_IS_NOT_JSON: () => say.webPage,
  OAUTH_TIMEOUT: () => say.timeout,
  OAUTH_PARSE_ERROR: () => say.notJson,
  OAUTH_INVALID_RESPONSE: () => say.nonconforming,
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: () => say.expiredToken,
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: () => say.otherToken,
  OAUTH_KEY_SELECTION_FAILED: () => say.unpublishedKey,
  OAUTH_UNSUPPORTED_OPERATION: () => say.unsupportedSignature,
  access_denied: () => say.accessDenied,
  invalid_grant: () => say.usedCode,
  invalid_client: () => say.credentialsRejected,
  unauthorized_client: () => say.codesNotAllowed,
  invalid_scope: () => say.unsupportedScope,
  login_required: () => say.signInRequired,
  temporarily_unavailable: () => say.overloaded,
  server_error: () => say.internalError,
}

/** What an error of openid-client means, in our words; what the provider wrote goes nowhere. */
export function oidcFaultOf(error: unknown, known: Known): SignOnFault | OutgoingFault {
  if (error instanceof SignOnFault) return error
  const through = chainOf(error).find((one) => one instanceof OutgoingFault)
  if (through && through.code !== 'REDIRECTED') return through
  const other = otherIssuer(error)
  if (other !== null) return otherIssuerFault(other, error)
  const code = [...wordsIn(error), ...(through ? ['REDIRECTED'] : [])].find(
    (one) => one in sentences,
  )
  const sentence = sentences[code ?? '']
  return new SignOnFault(code ?? 'FAILED', sentence?.(known) ?? say.nonconforming, { cause: error })
}

/** The words of the protocol and the codes of libraries that an error and its causes hold, the outermost first. */
export const wordsIn = (error: unknown): string[] =>
  chainOf(error).flatMap((one) =>
    ['error', 'code']
      .map((name): unknown => Reflect.get(one, name))
      .filter((word) => typeof word === 'string')
      .filter((word) => /^[A-Za-z_]{1,60}$/.test(word)),
  )

function chainOf(error: unknown): object[] {
  const chain: object[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  return chain
}

/** Throws a `SignOnFault` unless a provider calls itself by the issuer that was entered, and by one that can be anybody's own. */
export function validateDiscoveredIssuer(discovered: string, entered: string): void {
  const isSame = URL.parse(discovered)?.href === URL.parse(entered)?.href
  if (!isSame || findIssuerFault(discovered) !== null) throw otherIssuerFault(discovered)
}

/** The fault of a provider that calls itself something else, with what to enter. */
function otherIssuerFault(issuer: string, cause?: unknown): SignOnFault {
  const named = issuer.slice(0, 300).replaceAll(/\p{Cc}/gu, '\ufffd')
  const placeholder = findPlaceholder(named)
  return new SignOnFault(
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    placeholder === null
      ? (findIssuerFault(named) ?? ssoMessages.otherIssuer(named))
      : ssoMessages.discoveredPlaceholder(named, placeholder),
    { cause },
  )
}

/** What a provider calls itself where that is not what was entered. */
function otherIssuer(error: unknown): string | null {
  if (!wordsIn(error).includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return null
  for (const one of chainOf(error)) {
    const told: unknown = Reflect.get(one, 'cause')
    const { attribute, body }: Record<string, unknown> = Object(told)
    const { issuer }: Record<string, unknown> = Object(body)
    if (attribute === 'issuer' && typeof issuer === 'string') return issuer
  }
  return null
}
