import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoing } from '#server/platform/core/outgoing/outgoing.ts'
import {
  requestWithUnknownCode,
  discoverOidcProvider,
  buildOidcRequestUrl,
  createOidcSecrets,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import {
  checkClient,
  checkPublishedKeys,
  checkRequest,
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
const way = createOutgoing({ dns: createDnsResolver(null), exceptions: loopback, now: () => 0 })
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

/** The code of what is refused, and the sentence that is told. */
async function refusal(tried: Promise<unknown>): Promise<[string, string]> {
  const error: unknown = await tried.then(
    () => null,
    (fault: unknown) => fault,
  )
  const { code, sentence }: Record<string, unknown> = Object(error)
  if (typeof sentence !== 'string') throw new Error('It was not refused', { cause: error })
  return [String(code), sentence]
}

/** A sign-in of Ana, whose answer is read as whoever began it would read it. */
async function signIn(
  read: (address: URL) => URL = (address) => address,
  expected: Partial<ReturnType<typeof createOidcSecrets>> = {},
) {
  const known = await discoverOidcProvider(way, settings)
  const secrets = createOidcSecrets('state-of-this-flow')
  const address = await buildOidcRequestUrl(known, settings, redirectUri, secrets)
  const back = read(await signInAtProvider(address, 'ana'))
  return fetchOidcClaims(known, back, { ...secrets, ...expected }, ['email'])
}

test('a sign-in tells the claims of the ID token, whose signature is checked', async () => {
  expect(await signIn()).toMatchObject({
    email: ['ana@acme.example'],
    given_name: ['Ana'],
    groups: ['staff'],
    iss: [provider.issuer],
  })
})

test('a request asks for a code with PKCE, state and nonce', async () => {
  const known = await discoverOidcProvider(way, settings)
  const secrets = createOidcSecrets('s')
  const { searchParams } = new URL(await buildOidcRequestUrl(known, settings, redirectUri, secrets))
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    state: 's',
    nonce: secrets.nonce,
  })
  expect(searchParams.get('code_challenge')).not.toBe(secrets.verifier)
})

