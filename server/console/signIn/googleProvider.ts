import type { Configuration } from 'openid-client'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import type { GoogleFailureCode } from '#shared/areas/signIn/googleSignIn.ts'
import type { Settings } from '../settings.ts'
import type { Flow } from './googleFlow.ts'

const timeoutSeconds = 5

/** The flow ended without an ID token. `reason` is for the log: a word of the library or of the protocol, never a value. */
export class GoogleFailure extends Error {
  override name = 'GoogleFailure'
  readonly code: GoogleFailureCode
  readonly reason: string

  constructor(code: GoogleFailureCode, reason: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

/** The OpenID Connect code flow with PKCE, state and nonce. Both reject with `GoogleFailure` and nothing else. */
interface GoogleProvider {
  begin(): Promise<{ address: URL; secrets: Omit<Flow, 'next'> }>
  finish(address: URL, flow: Flow): Promise<string>
}

/** Asks the issuer nothing before the first visitor; what it says of itself is then kept. */
export function createGoogleProvider(settings: Settings): GoogleProvider {
  const redirectUri = settings.publicOrigin + googlePaths.callback
  let known: ReturnType<typeof discover> | undefined
  const provider = () =>
    (known ??= discover(settings).catch((error: unknown) => {
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
        throw failureFrom(error)
      }
    },

    async finish(address, { state, nonce, verifier }) {
      if (address.searchParams.get('state') !== state) throw new GoogleFailure('expired', 'state')
      try {
        const { openid, config } = await provider()
        const tokens = await openid.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        if (tokens.id_token === undefined) throw new GoogleFailure('unavailable', 'no_id_token')
        return tokens.id_token
      } catch (error) {
        throw failureFrom(error)
      }
    },
  }
}

/** Loaded with the first visitor too: a start should not wait for what most consoles never use. */
async function discover({ googleIssuer, googleClientId, googleClientSecret }: Settings) {
  const openid = await import('openid-client')
  const issuer = new URL(googleIssuer)
  const config: Configuration = await openid.discovery(
    issuer,
    googleClientId ?? '',
    undefined,
    googleClientSecret === null ? openid.None() : openid.ClientSecretPost(googleClientSecret),
    {
      timeout: timeoutSeconds,
      // `readSettings` lets plain http through for this machine alone.
      execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    },
  )
  const { authorization_endpoint = '' } = config.serverMetadata()
  // Our page lets forms lead to the issuer's origin alone (`pagePolicy`): elsewhere the button would do nothing.
  if (URL.parse(authorization_endpoint)?.origin !== issuer.origin)
    throw new GoogleFailure('unavailable', 'authorization_endpoint')
  return { openid, config }
}

const meanings: Record<string, GoogleFailureCode> = {
  access_denied: 'cancelled',
  invalid_grant: 'expired',
}

function failureFrom(error: unknown): GoogleFailure {
  if (error instanceof GoogleFailure) return error
  const [ofProtocol, ofLibrary] = ['error', 'code'].map((name) => wordIn(error, name))
  // A provider that cannot be reached is a `fetch failed`, and why stands below it.
  const ofNetwork = wordIn(error instanceof Error ? error.cause : undefined, 'code')
  return new GoogleFailure(
    meanings[ofProtocol ?? ''] ?? 'unavailable',
    ofProtocol ?? ofLibrary ?? ofNetwork ?? 'unknown',
  )
}

/** Only what looks like a code of the protocol reaches the log, whatever a provider or an address says. */
function wordIn(error: unknown, name: string): string | undefined {
  const word: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof word === 'string' && /^[A-Za-z_]{1,60}$/.test(word) ? word : undefined
}
