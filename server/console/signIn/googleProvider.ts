import type { Configuration } from 'openid-client'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import type { GoogleFailureCode } from '#shared/areas/signIn/googleSignIn.ts'
import type { ConsoleSettings } from '../settings.ts'
import type { GoogleFlow } from './googleFlow.ts'

const providerTimeoutSeconds = 5

/**
 * The flow ended without an ID token. `reason` is for the log: an error code of the library or
 * protocol, never a value.
 */
export class GoogleSignInError extends Error {
  override name = 'GoogleSignInError'
  readonly code: GoogleFailureCode
  readonly reason: string

  constructor(code: GoogleFailureCode, reason: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

/**
 * The OpenID Connect code flow with PKCE, state, and nonce. Both methods reject only with
 * `GoogleSignInError`.
 */
interface GoogleProvider {
  begin(): Promise<{ address: URL; secrets: Omit<GoogleFlow, 'next'> }>
  finish(address: URL, flow: GoogleFlow): Promise<string>
}

/**
 * Creates a provider that contacts the issuer only for the first visitor, and then keeps its
 * metadata.
 */
export function createGoogleProvider(settings: ConsoleSettings): GoogleProvider {
  const redirectUri = settings.publicOrigin + googlePaths.callback
  let cached: ReturnType<typeof discoverProvider> | undefined
  const getProvider = () =>
    (cached ??= discoverProvider(settings).catch((error: unknown) => {
      cached = undefined
      throw error
    }))

  return {
    async begin() {
      try {
        const { openid, config } = await getProvider()
        const secrets = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        }
        const address = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        })
        return { address, secrets }
      } catch (error) {
        throw toGoogleSignInError(error)
      }
    },

    async finish(address, { state, nonce, verifier }) {
      if (address.searchParams.get('state') !== state)
        throw new GoogleSignInError('expired', 'state')
      try {
        const { openid, config } = await getProvider()
        const tokens = await openid.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        if (tokens.id_token === undefined) throw new GoogleSignInError('unavailable', 'no_id_token')
        return tokens.id_token
      } catch (error) {
        throw toGoogleSignInError(error)
      }
    },
  }
}

/**
 * Loads the library and the issuer's metadata for the first visitor, so that startup doesn't wait
 * for what most consoles never use.
 */
async function discoverProvider({
  googleIssuer,
  googleClientId,
  googleClientSecret,
}: ConsoleSettings) {
  const openid = await import('openid-client')
  const issuer = new URL(googleIssuer)
  const config: Configuration = await openid.discovery(
    issuer,
    googleClientId ?? '',
    undefined,
    googleClientSecret === null ? openid.None() : openid.ClientSecretPost(googleClientSecret),
    {
      timeout: providerTimeoutSeconds,
      // `readSettings` allows plain http only for this machine.
      execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    },
  )
  const { authorization_endpoint = '' } = config.serverMetadata()
  // Our page only allows forms to redirect to the issuer's origin
  // (`setPageContentSecurityPolicy`). With any other origin, the button would do nothing.
  if (URL.parse(authorization_endpoint)?.origin !== issuer.origin)
    throw new GoogleSignInError('unavailable', 'authorization_endpoint')
  return { openid, config }
}

const failureCodeByProtocolError: Record<string, GoogleFailureCode> = {
  access_denied: 'cancelled',
  invalid_grant: 'expired',
}

function toGoogleSignInError(error: unknown): GoogleSignInError {
  if (error instanceof GoogleSignInError) return error
  const [protocolError, libraryError] = ['error', 'code'].map((name) => getErrorWord(error, name))
  // For an unreachable provider, the error is `fetch failed`, and the reason is in its cause.
  const networkError = getErrorWord(error instanceof Error ? error.cause : undefined, 'code')
  return new GoogleSignInError(
    failureCodeByProtocolError[protocolError ?? ''] ?? 'unavailable',
    protocolError ?? libraryError ?? networkError ?? 'unknown',
  )
}

/**
 * Returns a word for the log only if it looks like an error code, whatever a provider or URL
 * contains.
 */
function getErrorWord(error: unknown, name: string): string | undefined {
  const word: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof word === 'string' && /^[A-Za-z_]{1,60}$/.test(word) ? word : undefined
}
