import { randomBytes } from 'node:crypto'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type { Outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { SsoError } from '../ssoError.ts'
import { fetchUnknownCodeErrors, buildOidcRequestUrl, createOidcSecrets } from './oidcClient.ts'
import type { OidcProvider } from './oidcClient.ts'
import { ssoTestMessages } from '../messages.ts'

type StepRequestContext = { platform: { outgoing: Pick<Outgoing, 'request'> }; signal: AbortSignal }

/** Converts an `SsoError` to a failed step. Rethrows any other error. */
export function toFailedStep(error: unknown, fields: Record<string, string> = {}): StepResult {
  if (!(error instanceof SsoError)) throw error
  const { code, sentence } = error
  return failStep(
    code,
    sentence,
    fields[code] ?? (issuerErrorCodes.includes(code) ? 'issuer' : undefined),
  )
}

/** Error codes that another issuer would fix. */
const issuerErrorCodes = [
  'NOT_AN_ADDRESS',
  'ISSUER_OF_MANY',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'REDIRECTED',
]

/** Compares what a provider supports with what we need. */
export function getProviderFeatures({ config }: OidcProvider, scopes: readonly string[]) {
  const {
    response_types_supported: types = ['code'],
    scopes_supported: listed,
    code_challenge_methods_supported: challenges,
  } = config.serverMetadata()
  return {
    code: types.includes('code'),
    s256: challenges?.includes('S256') ?? false,
    unlisted: scopes.filter((scope) => listed && !listed.includes(scope)),
  }
}

export const createNoCodeFlowFailure = () => failStep('NO_CODE', ssoTestMessages.noCodes)

const signingAlgorithmPattern = /^(RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

/** Checks that the provider publishes a key that can sign tokens. */
export async function checkPublishedKeys(
  { config }: OidcProvider,
  { platform, signal }: StepRequestContext,
): Promise<StepResult> {
  const { jwks_uri: url } = config.serverMetadata()
  if (!url) return failStep('NO_KEYS', ssoTestMessages.noKeysUrl)
  const { status, body } = await platform.outgoing.request({ url, signal })
  if (status !== 200) return failStep(`HTTP_${status}`, ssoTestMessages.keysFailed(status))
  const keys = countSigningKeys(body.toString())
  return keys > 0
    ? passStep(ssoTestMessages.publishesKeys(keys))
    : failStep('NO_KEYS', ssoTestMessages.noKeys)
}

function countSigningKeys(text: string): number {
  try {
    const { keys = [] }: { keys?: unknown[] } = Object(JSON.parse(text))
    return keys.filter((key) => {
      const { use = 'sig', kty, alg }: Record<string, unknown> = Object(key)
      const fits =
        typeof alg === 'string'
          ? signingAlgorithmPattern.test(alg)
          : ['RSA', 'EC', 'OKP'].includes(String(kty))
      return use === 'sig' && fits
    }).length
  } catch {
    return 0 // Not JSON, so no keys.
  }
}

/** Checks that the provider recognizes the client, with its secret or as a public one. */
export async function checkOidcClient(
  provider: OidcProvider,
  redirectUri: string,
  result: { right: string; wrong: StepResult; unsure: string },
): Promise<StepResult> {
  const words = await fetchUnknownCodeErrors(provider, redirectUri)
  if (words.includes('invalid_grant')) return passStep(result.right)
  if (words.includes('invalid_client')) return result.wrong
  // Other answers are inconclusive, even `unauthorized_client`: providers give them for reasons of
  // their own.
  return reportUnknownStep(result.unsure)
}

/** Checks that the provider accepts a request with this redirect URI. No one signs in. */
export async function checkAuthorizationRequest(
  provider: OidcProvider,
  { platform, signal }: StepRequestContext,
  options: { scopes: readonly string[]; redirectUri: string; field?: string },
): Promise<StepResult> {
  const { redirectUri, field } = options
  const secrets = createOidcSecrets(randomBytes(16).toString('hex'))
  const url = await buildOidcRequestUrl(provider, options, redirectUri, secrets, { prompt: 'none' })
  const { status, headers } = await platform.outgoing.request({ url, signal, redirect: 'manual' })
  if (status === 400)
    return failStep(`HTTP_${status}`, ssoTestMessages.redirectRejected(redirectUri), field)
  if (status > 400) return reportUnknownStep(ssoTestMessages.requestFailed(status))
  const error = parseRedirectError(String(headers['location'] ?? ''), redirectUri)
  if (error === null) return reportUnknownStep(ssoTestMessages.redirectUnchecked)
  return signInNeededErrors.includes(error)
    ? passStep(ssoTestMessages.requestAccepted)
    : failStep('REFUSED', ssoTestMessages.requestRejected)
}

const signInNeededErrors = ['login_required', 'interaction_required', 'consent_required']

/**
 * Returns the error in a redirect to this URI, which may belong to an app. Empty without an error,
 * null if the redirect goes elsewhere.
 */
function parseRedirectError(location: string, redirectUri: string): string | null {
  const [target, expected] = [URL.parse(location), URL.parse(redirectUri)]
  if (!target || !expected) return null
  const toLocationKey = ({ protocol, host, pathname }: URL) => [protocol, host, pathname].join(' ')
  return toLocationKey(target) === toLocationKey(expected)
    ? (target.searchParams.get('error') ?? '')
    : null
}
