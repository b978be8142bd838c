import * as openid from 'openid-client'
import type { Configuration, CustomFetch } from 'openid-client'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { parseClaims } from '../claims.ts'
import type { Claims } from '../claims.ts'
import { SsoError } from '../ssoError.ts'
import { findIssuerError } from './issuers.ts'
import { toOidcError, assertDiscoveredIssuer, getErrorWords } from './oidcErrors.ts'
import { oidcMessages } from '../messages.ts'

/** What is set up of an OpenID provider; without a secret we are a public client. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: readonly string[]
}

/** A provider as it describes itself, and how we ask it. */
export type OidcProvider = {
  /** With the secret in the header, as the standard has it. */
  config: Configuration
  /** With the secret in the body, which some providers want. */
  configWithSecretInBody: Configuration
  /** The clock of the provider when it described itself; null where it told none. */
  clock: Date | null
}

const oidcTimeoutSeconds = 5

/** Reads what the issuer says of itself, through the one way out. Rejects with a `SsoError` or an `NetworkError`. */
export async function discoverOidcProvider(
  outgoing: Pick<Outgoing, 'request'>,
  { issuer, clientId, clientSecret }: OidcSettings,
  signal?: AbortSignal,
): Promise<OidcProvider> {
  const address = URL.parse(issuer)
  if (!address) throw new SsoError('NOT_AN_ADDRESS', oidcMessages.notUrl)
  const issuerFault = findIssuerError(issuer)
  if (issuerFault !== null) throw new SsoError('ISSUER_OF_MANY', issuerFault)
  const seen: { clock: Date | null } = { clock: null }
  const through = createProviderFetch(outgoing, seen, signal)
  // Where plain http may lead is for the one way out to say.
  const fit = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks]
  try {
    const config = await openid.discovery(
      address,
      clientId,
      undefined,
      clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret),
      { [openid.customFetch]: through, timeout: oidcTimeoutSeconds, execute: fit },
    )
    // openid-client accepts other issuers from Microsoft, also those that stand for any tenant.
    assertDiscoveredIssuer(config.serverMetadata().issuer, issuer)
    if (clientSecret === null) return { config, configWithSecretInBody: config, clock: seen.clock }
    const post = openid.ClientSecretPost(clientSecret)
    const posting = new openid.Configuration(config.serverMetadata(), clientId, undefined, post)
    posting[openid.customFetch] = through
    posting.timeout = oidcTimeoutSeconds
    for (const one of fit) one(posting)
    return { config, configWithSecretInBody: posting, clock: seen.clock }
  } catch (error) {
    throw toOidcError(error, { issuer })
  }
}

/** The platform's way out, in the shape that openid-client asks for. */
function createProviderFetch(
  outgoing: Pick<Outgoing, 'request'>,
  seen: { clock: Date | null },
  ended?: AbortSignal,
): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const signals = [signal, ended].filter((one) => one !== undefined && one !== null)
    const {
      status,
      headers: answered,
      body: content,
    } = await outgoing.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
    const date = new Date(String(answered['date']))
    seen.clock ??= Number.isNaN(date.getTime()) ? null : date
    const type = String(answered['content-type'] ?? '')
    return new Response(status === 204 ? null : new Uint8Array(content), {
      status,
      headers: { 'content-type': type },
    })
  }
}

/** What binds an answer to the one who began: nobody else knows them. */
export type OidcSecrets = { state: string; nonce: string; verifier: string }

export const createOidcSecrets = (state: string): OidcSecrets => ({
  state,
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

/** Where a browser is sent to sign in. */
export async function buildOidcRequestUrl(
  { config }: OidcProvider,
  { scopes }: Pick<OidcSettings, 'scopes'>,
  redirectUri: string,
  { state, nonce, verifier }: OidcSecrets,
  more: Record<string, string> = {},
): Promise<string> {
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return url.href
}

/** What the provider's answer at this address says of whoever signed in, or a `SsoError`. */
export async function fetchOidcClaims(
  provider: OidcProvider,
  address: URL,
  { state, nonce, verifier }: OidcSecrets,
  wanted: readonly string[],
): Promise<Claims> {
  const issuer = provider.config.serverMetadata().issuer
  const grant = (config: Configuration) =>
    openid.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
  try {
    const tokens = await tryBothAuthMethods(provider, grant)
    const said = tokens.claims() ?? { sub: '' }
    const isTold = wanted.every((claim) => claim === '' || claim in said)
    if (isTold || !provider.config.serverMetadata().userinfo_endpoint) return parseClaims(said)
    const more = await openid.fetchUserInfo(provider.config, tokens.access_token, said.sub)
    return parseClaims(mergeClaims(said, more))
  } catch (error) {
    throw toOidcError(error, { issuer })
  }
}

/** Claims of the ID token and, beside them, of the userinfo endpoint; what that says about another address vouches for none. */
function mergeClaims(idToken: object, userInfo: object): object {
  const { email }: { email?: unknown } = idToken
  const { email_verified, xms_edov, ...more }: Record<string, unknown> = { ...userInfo }
  const isSameEmail = email === undefined || email === more['email']
  return { ...more, ...(isSameEmail ? { email_verified, xms_edov } : {}), ...idToken }
}

/** Asks with the secret in the header, and where that is refused in the body. */
async function tryBothAuthMethods<T>(
  { config, configWithSecretInBody: posting }: OidcProvider,
  ask: (config: Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await ask(config)
  } catch (error) {
    if (config === posting || !getErrorWords(error).includes('invalid_client')) throw error
    return ask(posting)
  }
}

/** What the token endpoint says to a code that cannot exist: `invalid_grant` where client and secret are right. Rejects where nobody was reached. */
export async function requestWithUnknownCode(
  provider: OidcProvider,
  redirectUri: string,
): Promise<readonly string[]> {
  const parameters = {
    code: 'a-code-that-cannot-exist',
    redirect_uri: redirectUri,
    code_verifier: openid.randomPKCECodeVerifier(),
  }
  try {
    await tryBothAuthMethods(provider, (config) =>
      openid.genericGrantRequest(config, 'authorization_code', parameters),
    )
    return ['answered']
  } catch (error) {
    const fault = toOidcError(error, { issuer: '' })
    const words = getErrorWords(error)
    if (fault instanceof NetworkError || words.length === 0) throw fault
    return words
  }
}
