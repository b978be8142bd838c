import type { Configuration } from 'openid-client'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import type { GoogleFailureCode } from '#shared/areas/signIn/googleSignIn.ts'
import type { ConsoleSettings } from '../settings.ts'
import type { GoogleFlow } from './googleFlow.ts'

const providerTimeoutSeconds = 5

/** The flow ended without an ID token. `reason` is for the log: a word of the library or of the protocol, never a value. */
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

/** The OpenID Connect code flow with PKCE, state and nonce. Both reject with `GoogleSignInError` and nothing else. */
interface GoogleProvider {
  begin(): Promise<{ address: URL; secrets: Omit<GoogleFlow, 'next'> }>
  finish(address: URL, flow: GoogleFlow): Promise<string>
}

/** Asks the issuer nothing before the first visitor; what it says of itself is then kept. */
export function createGoogleProvider(settings: ConsoleSettings): GoogleProvider {
  const redirectUri = settings.publicOrigin + googlePaths.callback
  let known: ReturnType<typeof discoverProvider> | undefined
  const provider = () =>
    (known ??= discoverProvider(settings).catch((error: unknown) => {
      known = undefined
      throw error
    }))

  return {
    async begin() {
      try {
        const { openid, config } = await provider()
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
        const { openid, config } = await provider()
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

/** Loaded with the first visitor too: a start should not wait for what most consoles never use. */
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
      // `readSettings` lets plain http through for this machine alone.
      execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    },
  )
  const { authorization_endpoint = '' } = config.serverMetadata()
  // Our page lets forms lead to the issuer's origin alone (`pagePolicy`): elsewhere the button would do nothing.
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
  const [ofProtocol, ofLibrary] = ['error', 'code'].map((name) => getErrorWord(error, name))
  // A provider that cannot be reached is a `fetch failed`, and why stands below it.
  const ofNetwork = getErrorWord(error instanceof Error ? error.cause : undefined, 'code')
  return new GoogleSignInError(
    failureCodeByProtocolError[ofProtocol ?? ''] ?? 'unavailable',
    ofProtocol ?? ofLibrary ?? ofNetwork ?? 'unknown',
  )
}

/** Only what looks like a code of the protocol reaches the log, whatever a provider or an address says. */
function getErrorWord(error: unknown, name: string): string | undefined {
  const word: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof word === 'string' && /^[A-Za-z_]{1,60}$/.test(word) ? word : undefined
}
