import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import {
  fetchUnknownCodeErrors,
  discoverOidcProvider,
  buildOidcRequestUrl,
  createOidcSecrets,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import {
  checkOidcClient,
  checkPublishedKeys,
  checkAuthorizationRequest,
} from '#server/platform/areas/sso/oidc/oidcSteps.ts'
import type { OidcSettings } from '#server/platform/areas/sso/oidc/oidcClient.ts'
import { compareClock } from '#server/platform/areas/sso/providerSteps.ts'
import { startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { OidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const outgoing = createOutgoingNetwork({
  dns: createDnsResolver(null),
  exceptions: loopback,
  now: () => 0,
})
const redirectUri = 'https://acme.stores.example.com/oidc/callback'
const client = { id: 'console', secret: 'a-secret-of-tests', basic: true }
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['staff'] }

let provider: OidcProvider
let settings: OidcSettings
beforeAll(async () => {
  provider = await startOidcProvider({ client, people: { ana } })
  provider.allow(redirectUri)
  settings = {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    scopes: ['openid', 'profile', 'email'],
  }
})
afterAll(() => provider.stop())

/** Returns the code and the sentence of the SSO error. */
async function getRejection(attempt: Promise<unknown>): Promise<[string, string]> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  )
  const { code, sentence }: Record<string, unknown> = Object(error)
  if (typeof sentence !== 'string')
    throw new Error('The promise was not rejected', { cause: error })
  return [String(code), sentence]
}

/** Signs Ana in, and reads the answer with the secrets of the request. */
async function signIn(
  changeAnswer: (address: URL) => URL = (address) => address,
  expected: Partial<ReturnType<typeof createOidcSecrets>> = {},
) {
  const discovered = await discoverOidcProvider(outgoing, settings)
  const secrets = createOidcSecrets('state-of-this-flow')
  const address = await buildOidcRequestUrl(discovered, settings, redirectUri, secrets)
  const callbackUrl = changeAnswer(await signInAtProvider(address, 'ana'))
  return fetchOidcClaims(discovered, callbackUrl, { ...secrets, ...expected }, ['email'])
}

test('a sign-in returns the claims of the ID token', async () => {
  expect(await signIn()).toMatchObject({
    email: ['ana@acme.example'],
    given_name: ['Ana'],
    groups: ['staff'],
    iss: [provider.issuer],
  })
})

test('a request asks for a code with PKCE, state, and nonce', async () => {
  const discovered = await discoverOidcProvider(outgoing, settings)
  const secrets = createOidcSecrets('s')
  const { searchParams } = new URL(
    await buildOidcRequestUrl(discovered, settings, redirectUri, secrets),
  )
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    state: 's',
    nonce: secrets.nonce,
  })
  expect(searchParams.get('code_challenge')).not.toBe(secrets.verifier)
})

