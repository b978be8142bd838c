import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { play, startRecordingUpstream } from '../servers/recordingUpstream.ts'

/** The client of the consoles and platforms under test. */
export const client = { id: 'console-client', secret: 'hush-client-secret' }

/** The claims of a token, without those that are undefined. */
export type Claims = Record<string, unknown>
type Signing = { key?: CryptoKey | Uint8Array; alg?: string; kid?: string }

/**
 * Starts a scripted OpenID provider in this process. It publishes its keys and signs any claims; a
 * test sets the answer of `/token`. `oidcProvider.ts` has a provider with pages.
 */
export async function startOidcIssuer() {
  const upstream = await startRecordingUpstream()
  const issuer = upstream.url
  const keys = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const kid = 'key-1'

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const discovery = 'GET /.well-known/openid-configuration'
  const published = { ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' }
  upstream.on(discovery, play.json(200, metadata))
  upstream.on('GET /keys', play.json(200, { keys: [published] }))

  /** Signs a valid ID token, with overrides. */
  async function sign(claims: Claims = {}, signing: Signing = {}): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000)
    return new SignJWT({
      iss: issuer,
      aud: client.id,
      sub: `subject of ${String(claims['email']).toLowerCase()}`,
      iat: seconds,
      exp: seconds + 3600,
      email_verified: true,
      ...claims,
    })
      .setProtectedHeader({ alg: signing.alg ?? 'RS256', kid: signing.kid ?? kid })
      .sign(signing.key ?? keys.privateKey)
  }

  return { issuer, upstream, metadata, discovery, published, sign, stranger, stop: upstream.stop }
}

export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>
