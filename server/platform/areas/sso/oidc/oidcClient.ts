import * as openid from 'openid-client'
import type { Configuration, CustomFetch } from 'openid-client'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { parseClaims } from '../claims.ts'
import type { Claims } from '../claims.ts'
import { SsoError } from '../ssoError.ts'
import { findIssuerError } from './issuers.ts'
import { toOidcError, assertDiscoveredIssuer, getOidcErrorCodes } from './oidcErrors.ts'
import { oidcMessages } from '../messages.ts'

/** The settings of an OpenID provider. Without a secret we are a public client. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: readonly string[]
}

/** A provider as it describes itself, and our clients for it. */
export type OidcProvider = {
  /** Sends the secret in the header, the standard way. */
  config: Configuration
  /** Sends the secret in the body, which some providers require. */
  configWithSecretInBody: Configuration
  /** The provider's clock at discovery; null if it sent no date. */
  clock: Date | null
}

const oidcTimeoutSeconds = 5

/**
 * Loads the issuer's discovery document through `outgoing`. Rejects with an `SsoError` or a
 * `NetworkError`.
 */
export async function discoverOidcProvider(
  outgoing: Pick<Outgoing, 'request'>,
  { issuer, clientId, clientSecret }: OidcSettings,
  signal?: AbortSignal,
): Promise<OidcProvider> {
  const issuerUrl = URL.parse(issuer)
  if (!issuerUrl) throw new SsoError('NOT_AN_ADDRESS', oidcMessages.notUrl)
  const issuerError = findIssuerError(issuer)
  if (issuerError !== null) throw new SsoError('ISSUER_OF_MANY', issuerError)
  const clockRef: { clock: Date | null } = { clock: null }
  const providerFetch = createProviderFetch(outgoing, clockRef, signal)
  // `outgoing` decides where plain HTTP is allowed.
  const extensions = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks]
  try {
    const config = await openid.discovery(
      issuerUrl,
      clientId,
      undefined,
      clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret),
      { [openid.customFetch]: providerFetch, timeout: oidcTimeoutSeconds, execute: extensions },
    )
    // openid-client accepts other issuers from Microsoft, including those that cover any tenant.
    assertDiscoveredIssuer(config.serverMetadata().issuer, issuer)
    if (clientSecret === null)
      return { config, configWithSecretInBody: config, clock: clockRef.clock }
    const clientAuth = openid.ClientSecretPost(clientSecret)
    const bodyConfig = new openid.Configuration(
      config.serverMetadata(),
      clientId,
      undefined,
      clientAuth,
    )
    bodyConfig[openid.customFetch] = providerFetch
    bodyConfig.timeout = oidcTimeoutSeconds
    for (const extend of extensions) extend(bodyConfig)
    return { config, configWithSecretInBody: bodyConfig, clock: clockRef.clock }
  } catch (error) {
    throw toOidcError(error, { issuer })
  }
}

/** Adapts `outgoing` to the fetch that openid-client expects. */
function createProviderFetch(
  outgoing: Pick<Outgoing, 'request'>,
  clockRef: { clock: Date | null },
  callerSignal?: AbortSignal,
): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const signals = [signal, callerSignal].filter((one) => one !== undefined && one !== null)
    const {
      status,
      headers: responseHeaders,
      body: content,
    } = await outgoing.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
    const date = new Date(String(responseHeaders['date']))
    clockRef.clock ??= Number.isNaN(date.getTime()) ? null : date
    const type = String(responseHeaders['content-type'] ?? '')
    return new Response(status === 204 ? null : new Uint8Array(content), {
      status,
      headers: { 'content-type': type },
    })
  }
}

/** The values that bind an answer to the browser that began the sign-in. No one else knows them. */
type OidcSecrets = { state: string; nonce: string; verifier: string }

export const createOidcSecrets = (state: string): OidcSecrets => ({
  state,
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

/** Builds the URL where a browser signs in. */
export async function buildOidcRequestUrl(
  { config }: OidcProvider,
  { scopes }: Pick<OidcSettings, 'scopes'>,
  redirectUri: string,
  { state, nonce, verifier }: OidcSecrets,
  extraParameters: Record<string, string> = {},
): Promise<string> {
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extraParameters,
  })
  return url.href
}

/**
 * Fetches the claims for the provider's answer at this URL. Rejects with an `SsoError` or a
 * `NetworkError`.
 */
export async function fetchOidcClaims(
  provider: OidcProvider,
  url: URL,
  { state, nonce, verifier }: OidcSecrets,
  wantedClaims: readonly string[],
): Promise<Claims> {
  const issuer = provider.config.serverMetadata().issuer
  const requestTokens = (config: Configuration) =>
    openid.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
  try {
    const tokens = await tryBothAuthMethods(provider, requestTokens)
    const idTokenClaims = tokens.claims() ?? { sub: '' }
    const hasAllClaims = wantedClaims.every((claim) => claim === '' || claim in idTokenClaims)
    if (hasAllClaims || !provider.config.serverMetadata().userinfo_endpoint)
      return parseClaims(idTokenClaims)
    const userInfo = await openid.fetchUserInfo(
      provider.config,
      tokens.access_token,
      idTokenClaims.sub,
    )
    return parseClaims(mergeClaims(idTokenClaims, userInfo))
  } catch (error) {
    throw toOidcError(error, { issuer })
  }
}

/**
 * Merges the claims of the ID token and the userinfo endpoint. If they differ in email address, the
 * endpoint doesn't vouch for the token's. Only the token says how the person signed in.
 */
function mergeClaims(idToken: object, userInfo: object): object {
  const { email }: { email?: unknown } = idToken
  const {
    email_verified,
    xms_edov,
    acr: _acr,
    amr: _amr,
    ...more
  }: Record<string, unknown> = {
    ...userInfo,
  }
  const isSameEmail = email === undefined || email === more['email']
  return { ...more, ...(isSameEmail ? { email_verified, xms_edov } : {}), ...idToken }
}

/** Tries with the secret in the header, and if that is rejected, in the body. */
async function tryBothAuthMethods<T>(
  { config, configWithSecretInBody: bodyConfig }: OidcProvider,
  request: (config: Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await request(config)
  } catch (error) {
    if (config === bodyConfig || !getOidcErrorCodes(error).includes('invalid_client')) throw error
    return request(bodyConfig)
  }
}

/**
 * Sends a code that can't exist to the token endpoint, and returns its error words: `invalid_grant`
 * if client and secret are valid. Rejects if the endpoint isn't reached.
 */
export async function fetchUnknownCodeErrors(
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
    const oidcError = toOidcError(error, { issuer: '' })
    const words = getOidcErrorCodes(error)
    if (oidcError instanceof NetworkError || words.length === 0) throw oidcError
    return words
  }
}