test('an answer counts for the one who asked alone: state, nonce and verifier', async () => {
  const other = { state: 'another-state' }
  expect((await refusal(signIn(undefined, other)))[1]).toMatch(/\.$/)
  expect(await refusal(signIn(undefined, { nonce: 'another-nonce' }))).toEqual([
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    expect.stringMatching(/wasn't issued for this sign-in/),
  ])
  const verifier = 'another-verifier-another-verifier-another-verifier'
  expect((await refusal(signIn(undefined, { verifier })))[0]).toBe('invalid_grant')
})

test('what the provider refuses is told, and none of its words', async () => {
  const refused = (address: URL) => {
    const { searchParams } = address
    searchParams.delete('code')
    searchParams.set('error', 'access_denied')
    searchParams.set('error_description', 'very-private')
    return address
  }
  expect(await refusal(signIn(refused))).toEqual([
    'access_denied',
    'The provider rejected the sign-in, or the user canceled it.',
  ])
})

test('a secret that the provider wants in the body is sent there', async () => {
  const other = await startOidcProvider({ client: { ...client, basic: false }, people: { ana } })
  other.allow(redirectUri)
  const known = await discoverOidcProvider(way, { ...settings, issuer: other.issuer })
  expect(await requestWithUnknownCode(known, redirectUri)).toContain('invalid_grant')
  await other.stop()
})

test('a code that cannot exist tells whether client and secret are right', async () => {
  expect(
    await requestWithUnknownCode(await discoverOidcProvider(way, settings), redirectUri),
  ).toContain('invalid_grant')
  const wrong = await discoverOidcProvider(way, { ...settings, clientSecret: 'wrong' })
  expect(await requestWithUnknownCode(wrong, redirectUri)).toContain('invalid_client')
  const stranger = await discoverOidcProvider(way, { ...settings, clientId: 'stranger' })
  expect(await requestWithUnknownCode(stranger, redirectUri)).toContain('invalid_client')
})

describe('an issuer that is none is told as what it is', () => {
  const tell = async (answer: RequestListener, path = '') => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // It listens on a TCP port.
    const issuer = `http://127.0.0.1:${port}${path}`
    const told = await refusal(discoverOidcProvider(way, { ...settings, issuer }))
    server.closeAllConnections()
    server.close()
    return told
  }
  const json =
    (body: object): RequestListener =>
    (_request, response) =>
      void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))

  test('nothing there, a way on, a web page', async () => {
    const none = /^There's no OpenID configuration at http.*openid-configuration\./
    expect((await tell((_, response) => void response.writeHead(404).end()))[1]).toMatch(none)
    const on: RequestListener = (_, response) =>
      void response.writeHead(302, { Location: 'https://example.com/' }).end()
    expect((await tell(on))[1]).toMatch(none)
    const page: RequestListener = (_, response) =>
      void response.setHeader('Content-Type', 'text/html').end('<h1>Hello</h1>')
    expect((await tell(page))[1]).toMatch(/a web page/)
  })

  test('another name', async () => {
    const other = { issuer: 'https://other.example.com', authorization_endpoint: 'https://x/' }
    expect(await tell(json(other))).toEqual([
      'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
      "The provider's issuer is https://other.example.com. Enter it exactly as shown.",
    ])
  })

  test.each([
    ['{tenantid}', 'https://sts.windows.net/{tenantid}/', /\{tenantid\} can be any tenant/],
    ['%7Btenantid%7D', 'https://idp.example.com/%7Btenantid%7D/v2.0', /can be any tenant/],
    ['organizations', 'https://login.microsoftonline.com/organizations/v2.0', /many organizations/],
  ])('discovery that names %s', async (_, named, sentence) => {
    const described = { issuer: named, authorization_endpoint: 'https://x/' }
    expect((await tell(json(described)))[1]).toMatch(sentence)
  })

  test.each([
    ['Entra ID', 'https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0'],
    ['Azure B2C', 'https://acme.b2clogin.com/acme.onmicrosoft.com/policy/v2.0'],
  ])('%s, which openid-client lets call itself something else', async (_, issuer) => {
    const named = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0'
    const body = { issuer: named, authorization_endpoint: 'https://x/', jwks_uri: 'https://x/' }
    const answer = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }
    const scripted = { request: () => Promise.resolve(answer) }
    expect((await refusal(discoverOidcProvider(scripted, { ...settings, issuer })))[1]).toBe(
      `The provider's issuer is ${named}. Enter it exactly as shown.`,
    )
    const { config } = await discoverOidcProvider(scripted, { ...settings, issuer: named })
    expect(config.serverMetadata().issuer).toBe(named)
  })

  test('discovery that repeats a placeholder which was entered', async () => {
    const issuer = `${provider.issuer}/{tenantid}/v2.0`
    expect((await refusal(discoverOidcProvider(way, { ...settings, issuer })))[0]).toBe(
      'ISSUER_OF_MANY',
    )
  })

  test('nobody, an address inside, no address', async () => {
    const inside = { ...settings, issuer: 'https://10.0.0.1' }
    expect((await refusal(discoverOidcProvider(way, inside)))[0]).toBe('ERR_IP_BLOCKED')
    expect((await refusal(discoverOidcProvider(way, { ...settings, issuer: 'hello' })))[0]).toBe(
      'NOT_AN_ADDRESS',
    )
    const nobody = { ...settings, issuer: 'http://127.0.0.1:9' }
    expect((await refusal(discoverOidcProvider(way, nobody)))[0]).toBe('ECONNREFUSED')
  })
})

