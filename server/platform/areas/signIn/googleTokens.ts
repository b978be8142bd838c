import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { number, optional, size, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { isIssuer } from '#shared/areas/signIn/googleSignIn.ts'
import { is } from '#shared/engine/is.ts'
import { signInFields } from '#shared/areas/signIn/signIn.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Settings } from '#server/platform/settings.ts'
import { accountMessages } from './messages.ts'

/** What a genuine token says; the address counts only when it is verified. */
type GoogleIdentity = { sub: string; email: string; verified: boolean; expiresAt: Date }

/** Null when the token is not genuine, not for us, not for this nonce or too old; a `Refusal` when that cannot be known now. */
export type VerifyIdToken = (
  token: { idToken: string; nonce: string },
  now: Date,
) => Promise<GoogleIdentity | null>

const timeoutMs = 5000
/** How far the provider's clock may be from ours, in seconds. */
export const clockTolerance = 30
/** Only signatures that need the provider's private key: our client secret must not sign anything. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

const Metadata = type({ issuer: string(), jwks_uri: string() })
const Claims = type({
  sub: size(string(), 1, 255),
  email: string(),
  email_verified: optional(unknown()),
  exp: number(),
  nonce: string(),
  azp: optional(string()),
})

/** Checks ID tokens against the keys that the issuer publishes; null where no client id is set. Nothing is asked before the first token. */
export function googleTokens({
  googleClientId: clientId,
  googleIssuer: issuer,
}: Pick<Settings, 'googleClientId' | 'googleIssuer'>): VerifyIdToken | null {
  if (clientId === null) return null
  let known: ReturnType<typeof providerAt> | undefined
  const provider = () =>
    (known ??= providerAt(issuer).catch((error: unknown) => {
      known = undefined
      throw error
    }))

  return async ({ idToken, nonce }, now) => {
    const payload = await genuine(idToken, await provider(), clientId, now)
    if (!is(payload, Claims) || payload.nonce !== nonce || !isFor(clientId, payload)) return null
    if (fieldError(signInFields.email, payload.email) !== undefined) return null
    return {
      sub: payload.sub,
      email: normalizeAccountEmail(payload.email),
      verified: payload.email_verified === true,
      expiresAt: new Date(payload.exp * 1000),
    }
  }
}

type Provider = { issuer: string; keys: JWTVerifyGetKey }

async function providerAt(issuer: string): Promise<Provider> {
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const metadata: unknown = response.ok ? await response.json() : null
    if (!is(metadata, Metadata) || new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new Error(`No metadata of ${issuer} there`)
    // An issuer on https must not send us to keys that anyone on the way could replace.
    if (!isIssuer(metadata.jwks_uri)) throw new Error(`The keys of ${issuer} are not on https`)
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs })
    return { issuer: metadata.issuer, keys }
  } catch (cause) {
    throw unavailable(cause)
  }
}

async function genuine(
  idToken: string,
  { issuer, keys }: Provider,
  audience: string,
  currentDate: Date,
): Promise<JWTPayload | null> {
  const options = { issuer, audience, algorithms, currentDate, clockTolerance }
  try {
    return (await jwtVerify(idToken, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || faultsOfKeys.has(error.code))
      throw unavailable(error)
    return null
  }
}

/** What jose says when the keys could not be fetched or read; everything else it says is about the token. */
const faultsOfKeys = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/** A token for several audiences must have been asked for by us (OpenID Connect Core, 3.1.3.7). */
const isFor = (clientId: string, { azp, aud }: Infer<typeof Claims> & JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId

const unavailable = (cause: unknown) =>
  Object.assign(new Refusal(502, 'unreachable', accountMessages.providerUnreachable), { cause })
