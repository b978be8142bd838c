import type { VerifyIdToken } from '#server/platform/core/auth/verifyIdToken.ts'
import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { number, optional, size, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { isTrustedIssuerUrl } from '#shared/areas/signIn/googleSignIn.ts'
import { is } from '#shared/engine/is.ts'
import { signInFields } from '#shared/areas/signIn/signIn.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Settings } from '#server/platform/settings.ts'
import { accountMessages } from './messages.ts'

const googleTimeoutMs = 5000
/** The maximum difference between the provider's clock and ours. Seconds. */
export const clockToleranceSeconds = 30
/**
 * Only algorithms that need the provider's private key: a signature with our client secret must not
 * be accepted.
 */
const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

const ProviderMetadata = type({ issuer: string(), jwks_uri: string() })
const GoogleClaims = type({
  sub: size(string(), 1, 255),
  email: string(),
  email_verified: optional(unknown()),
  exp: number(),
  nonce: string(),
  azp: optional(string()),
})

/**
 * Creates a verifier of ID tokens, which uses the issuer's published keys; null if no client ID is
 * set. Sends no request before the first token.
 */
export function createGoogleVerifier({
  googleClientId: clientId,
  googleIssuer: issuer,
}: Pick<Settings, 'googleClientId' | 'googleIssuer'>): VerifyIdToken | null {
  if (clientId === null) return null
  let cachedProvider: ReturnType<typeof discoverProvider> | undefined
  const getProvider = () =>
    (cachedProvider ??= discoverProvider(issuer).catch((error: unknown) => {
      cachedProvider = undefined
      throw error
    }))

  return async ({ idToken, nonce }, now) => {
    const payload = await verifyIdToken(idToken, await getProvider(), clientId, now)
    if (!is(payload, GoogleClaims) || payload.nonce !== nonce || !hasAudience(clientId, payload))
      return null
    if (validateField(signInFields.email, payload.email) !== undefined) return null
    return {
      sub: payload.sub,
      email: normalizeAccountEmail(payload.email),
      verified: payload.email_verified === true,
      expiresAt: new Date(payload.exp * 1000),
    }
  }
}

type TokenProvider = { issuer: string; keys: JWTVerifyGetKey }

async function discoverProvider(issuer: string): Promise<TokenProvider> {
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(googleTimeoutMs),
    })
    const metadata: unknown = response.ok ? await response.json() : null
    if (!is(metadata, ProviderMetadata) || new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new Error(`No metadata of ${issuer} there`)
    // An issuer on https must not refer to keys that could be replaced in transit.
    if (!isTrustedIssuerUrl(metadata.jwks_uri))
      throw new Error(`The keys of ${issuer} are not on https`)
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: googleTimeoutMs,
    })
    return { issuer: metadata.issuer, keys }
  } catch (cause) {
    throw createUnreachableError(cause)
  }
}

async function verifyIdToken(
  idToken: string,
  { issuer, keys }: TokenProvider,
  audience: string,
  currentDate: Date,
): Promise<JWTPayload | null> {
  const options = {
    issuer,
    audience,
    algorithms: signatureAlgorithms,
    currentDate,
    clockTolerance: clockToleranceSeconds,
  }
  try {
    return (await jwtVerify(idToken, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || keyErrorCodes.has(error.code))
      throw createUnreachableError(error)
    return null
  }
}

/** jose's codes for keys that couldn't be fetched or read. Its other codes are about the token. */
const keyErrorCodes = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/**
 * Whether a token is for us: one with several audiences must name us as its client (OpenID Connect
 * Core, 3.1.3.7).
 */
const hasAudience = (clientId: string, { azp, aud }: Infer<typeof GoogleClaims> & JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId

const createUnreachableError = (cause: unknown) =>
  Object.assign(new HttpError(502, 'unreachable', accountMessages.providerUnreachable), { cause })