test('an answer counts only for its own request: state, nonce, and verifier', async () => {
  const other = { state: 'another-state' }
  expect((await getRejection(signIn(undefined, other)))[1]).toMatch(/\.$/)
  expect(await getRejection(signIn(undefined, { nonce: 'another-nonce' }))).toEqual([
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    expect.stringMatching(/wasn't issued for this sign-in/),
  ])
  const verifier = 'another-verifier-another-verifier-another-verifier'
  expect((await getRejection(signIn(undefined, { verifier })))[0]).toBe('invalid_grant')
})

test('reports that the provider rejected the sign-in, without its own words', async () => {
  const rejectSignIn = (address: URL) => {
    const { searchParams } = address
    searchParams.delete('code')
    searchParams.set('error', 'access_denied')
    searchParams.set('error_description', 'very-private')
    return address
  }
  expect(await getRejection(signIn(rejectSignIn))).toEqual([
    'access_denied',
    'The provider rejected the sign-in, or the user canceled it.',
  ])
})

test('sends the client secret in the body if the provider wants it there', async () => {
  const other = await startOidcProvider({ client: { ...client, basic: false }, people: { ana } })
  other.allow(redirectUri)
  const discovered = await discoverOidcProvider(outgoing, { ...settings, issuer: other.issuer })
  expect(await fetchUnknownCodeErrors(discovered, redirectUri)).toContain('invalid_grant')
  await other.stop()
})

test('an unknown code shows whether the client ID and secret are valid', async () => {
  expect(
    await fetchUnknownCodeErrors(await discoverOidcProvider(outgoing, settings), redirectUri),
  ).toContain('invalid_grant')
  const wrongSecret = await discoverOidcProvider(outgoing, { ...settings, clientSecret: 'wrong' })
  expect(await fetchUnknownCodeErrors(wrongSecret, redirectUri)).toContain('invalid_client')
  const unknownClient = await discoverOidcProvider(outgoing, { ...settings, clientId: 'stranger' })
  expect(await fetchUnknownCodeErrors(unknownClient, redirectUri)).toContain('invalid_client')
})

describe('Issuers that are not valid', () => {
  const getDiscoveryError = async (answer: RequestListener, path = '') => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // It listens on a TCP port.
    const issuer = `http://127.0.0.1:${port}${path}`
    const rejection = await getRejection(discoverOidcProvider(outgoing, { ...settings, issuer }))
    server.closeAllConnections()
    server.close()
    return rejection
  }
  const json =
    (body: object): RequestListener =>
    (_request, response) =>
      void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))

  test('reports a missing configuration, a redirect, and a web page', async () => {
    const none = /^There's no OpenID configuration at http.*openid-configuration\./
    expect(
      (await getDiscoveryError((_, response) => void response.writeHead(404).end()))[1],
    ).toMatch(none)
    const redirect: RequestListener = (_, response) =>
      void response.writeHead(302, { Location: 'https://example.com/' }).end()
    expect((await getDiscoveryError(redirect))[1]).toMatch(none)
    const page: RequestListener = (_, response) =>
      void response.setHeader('Content-Type', 'text/html').end('<h1>Hello</h1>')
    expect((await getDiscoveryError(page))[1]).toMatch(/a web page/)
  })

  test('reports another issuer name', async () => {
    const other = { issuer: 'https://other.example.com', authorization_endpoint: 'https://x/' }
    expect(await getDiscoveryError(json(other))).toEqual([
      'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
      "The provider's issuer is https://other.example.com. Enter it exactly as shown.",
    ])
  })

  test.each([
    ['{tenantid}', 'https://sts.windows.net/{tenantid}/', /\{tenantid\} can be any tenant/],
    ['%7Btenantid%7D', 'https://idp.example.com/%7Btenantid%7D/v2.0', /can be any tenant/],
    ['organizations', 'https://login.microsoftonline.com/organizations/v2.0', /many organizations/],
  ])('rejects discovery that names %s', async (_, issuer, sentence) => {
    const described = { issuer, authorization_endpoint: 'https://x/' }
    expect((await getDiscoveryError(json(described)))[1]).toMatch(sentence)
  })

  test.each([
    ['Entra ID', 'https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0'],
    ['Azure B2C', 'https://acme.b2clogin.com/acme.onmicrosoft.com/policy/v2.0'],
  ])('reports another issuer name of %s, which openid-client would accept', async (_, issuer) => {
    const named = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0'
    const body = { issuer: named, authorization_endpoint: 'https://x/', jwks_uri: 'https://x/' }
    const answer = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }
    const fakeOutgoing = { request: () => Promise.resolve(answer) }
    expect(
      (await getRejection(discoverOidcProvider(fakeOutgoing, { ...settings, issuer })))[1],
    ).toBe(`The provider's issuer is ${named}. Enter it exactly as shown.`)
    const { config } = await discoverOidcProvider(fakeOutgoing, { ...settings, issuer: named })
    expect(config.serverMetadata().issuer).toBe(named)
  })

  test('rejects a placeholder even if discovery repeats it', async () => {
    const issuer = `${provider.issuer}/{tenantid}/v2.0`
    expect((await getRejection(discoverOidcProvider(outgoing, { ...settings, issuer })))[0]).toBe(
      'ISSUER_OF_MANY',
    )
  })

  test('reports an internal address, text that is not a URL, and a closed port', async () => {
    const internal = { ...settings, issuer: 'https://10.0.0.1' }
    expect((await getRejection(discoverOidcProvider(outgoing, internal)))[0]).toBe('ERR_IP_BLOCKED')
    expect(
      (await getRejection(discoverOidcProvider(outgoing, { ...settings, issuer: 'hello' })))[0],
    ).toBe('NOT_AN_ADDRESS')
    const closedPort = { ...settings, issuer: 'http://127.0.0.1:9' }
    expect((await getRejection(discoverOidcProvider(outgoing, closedPort)))[0]).toBe('ECONNREFUSED')
  })
})

