import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import { SsoError } from '#server/platform/areas/sso/ssoError.ts'
import {
  discoverOidcProvider,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import { MetadataError, parseSamlMetadata } from '#server/platform/areas/sso/saml/samlMetadata.ts'
import { isWithinXmlLimits, maxTags } from '#server/platform/areas/sso/saml/xmlLimits.ts'
import { certificate } from '#tests/support/sso/certificates.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { OidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'

/** A generous limit. Without the XML limits, each case takes from 20 seconds to many minutes. */
const maxMs = 5000

/** Measures CPU time, because a busy machine doesn't change it. */
function getCpuMs(startedAt: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1000
}

const fill = (part: string, characters: number) => part.repeat(characters / part.length)
const nestTag = (tag: string, depth: number) =>
  `<${tag}>`.repeat(depth) + `</${tag.split(' ')[0]}>`.repeat(depth)
const buildAttributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}/>`
const buildNamespaces = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `xmlns:n${at}="u"`).join(' ')}/>`

/** Builds contents that overload parsers: of this length, and up to this number of tags. */
const buildHostileContents = (characters: number, tags: number): [string, string][] => [
  ['deep nesting', nestTag('a', characters / 7)],
  ['nesting up to the limit', nestTag('a', 40)],
  ['elements that end in quotes', fill('<a b="/>">', characters)],
  ['unclosed tags', fill('<a>', characters)],
  ['many elements', fill('<a/>', characters)],
  ['elements up to the limit', '<a/>'.repeat(tags - 60)],
  ['many attributes', buildAttributes(characters / 20)],
  ['attributes up to the limit', buildAttributes(9000)],
  ['many namespaces', buildNamespaces(characters / 20)],
  ['comments', fill('<!---->', characters)],
  ['CDATA', fill('<![CDATA[x]]>', characters)],
  ['processing instructions', fill('<?a?>', characters)],
  ['stray angle brackets', fill('<', characters)],
  ['stray ampersands', fill('&', characters)],
  ['references', fill('&#38;', characters)],
  ['unknown entities', fill('&x;', characters / 10)],
  ['an open quotation mark', `<a b="${fill('x', characters)}`],
  ['white space in a tag', `<a${fill(' ', characters)}/>`],
  ['a declaration far away', `<!${fill(' ', characters)}DOCTYPE x>`],
  ['carriage returns', fill('\r', characters)],
]

describe.each(buildHostileContents(1024 * 1024 - 400, maxTags.metadata))(
  '1 MB of metadata with %s',
  (_, content) => {
    test('is rejected in time', () => {
      const xml = `<EntityDescriptor entityID="https://idp.example/">${content}</EntityDescriptor>`
      const startedAt = process.cpuUsage()
      expect(() => parseSamlMetadata(xml, new Date())).toThrow(MetadataError)
      expect(getCpuMs(startedAt)).toBeLessThan(maxMs)
    })
  },
)

