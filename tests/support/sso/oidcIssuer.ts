import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { play, startRecordingUpstream } from '../servers/recordingUpstream.ts'

/** The client that consoles and platforms under test are. */
export const client = { id: 'console-client', secret: 'hush-client-secret' }

/** A claim that is undefined is left out. */
export type Claims = Record<string, unknown>
type Signing = { key?: CryptoKey | Uint8Array; alg?: string; kid?: string }

/**
 * An OpenID provider in this process, scripted: it publishes its keys, signs whatever a test wants, and answers at
 * `/token` what the test says. Its pages are not there: see `oidcProvider.ts` for a whole one.
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

  /** An ID token that is as it should be, save what is given. */
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
