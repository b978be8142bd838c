import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { SsoError } from '#server/platform/areas/sso/ssoError.ts'
import {
  discoverOidcProvider,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import { MetadataError, parseSamlMetadata } from '#server/platform/areas/sso/saml/samlMetadata.ts'
import { isParsableXml, maxTags } from '#server/platform/areas/sso/saml/xmlLimits.ts'
import { certificate } from '#tests/support/sso/certificates.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { OidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'

/** Generous on a busy machine; without the limits each takes from 20 seconds to many minutes. */
const mostMs = 5000

/** What this process worked: a busy machine doesn't count. */
function cpuMsSince(startedAt: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1000
}

const fill = (part: string, characters: number) => part.repeat(characters / part.length)
const nested = (tag: string, depth: number) =>
  `<${tag}>`.repeat(depth) + `</${tag.split(' ')[0]}>`.repeat(depth)
const attributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}/>`
const namespaces = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `xmlns:n${at}="u"`).join(' ')}/>`

/** Contents of so many characters that parsers choke on, and of as much as is let through. */
const hostile = (characters: number, tags: number): [string, string][] => [
  ['deep nesting', nested('a', characters / 7)],
  ['nesting as deep as is let through', nested('a', 40)],
  ['elements that end in quotes', fill('<a b="/>">', characters)],
  ['unclosed tags', fill('<a>', characters)],
  ['many elements', fill('<a/>', characters)],
  ['as many elements as are let through', '<a/>'.repeat(tags - 60)],
  ['many attributes', attributes(characters / 20)],
  ['as many attributes as are let through', attributes(9000)],
  ['many namespaces', namespaces(characters / 20)],
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

describe.each(hostile(1024 * 1024 - 400, maxTags.metadata))(
  'metadata of 1 MB with %s',
  (_, content) => {
    test('is rejected in time', () => {
      const xml = `<EntityDescriptor entityID="https://idp.example/">${content}</EntityDescriptor>`
      const startedAt = process.cpuUsage()
      expect(() => parseSamlMetadata(xml, new Date())).toThrow(MetadataError)
      expect(cpuMsSince(startedAt)).toBeLessThan(mostMs)
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
const inResponse = (content: string) => `<Response InResponseTo="_r">${issuer}${content}</Response>`

describe.each([
  ...hostile(380_000, maxTags.answer).map(([name, content]): [string, string] => [
    name,
    inResponse(`<Assertion ID="_a">${issuer}${signature}${content}</Assertion>`),
  ]),
  [
    'many signatures',
    inResponse(`<Assertion ID="_a">${issuer}${signature.repeat(110)}</Assertion>`),
  ],
  ['many assertions', inResponse(`<Assertion ID="_a">${issuer}</Assertion>`.repeat(900))],
  ['no base64', '\0\u{fffd}<<<>>>'],
  ['a response in a response', inResponse(inResponse(`<Assertion/>`))],
])('an answer with %s', (_, xml) => {
  test.each([
    ['as base64', Buffer.from(xml).toString('base64')],
    ['as it is', xml],
  ])('%s is rejected in time', async (__, encoded) => {
    const startedAt = process.cpuUsage()
    const read = parseSamlResponse(encoded, {
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
    await expect(read).rejects.toThrow(SsoError)
    expect(cpuMsSince(startedAt)).toBeLessThan(mostMs)
  })
})

test('what providers really send is parsed: comments, CDATA, quotes of both kinds, markup in attributes', () => {
  const xml = `<?xml version="1.0"?><!-- <a> --><a b='"/>' c="'>"><![CDATA[<x>]]><d/><e f="/" /></a>`
  expect(isParsableXml(xml, 100)).toBe(true)
  for (const broken of ['<a', '<a></b></a>', '</a>', '<a b="></a>', '<!-- ', '<![CDATA[', '<?x'])
    expect([broken, isParsableXml(broken, 100)]).toEqual([broken, false])
})

describe('an ID token', () => {
  let provider: OidcIssuer
  beforeAll(async () => {
    provider = await startOidcIssuer()
  })
  afterAll(() => provider.stop())
  const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
  const way = createOutgoing({ dns: createDnsResolver(null), exceptions: loopback, now: () => 0 })
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
  const read = async (idToken: string) => {
    const told = { access_token: 'token', token_type: 'bearer', id_token: idToken }
    provider.upstream.on('POST /token', play.json(200, told))
    const known = await discoverOidcProvider(way, {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      scopes: [],
    })
    const address = new URL('https://shop.example/oidc/callback?code=code&state=state')
    return fetchOidcClaims(known, address, secrets, [])
  }

  test('that is right is read', async () => {
    expect(await read(await provider.sign({ nonce: 'nonce', sub: 'subject-1' }))).toMatchObject({
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
    ['of another issuer', () => provider.sign({ nonce: 'nonce', iss: 'https://evil.example' })],
    ['of another sign-in', () => provider.sign({ nonce: 'another' })],
    ['without a nonce', () => provider.sign({})],
    ['that has expired', () => provider.sign({ nonce: 'nonce', exp: seconds - 600 })],
    ['that never expires', () => provider.sign({ nonce: 'nonce', exp: undefined })],
    ['that is no token', () => 'hello'],
    ['of garbage in three parts', () => '!!!.???.***'],
  ])('%s is rejected', async (_, token) => {
    await expect(read(await token())).rejects.toThrow(SsoError)
  })
})