describe('Steps of a provider test', () => {
  let issuer: OidcIssuer
  beforeAll(async () => {
    issuer = await startOidcIssuer()
  })
  afterAll(() => issuer.stop())
  /** Discovers the provider with these endpoints in its metadata. */
  const discoverChanged = (more: object = {}) => {
    issuer.upstream.on(issuer.discovery, play.json(200, { ...issuer.metadata, ...more }))
    return discoverOidcProvider(outgoing, { ...settings, issuer: issuer.issuer })
  }

  test('an internal or closed token endpoint is reported like any other host', async () => {
    const internal = await discoverChanged({ token_endpoint: 'https://10.0.0.1/token' })
    expect(await getRejection(fetchUnknownCodeErrors(internal, redirectUri))).toEqual([
      'ERR_IP_BLOCKED',
      "This address is on our internal network, so it isn't allowed.",
    ])
    const closed = await discoverChanged({ token_endpoint: 'http://127.0.0.1:9/token' })
    expect(await getRejection(fetchUnknownCodeErrors(closed, redirectUri))).toEqual([
      'ECONNREFUSED',
      'Nothing is listening on port 9 at 127.0.0.1. Check the port.',
    ])
  })

  const stepContext = { platform: { outgoing }, signal: new AbortController().signal }

  test('missing signing keys and a failing key endpoint are reported differently', async () => {
    const { published, upstream } = issuer
    const checkKeys = async (status: number, body: object) => {
      upstream.on('GET /keys', play.json(status, body))
      return checkPublishedKeys(await discoverChanged(), stepContext)
    }
    expect(await checkKeys(200, { keys: [published] })).toMatchObject({ outcome: 'passed' })
    expect(await checkKeys(200, { keys: [{ ...published, use: 'enc' }] })).toMatchObject({
      code: 'NO_KEYS',
      sentence: "The provider doesn't publish any signing keys.",
    })
    expect(await checkKeys(503, {})).toMatchObject({
      outcome: 'failed',
      code: 'HTTP_503',
      sentence: expect.stringMatching(/returned 503. Test again.$/),
    })
  })

  test('only a 400 means an unknown client or redirect URI; other statuses stay unknown', async () => {
    const checkStatus = async (status: number) => {
      issuer.upstream.on('GET /authorize', play.text(status, 'text/html', 'very-private'))
      const request = { scopes: [], redirectUri, field: 'clientId' }
      return checkAuthorizationRequest(await discoverChanged(), stepContext, request)
    }
    expect(await checkStatus(400)).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/doesn't recognize the client, or this redirect URI/),
      field: 'clientId',
    })
    for (const status of [403, 429, 503])
      expect(await checkStatus(status)).toEqual({
        outcome: 'unknown',
        sentence: `The provider returned ${status} for our request. Try again.`,
      })
    expect((await checkStatus(200)).outcome).toBe('unknown')
  })

  test.each([
    ['invalid_grant', 'passed'],
    ['invalid_client', 'failed'],
    ['unauthorized_client', 'unknown'],
    ['invalid_request', 'unknown'],
  ])('the client check for the token error %s is %s', async (error, outcome) => {
    issuer.upstream.on('POST /token', play.json(400, { error, error_description: 'very-private' }))
    const messages = {
      right: 'Right.',
      wrong: failStep('invalid_client', 'Wrong.'),
      unsure: 'Unsure.',
    }
    expect((await checkOidcClient(await discoverChanged(), redirectUri, messages)).outcome).toBe(
      outcome,
    )
  })

  test('a clock that is more than a minute off fails', async () => {
    const now = new Date('2026-11-22T10:00:00.000Z')
    const checkClock = async (seconds: number) => {
      const date = new Date(now.getTime() + seconds * 1000).toUTCString()
      issuer.upstream.on(issuer.discovery, play.json(200, issuer.metadata, { date }))
      const { clock } = await discoverOidcProvider(outgoing, { ...settings, issuer: issuer.issuer })
      const record = { protocol: 'oidc' }
      return compareClock({ state: { clock }, record, platform: { now: () => now } })
    }
    expect((await checkClock(60)).outcome).toBe('passed')
    expect(await checkClock(94)).toMatchObject({
      code: 'CLOCK',
      sentence: expect.stringMatching(/^The provider's clock is 94 seconds ahead of ours,/),
    })
    expect((await checkClock(-61)).sentence).toMatch(
      /^The provider's clock is 61 seconds behind ours,/,
    )
  })
})