describe('what the steps of a test ask of a provider', () => {
  let issuer: OidcIssuer
  beforeAll(async () => {
    issuer = await startOidcIssuer()
  })
  afterAll(() => issuer.stop())
  /** The provider as it describes itself, with these endpoints instead. */
  const known = (more: object = {}) => {
    issuer.upstream.on(issuer.discovery, play.json(200, { ...issuer.metadata, ...more }))
    return discoverOidcProvider(way, { ...settings, issuer: issuer.issuer })
  }

  test('a token endpoint that is inside, or dead, is told as any other host', async () => {
    const inside = await known({ token_endpoint: 'https://10.0.0.1/token' })
    expect(await refusal(requestWithUnknownCode(inside, redirectUri))).toEqual([
      'ERR_IP_BLOCKED',
      "This address is on our internal network, so it isn't allowed.",
    ])
    const dead = await known({ token_endpoint: 'http://127.0.0.1:9/token' })
    expect(await refusal(requestWithUnknownCode(dead, redirectUri))).toEqual([
      'ECONNREFUSED',
      'Nothing is listening on port 9 at 127.0.0.1. Check the port.',
    ])
  })

  const asked = { platform: { outgoing: way }, signal: new AbortController().signal }

  test('keys: none that signs, and an address that has a fault, are two things', async () => {
    const { published, upstream } = issuer
    const said = async (status: number, body: object) => {
      upstream.on('GET /keys', play.json(status, body))
      return checkPublishedKeys(await known(), asked)
    }
    expect(await said(200, { keys: [published] })).toMatchObject({ outcome: 'passed' })
    expect(await said(200, { keys: [{ ...published, use: 'enc' }] })).toMatchObject({
      code: 'NO_KEYS',
      sentence: "The provider doesn't publish any signing keys.",
    })
    expect(await said(503, {})).toMatchObject({
      outcome: 'failed',
      code: 'HTTP_503',
      sentence: expect.stringMatching(/returned 503. Try again.$/),
    })
  })

  test('a request: 400 alone means an unknown client or redirect URI, any other refusal is unknown', async () => {
    const said = async (status: number) => {
      issuer.upstream.on('GET /authorize', play.text(status, 'text/html', 'very-private'))
      const request = { scopes: [], redirectUri, field: 'clientId' }
      return checkRequest(await known(), asked, request)
    }
    expect(await said(400)).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/doesn't recognize the client, or this redirect URI/),
      field: 'clientId',
    })
    for (const status of [403, 429, 503])
      expect(await said(status)).toEqual({
        outcome: 'unknown',
        sentence: `The provider returned ${status} for our request. Try again.`,
      })
    expect((await said(200)).outcome).toBe('unknown')
  })

  test.each([
    ['invalid_grant', 'passed'],
    ['invalid_client', 'failed'],
    ['unauthorized_client', 'unknown'],
    ['invalid_request', 'unknown'],
  ])('a client of which the token endpoint says %s: %s', async (error, outcome) => {
    issuer.upstream.on('POST /token', play.json(400, { error, error_description: 'very-private' }))
    const say = { right: 'Right.', wrong: failStep('invalid_client', 'Wrong.'), unsure: 'Unsure.' }
    expect((await checkClient(await known(), redirectUri, say)).outcome).toBe(outcome)
  })

  test('a clock that is more than a minute off fails', async () => {
    const now = new Date('2026-11-22T10:00:00.000Z')
    const said = async (seconds: number) => {
      const date = new Date(now.getTime() + seconds * 1000).toUTCString()
      issuer.upstream.on(issuer.discovery, play.json(200, issuer.metadata, { date }))
      const { clock } = await discoverOidcProvider(way, { ...settings, issuer: issuer.issuer })
      const record = { protocol: 'oidc' }
      return compareClock({ state: { clock }, record, platform: { now: () => now } })
    }
    expect((await said(60)).outcome).toBe('passed')
    expect(await said(94)).toMatchObject({
      code: 'CLOCK',
      sentence: expect.stringMatching(/^The provider's clock is 94 seconds ahead of ours,/),
    })
    expect((await said(-61)).sentence).toMatch(/^The provider's clock is 61 seconds behind ours,/)
  })
})
