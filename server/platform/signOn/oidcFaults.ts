import { OutgoingFault } from '../outgoing/faults.ts'
import { SignOnFault } from './faults.ts'
import { findIssuerFault, findPlaceholder } from './issuers.ts'
import { ssoMessages } from './messages.ts'

type Known = { issuer: string }

const noConfiguration = ({ issuer }: Known) =>
  `There is no OpenID configuration at ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration. Check the issuer.`

/** By the codes of openid-client, of the protocol and of jose. */
const sentences: Record<string, (known: Known) => string> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: noConfiguration,
  REDIRECTED: noConfiguration,
  OAUTH_RESPONSE_IS_NOT_JSON: () =>
    'What answers there is a web page, not an OpenID configuration. Check the issuer.',
  OAUTH_TIMEOUT: () => 'No answer within 5 s. A firewall may block the way.',
  OAUTH_PARSE_ERROR: () => 'What answers there is no JSON. Check the issuer.',
  OAUTH_INVALID_RESPONSE: () => 'The answer of the provider is not as the protocol has it.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: () =>
    'The token has expired, or the clock of the provider is off.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: () =>
    'The token was not made for this sign-in: issuer, audience or nonce is another one.',
  OAUTH_KEY_SELECTION_FAILED: () =>
    'The token is signed with a key that the provider does not publish.',
  OAUTH_UNSUPPORTED_OPERATION: () => 'The token is signed in a way that we do not take.',
  access_denied: () => 'The provider refused the sign-in, or it was cancelled there.',
  invalid_grant: () =>
    'The code of the provider does not count any more: it was used, or took too long. Begin again.',
  invalid_client: () => 'The client id or the client secret is wrong.',
  unauthorized_client: () =>
    'The client may not sign people in with a code. Allow it at the provider.',
  invalid_scope: () => 'The provider does not give one of the scopes.',
  login_required: () => 'The provider wants a sign-in first. Begin again.',
  temporarily_unavailable: () => 'The provider is overloaded. Try again later.',
  server_error: () => 'The provider has a fault. Its own log says why.',
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
  const say = sentences[code ?? '']
  return new SignOnFault(
    code ?? 'FAILED',
    say?.(known) ?? 'The provider did not answer as the protocol has it.',
    { cause: error },
  )
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
