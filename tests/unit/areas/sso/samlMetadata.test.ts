import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  parseCertificate,
  CertificateError,
  getCertificateStatus,
} from '#server/platform/areas/sso/saml/certificates.ts'
import { MetadataError, parseSamlMetadata } from '#server/platform/areas/sso/saml/samlMetadata.ts'
import {
  buildServiceProviderMetadata,
  buildSamlRequestUrl,
} from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import {
  certificate as elliptic,
  certificateChain,
  key,
  weakCertificate,
} from '#tests/support/sso/certificates.ts'

const signing = await createSigningKey('idp.example.com', new Date('2026-11-22T00:00:00.000Z'))
const other = await createSigningKey('idp.example.com', new Date('2027-01-01T00:00:00.000Z'))
const stripPem = (pem: string) => pem.replaceAll(/-----.*?-----|\n/g, '')

const buildKey = (pem: string, use = 'use="signing"') =>
  `<KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
    ${stripPem(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const buildService = (url = 'https://idp.example.com/sso', binding = redirect) =>
  `<SingleSignOnService Binding="${binding}" Location="${url}"/>`
const buildProvider = (content: string) =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</IDPSSODescriptor>`
const buildMetadata = (content: string, entity = 'entityID="https://idp.example.com/metadata"') =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ${entity}>${content}</EntityDescriptor>`

const now = new Date('2026-11-26T12:00:00.000Z')
const getRejection = (xml: string): string => {
  try {
    parseSamlMetadata(xml, now)
  } catch (error) {
    if (error instanceof MetadataError) return error.message
  }
  throw new Error('The metadata was accepted')
}

test('metadata returns the entity ID, SSO URL, both certificates, and name ID formats', () => {
  const format =
    '<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>'
  const xml = buildMetadata(
    buildProvider(
      buildKey(signing.certificate) + buildKey(other.certificate, '') + format + buildService(),
    ),
  )
  expect(parseSamlMetadata(xml, now)).toEqual({
    entityId: 'https://idp.example.com/metadata',
    ssoUrl: 'https://idp.example.com/sso',
    certificates: [signing.certificate, other.certificate],
    nameIdFormats: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  })
})

test("anything but one provider's metadata is rejected with advice", () => {
  const validContent = buildKey(signing.certificate) + buildService()
  const long = `<!--${'x'.repeat(1024 * 1024)}-->`
  expect(getRejection(buildMetadata(buildProvider(validContent)) + long)).toMatch(
    /larger than 1 MB/,
  )
  expect(
    getRejection(`<!DOCTYPE x [<!ENTITY a "b">]>${buildMetadata(buildProvider(validContent))}`),
  ).toMatch(/DOCTYPE/)
  expect(getRejection('hello')).toMatch(/isn't valid XML/)
  expect(getRejection('<a><b></a>')).toMatch(/isn't valid XML/)
  expect(getRejection('<html><body>Sign in</body></html>')).toMatch(/a web page/)
  expect(getRejection(buildMetadata('<SPSSODescriptor/>'))).toMatch(
    /isn't the service provider's metadata/,
  )
  expect(
    getRejection(buildMetadata(buildProvider(validContent) + buildProvider(validContent))),
  ).toMatch(/several/)
  expect(getRejection(buildMetadata(buildProvider(validContent), ''))).toMatch(/no entity ID/)
  expect(getRejection(buildMetadata(buildProvider(buildService())))).toMatch(
    /no signing certificate/,
  )
  expect(getRejection(buildMetadata(buildProvider(buildKey(signing.certificate))))).toMatch(
    /HTTP-Redirect/,
  )
  expect(
    getRejection(buildMetadata(buildProvider(validContent.replace('https:', 'http:')))),
  ).toMatch(/https:/)
  expect(getRejection(buildMetadata(buildProvider(buildKey('QUJD') + buildService())))).toMatch(
    /can't be read/,
  )
})

/** Reads an input of tests/cases. */
const readCase = (name: string) => readFileSync(`tests/cases/${name}`, 'utf8')

test('only the signing certificate of a chain is read', () => {
  const { certificates } = parseSamlMetadata(readCase('saml-certificate-chain.xml'), now)
  expect(certificates.map((pem) => parseCertificate(pem).subject)).toEqual([
    'CN=idp-one.example.test',
  ])
})

test('a chain may have any order, several parts, and weak or expired issuers', () => {
  const { leaf, intermediate, root } = certificateChain
  const buildChain = (...pems: string[]) =>
    pems.map((pem) => `<ds:X509Certificate>${stripPem(pem)}</ds:X509Certificate>`).join('')
  const buildMetadataWithKey = (content: string) =>
    buildMetadata(
      buildProvider(
        `<KeyDescriptor><ds:KeyInfo>${content}</ds:KeyInfo></KeyDescriptor>${buildService()}`,
      ),
    )
  const parseChain = (content: string) =>
    parseSamlMetadata(buildMetadataWithKey(content), now).certificates
  for (const order of [
    [leaf, intermediate, root],
    [root, intermediate, leaf],
    [intermediate, leaf, root],
    [leaf, leaf, intermediate],
    [leaf, weakCertificate],
  ])
    expect(parseChain(`<ds:X509Data>${buildChain(...order)}</ds:X509Data>`)).toEqual([leaf])
  const parts = [root, leaf].map((pem) => `<ds:X509Data>${buildChain(pem)}</ds:X509Data>`)
  expect(parseChain(parts.join(''))).toEqual([leaf])
  const many = Array.from({ length: 11 }, () => leaf)
  expect(
    getRejection(buildMetadataWithKey(`<ds:X509Data>${buildChain(...many)}</ds:X509Data>`)),
  ).toMatch(/more than 10 certificates/)
})

test('expired metadata is rejected with its date', () => {
  expect(getRejection(readCase('saml-expired-metadata.xml'))).toBe(
    'This metadata expired on 01/01/2021. Get the current metadata from the provider.',
  )
})

describe('Metadata with an expiration', () => {
  const validContent = buildKey(signing.certificate) + buildService()
  const entity = 'entityID="https://idp.example.com/metadata"'
  const places: [string, (attribute: string) => string][] = [
    [
      'EntityDescriptor',
      (attribute) => buildMetadata(buildProvider(validContent), `${entity} ${attribute}`),
    ],
    [
      'IDPSSODescriptor',
      (attribute) =>
        buildMetadata(
          buildProvider(validContent).replace(
            '<IDPSSODescriptor',
            `<IDPSSODescriptor ${attribute}`,
          ),
        ),
    ],
    [
      'EntitiesDescriptor',
      (attribute) =>
        `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ${attribute}><EntitiesDescriptor>${buildMetadata(
          buildProvider(validContent),
        ).replace(/^<\?.*?\?>/, '')}</EntitiesDescriptor></EntitiesDescriptor>`,
    ],
  ]
  test.each(places)(
    'validUntil at %s rejects past and malformed dates, and accepts future ones',
    (_, place) => {
      for (const [past, day] of [
        ['2026-11-26T11:59:59Z', '11/26/2026'],
        ['2026-11-26T12:00:00', '11/26/2026'],
        ['2026-11-26T01:00:00.123456+14:00', '11/25/2026'],
        ['  2021-01-01T00:00:00Z ', '01/01/2021'],
      ])
        expect(getRejection(place(`validUntil="${past}"`))).toContain(`expired on ${day}.`)
      for (const text of ['soon', '2021-13-01T00:00:00Z', ''])
        expect(getRejection(place(`validUntil="${text}"`))).toMatch(
          /validUntil in the metadata isn't a valid date/,
        )
      for (const time of ['2026-11-26T12:00:01Z', '9999-12-31T23:59:59Z'])
        expect(parseSamlMetadata(place(`validUntil="${time}"`), now).certificates).toHaveLength(1)
    },
  )

  test('cacheDuration alone never expires, because no metadata is cached', () => {
    for (const duration of ['PT1H', 'PT0S', 'a while'])
      expect(
        parseSamlMetadata(
          buildMetadata(buildProvider(validContent), `${entity} cacheDuration="${duration}"`),
          now,
        ).certificates,
      ).toHaveLength(1)
  })
})

test('a certificate returns its subject, validity, and key size, with and without PEM lines', () => {
  const parsed = parseCertificate(signing.certificate)
  expect(parsed).toEqual({
    pem: signing.certificate,
    subject: 'CN=idp.example.com',
    from: '2026-11-22T00:00:00.000Z',
    until: '2036-11-22T00:00:00.000Z',
    kind: 'RSA',
    bits: 2048,
  })
  expect(parseCertificate(stripPem(signing.certificate))).toEqual(parsed)
  expect(parseCertificate(elliptic)).toMatchObject({ kind: 'EC', bits: 256 })
})

test('anything but one usable certificate is rejected with the reason', () => {
  const expectParsing = (text: string) => expect(() => parseCertificate(text))
  expectParsing(key).toThrow(CertificateError)
  expectParsing(signing.privateKey).toThrow(/private key/)
  expectParsing('hello!').toThrow(/isn't a certificate in PEM format/)
  expectParsing(`${signing.certificate}\n${other.certificate}`).toThrow(/more than one certificate/)
  expectParsing(weakCertificate).toThrow(
    "This certificate's key has 1024 bits. The minimum is 2048.",
  )
  expectParsing(signing.certificate.replace(/.{64}\n/, '')).toThrow(/can't be read/)
})

test('a certificate is usable between its dates, and warns 30 days before it expires', () => {
  const dates = { from: '2026-01-01T00:00:00.000Z', until: '2026-12-09T12:00:00.000Z' }
  const getStatus = (day: string) => getCertificateStatus(dates, new Date(`${day}T00:00:00.000Z`))
  expect(getStatus('2025-12-31')).toEqual({
    usable: false,
    soon: false,
    sentence: "The provider's certificate isn't valid until 01/01/2026.",
  })
  expect(getStatus('2026-06-01')).toMatchObject({ usable: true, soon: false })
  expect(getStatus('2026-11-22')).toEqual({
    usable: true,
    soon: true,
    sentence: "The provider's certificate expires on 12/09/2026, in 17 days.",
  })
  expect(getStatus('2026-12-10')).toEqual({
    usable: false,
    soon: true,
    sentence: "The provider's certificate expired on 12/09/2026.",
  })
})

const ours = {
  entityId: 'https://acme.stores.example.com/saml/metadata',
  acsUrl: 'https://acme.stores.example.com/saml/acs',
}
const settings = {
  entityId: 'https://idp.example.com/metadata',
  ssoUrl: 'https://idp.example.com/sso?tenant=1',
  certificates: [signing.certificate],
  nameIdFormat: 'email',
  signRequests: true,
  wantAssertionsSigned: true,
  clockSkewSeconds: 60,
} as const

test('our metadata contains our URLs and the certificate that signs requests', () => {
  const xml = buildServiceProviderMetadata({ ...ours, signingKey: signing }, settings)
  expect(xml).toContain(`entityID="${ours.entityId}"`)
  expect(xml).toContain(`Location="${ours.acsUrl}"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
  expect(xml.replaceAll(/\s/g, '')).toContain(stripPem(signing.certificate))
  expect(xml).not.toContain('PRIVATE')
  const plain = buildServiceProviderMetadata(
    { ...ours, signingKey: null },
    { ...settings, signRequests: false },
  )
  expect(plain).not.toContain('X509Certificate')
})

test("a request goes to the provider's SSO URL, signed with SHA-256 if requested", async () => {
  const request = { id: '_1', relayState: 'state' }
  const signed = new URL(
    await buildSamlRequestUrl(settings, { ...ours, signingKey: signing }, request),
  )
  expect(signed.origin + signed.pathname).toBe('https://idp.example.com/sso')
  expect(signed.searchParams.get('tenant')).toBe('1')
  expect(signed.searchParams.get('RelayState')).toBe('state')
  expect(signed.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
  const plain = { ...settings, signRequests: false }
  const unsigned = new URL(await buildSamlRequestUrl(plain, { ...ours, signingKey: null }, request))
  expect(unsigned.searchParams.has('Signature')).toBe(false)
})

test('our certificate is a valid X.509 certificate, signed by its own key', () => {
  const parsed = new X509Certificate(signing.certificate)
  expect(parsed.verify(parsed.publicKey)).toBe(true)
})