const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI="#_a"><Transforms>
<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>
<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue>
</Reference></SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>`
const issuer = '<Issuer>https://idp.example/</Issuer>'
const wrapInResponse = (content: string) =>
  `<Response InResponseTo="_r">${issuer}${content}</Response>`

describe.each([
  ...buildHostileContents(380_000, maxTags.answer).map(([name, content]): [string, string] => [
    name,
    wrapInResponse(`<Assertion ID="_a">${issuer}${signature}${content}</Assertion>`),
  ]),
  [
    'many signatures',
    wrapInResponse(`<Assertion ID="_a">${issuer}${signature.repeat(110)}</Assertion>`),
  ],
  ['many assertions', wrapInResponse(`<Assertion ID="_a">${issuer}</Assertion>`.repeat(900))],
  ['text that is not Base64', '\0\u{fffd}<<<>>>'],
  ['a response in a response', wrapInResponse(wrapInResponse(`<Assertion/>`))],
])('a SAML response with %s', (_, xml) => {
  test.each([
    ['Base64', Buffer.from(xml).toString('base64')],
    ['not encoded', xml],
  ])('is rejected in time (%s)', async (__, encoded) => {
    const startedAt = process.cpuUsage()
    const parsing = parseSamlResponse(encoded, {
      settings: {
        entityId: 'https://idp.example/',
        ssoUrl: 'https://idp.example/sso',
        certificates: [certificate],
        nameIdFormat: 'email',
        signRequests: false,
        wantAssertionsSigned: true,
        clockSkewSeconds: 60,
      },
      ours: { entityId: 'https://us.example/', acsUrl: 'https://us.example/acs', signingKey: null },
      request: { id: '_r', at: new Date().toISOString() },
      now: new Date(),
    })
    await expect(parsing).rejects.toThrow(SsoError)
    expect(getCpuMs(startedAt)).toBeLessThan(maxMs)
  })
})

test('parses what providers really send: comments, CDATA, both kinds of quotes, and markup in attributes', () => {
  const xml = `<?xml version="1.0"?><!-- <a> --><a b='"/>' c="'>"><![CDATA[<x>]]><d/><e f="/" /></a>`
  expect(isWithinXmlLimits(xml, 100)).toBe(true)
  for (const broken of ['<a', '<a></b></a>', '</a>', '<a b="></a>', '<!-- ', '<![CDATA[', '<?x'])
    expect([broken, isWithinXmlLimits(broken, 100)]).toEqual([broken, false])
})

describe('an OpenID Connect ID token', () => {
  let provider: OidcIssuer
  beforeAll(async () => {
    provider = await startOidcIssuer()
  })
  afterAll(() => provider.stop())
  const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
  const outgoing = createOutgoingNetwork({
    dns: createDnsResolver(null),
    exceptions: loopback,
    now: () => 0,
  })
  const secrets = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }
  const seconds = Math.floor(Date.now() / 1000)
  const claims = () => ({
    iss: provider.issuer,
    aud: client.id,
    sub: 'subject-1',
    nonce: secrets.nonce,
    iat: seconds,
    exp: seconds + 3600,
  })
  const readClaims = async (idToken: string) => {
    const tokenResponse = { access_token: 'token', token_type: 'bearer', id_token: idToken }
    provider.upstream.on('POST /token', play.json(200, tokenResponse))
    const discovered = await discoverOidcProvider(outgoing, {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      scopes: [],
    })
    const address = new URL('https://shop.example/oidc/callback?code=code&state=state')
    return fetchOidcClaims(discovered, address, secrets, [])
  }

  test('that is valid is read', async () => {
    expect(
      await readClaims(await provider.sign({ nonce: 'nonce', sub: 'subject-1' })),
    ).toMatchObject({
      sub: ['subject-1'],
    })
  })

  test.each<[string, () => Promise<string> | string]>([
    ['without a signature (alg none)', () => new UnsecuredJWT(claims()).encode()],
    [
      'signed with the client secret (HS256)',
      () =>
        provider.sign(
          { nonce: 'nonce' },
          { alg: 'HS256', key: new TextEncoder().encode(client.secret) },
        ),
    ],
    [
      'signed with the public key as a secret (HS256)',
      () =>
        provider.sign(
          { nonce: 'nonce' },
          { alg: 'HS256', key: new TextEncoder().encode(JSON.stringify(provider.published)) },
        ),
    ],
    ['for another audience', () => provider.sign({ nonce: 'nonce', aud: 'another' })],
    [
      'for several audiences, without azp',
      () => provider.sign({ nonce: 'nonce', aud: [client.id, 'b'] }),
    ],
    ['from another issuer', () => provider.sign({ nonce: 'nonce', iss: 'https://evil.example' })],
    ['for another sign-in', () => provider.sign({ nonce: 'another' })],
    ['without a nonce', () => provider.sign({})],
    ['that has expired', () => provider.sign({ nonce: 'nonce', exp: seconds - 600 })],
    ['that never expires', () => provider.sign({ nonce: 'nonce', exp: undefined })],
    ['that is not a token', () => 'hello'],
    ['with three parts of garbage', () => '!!!.???.***'],
  ])('%s is rejected', async (_, token) => {
    await expect(readClaims(await token())).rejects.toThrow(SsoError)
  })
})
