import { randomBytes } from 'node:crypto'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type { Outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { SsoError } from '../ssoError.ts'
import { requestWithUnknownCode, buildOidcRequestUrl, createOidcSecrets } from './oidcClient.ts'
import type { OidcProvider } from './oidcClient.ts'
import { ssoTestMessages } from '../messages.ts'

type StepRequestContext = { platform: { outgoing: Pick<Outgoing, 'request'> }; signal: AbortSignal }

/** A failed step from the fault that it tells; whatever else went wrong is thrown on. */
export function toFailedStep(error: unknown, fields: Record<string, string> = {}): StepResult {
  if (!(error instanceof SsoError)) throw error
  const { code, sentence } = error
  return failStep(
    code,
    sentence,
    fields[code] ?? (issuerErrorCodes.includes(code) ? 'issuer' : undefined),
  )
}

/** What an issuer that is written otherwise mends. */
const issuerErrorCodes = [
  'NOT_AN_ADDRESS',
  'ISSUER_OF_MANY',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'REDIRECTED',
]

/** What a provider says that it can, against what we ask of it. */
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

export const createNoCodeFailure = () => failStep('NO_CODE', ssoTestMessages.noCodes)

const signingAlgorithmPattern = /^(RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

/** The provider publishes a key that tokens can be signed with. */
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
    return 0 // No JSON: no keys.
  }
}

/** The provider knows the client as we show ourselves: with its secret, or as a public one. */
export async function checkClient(
  provider: OidcProvider,
  redirectUri: string,
  result: { right: string; wrong: StepResult; unsure: string },
): Promise<StepResult> {
  const words = await requestWithUnknownCode(provider, redirectUri)
  if (words.includes('invalid_grant')) return passStep(result.right)
  if (words.includes('invalid_client')) return result.wrong
  // Whatever else it says, `unauthorized_client` too, providers say for reasons of their own.
  return reportUnknownStep(result.unsure)
}

/** The provider takes a request that leads back to this address; nobody signs in. */
export async function checkRequest(
  provider: OidcProvider,
  { platform, signal }: StepRequestContext,
  asked: { scopes: readonly string[]; redirectUri: string; field?: string },
): Promise<StepResult> {
  const { redirectUri, field } = asked
  const secrets = createOidcSecrets(randomBytes(16).toString('hex'))
  const url = await buildOidcRequestUrl(provider, asked, redirectUri, secrets, { prompt: 'none' })
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

/** The error with which a location leads back to an address, which may be of an app; null where it leads elsewhere. */
function parseRedirectError(location: string, redirectUri: string): string | null {
  const [back, expected] = [URL.parse(location), URL.parse(redirectUri)]
  if (!back || !expected) return null
  const place = ({ protocol, host, pathname }: URL) => [protocol, host, pathname].join(' ')
  return place(back) === place(expected) ? (back.searchParams.get('error') ?? '') : null
}
