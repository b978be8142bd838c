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
import { certificate as elliptic, chainOf3, key, weak } from '#tests/support/sso/certificates.ts'

const signing = await createSigningKey('idp.example.com', new Date('2026-11-22T00:00:00.000Z'))
const other = await createSigningKey('idp.example.com', new Date('2027-01-01T00:00:00.000Z'))
const bare = (pem: string) => pem.replaceAll(/-----.*?-----|\n/g, '')

const keyOf = (pem: string, use = 'use="signing"') =>
  `<KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
    ${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const service = (url = 'https://idp.example.com/sso', binding = redirect) =>
  `<SingleSignOnService Binding="${binding}" Location="${url}"/>`
const provider = (content: string) =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</IDPSSODescriptor>`
const metadata = (content: string, entity = 'entityID="https://idp.example.com/metadata"') =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ${entity}>${content}</EntityDescriptor>`

const now = new Date('2026-11-26T12:00:00.000Z')
const refusal = (xml: string): string => {
  try {
    parseSamlMetadata(xml, now)
  } catch (error) {
    if (error instanceof MetadataError) return error.message
  }
  throw new Error('It was taken')
}

test('metadata tells entity id, address, both certificates and formats of names', () => {
  const format =
    '<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>'
  const xml = metadata(
    provider(keyOf(signing.certificate) + keyOf(other.certificate, '') + format + service()),
  )
  expect(parseSamlMetadata(xml, now)).toEqual({
    entityId: 'https://idp.example.com/metadata',
    ssoUrl: 'https://idp.example.com/sso',
    certificates: [signing.certificate, other.certificate],
    nameIdFormats: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  })
})

test('what is no metadata of one provider is refused with what to do', () => {
  const right = keyOf(signing.certificate) + service()
  const long = `<!--${'x'.repeat(1024 * 1024)}-->`
  expect(refusal(metadata(provider(right)) + long)).toMatch(/larger than 1 MB/)
  expect(refusal(`<!DOCTYPE x [<!ENTITY a "b">]>${metadata(provider(right))}`)).toMatch(/DOCTYPE/)
  expect(refusal('hello')).toMatch(/isn't valid XML/)
  expect(refusal('<a><b></a>')).toMatch(/isn't valid XML/)
  expect(refusal('<html><body>Sign in</body></html>')).toMatch(/a web page/)
  expect(refusal(metadata('<SPSSODescriptor/>'))).toMatch(/isn't the service provider's metadata/)
  expect(refusal(metadata(provider(right) + provider(right)))).toMatch(/several/)
  expect(refusal(metadata(provider(right), ''))).toMatch(/no entity ID/)
  expect(refusal(metadata(provider(service())))).toMatch(/no signing certificate/)
  expect(refusal(metadata(provider(keyOf(signing.certificate))))).toMatch(/HTTP-Redirect/)
  expect(refusal(metadata(provider(right.replace('https:', 'http:'))))).toMatch(/https:/)
  expect(refusal(metadata(provider(keyOf('QUJD') + service())))).toMatch(/can't be read/)
})

/** An input of tests/cases, as it came. */
const caseFile = (name: string) => readFileSync(`tests/cases/${name}`, 'utf8')

test('of a chain in the metadata only the certificate that signs is taken', () => {
  const { certificates } = parseSamlMetadata(caseFile('saml-certificate-chain.xml'), now)
  expect(certificates.map((pem) => parseCertificate(pem).subject)).toEqual([
    'CN=idp-one.example.test',
  ])
})

test('a chain may come in any order, in several parts, and with weak or expired issuers', () => {
  const { leaf, intermediate, root } = chainOf3
  const chain = (...pems: string[]) =>
    pems.map((pem) => `<ds:X509Certificate>${bare(pem)}</ds:X509Certificate>`).join('')
  const keyHolding = (content: string) =>
    metadata(
      provider(`<KeyDescriptor><ds:KeyInfo>${content}</ds:KeyInfo></KeyDescriptor>${service()}`),
    )
  const taken = (content: string) => parseSamlMetadata(keyHolding(content), now).certificates
  for (const order of [
    [leaf, intermediate, root],
    [root, intermediate, leaf],
    [intermediate, leaf, root],
    [leaf, leaf, intermediate],
    [leaf, weak],
  ])
    expect(taken(`<ds:X509Data>${chain(...order)}</ds:X509Data>`)).toEqual([leaf])
  const parts = [root, leaf].map((pem) => `<ds:X509Data>${chain(pem)}</ds:X509Data>`)
  expect(taken(parts.join(''))).toEqual([leaf])
  const many = Array.from({ length: 11 }, () => leaf)
  expect(refusal(keyHolding(`<ds:X509Data>${chain(...many)}</ds:X509Data>`))).toMatch(
    /more than 10 certificates/,
  )
})

test('expired metadata is rejected with its date', () => {
  expect(refusal(caseFile('saml-expired-metadata.xml'))).toBe(
    'This metadata expired on 01/01/2021. Get the current metadata from the provider.',
  )
})

describe('metadata that was valid until', () => {
  const right = keyOf(signing.certificate) + service()
  const entity = 'entityID="https://idp.example.com/metadata"'
  const places: [string, (attribute: string) => string][] = [
    ['EntityDescriptor', (attribute) => metadata(provider(right), `${entity} ${attribute}`)],
    [
      'IDPSSODescriptor',
      (attribute) =>
        metadata(provider(right).replace('<IDPSSODescriptor', `<IDPSSODescriptor ${attribute}`)),
    ],
    [
      'EntitiesDescriptor',
      (attribute) =>
        `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ${attribute}><EntitiesDescriptor>${metadata(
          provider(right),
        ).replace(/^<\?.*?\?>/, '')}</EntitiesDescriptor></EntitiesDescriptor>`,
    ],
  ]
  test.each(places)('a time at %s', (_, place) => {
    for (const [past, day] of [
      ['2026-11-26T11:59:59Z', '11/26/2026'],
      ['2026-11-26T12:00:00', '11/26/2026'],
      ['2026-11-26T01:00:00.123456+14:00', '11/25/2026'],
      ['  2021-01-01T00:00:00Z ', '01/01/2021'],
    ])
      expect(refusal(place(`validUntil="${past}"`))).toContain(`expired on ${day}.`)
    for (const text of ['soon', '2021-13-01T00:00:00Z', ''])
      expect(refusal(place(`validUntil="${text}"`))).toMatch(
        /validUntil in the metadata isn't a valid date/,
      )
    for (const time of ['2026-11-26T12:00:01Z', '9999-12-31T23:59:59Z'])
      expect(parseSamlMetadata(place(`validUntil="${time}"`), now).certificates).toHaveLength(1)
  })

  test('cacheDuration alone ends nothing: no copy of metadata is kept', () => {
    for (const duration of ['PT1H', 'PT0S', 'a while'])
      expect(
        parseSamlMetadata(metadata(provider(right), `${entity} cacheDuration="${duration}"`), now)
          .certificates,
      ).toHaveLength(1)
  })
})

test('a certificate tells subject, validity and key size, with and without its lines', () => {
  const read = parseCertificate(signing.certificate)
  expect(read).toEqual({
    pem: signing.certificate,
    subject: 'CN=idp.example.com',
    from: '2026-11-22T00:00:00.000Z',
    until: '2036-11-22T00:00:00.000Z',
    kind: 'RSA',
    bits: 2048,
  })
  expect(parseCertificate(bare(signing.certificate))).toEqual(read)
  expect(parseCertificate(elliptic)).toMatchObject({ kind: 'EC', bits: 256 })
})

test('what is no certificate is refused with what it is', () => {
  const refused = (text: string) => expect(() => parseCertificate(text))
  refused(key).toThrow(CertificateError)
  refused(signing.privateKey).toThrow(/private key/)
  refused('hello!').toThrow(/isn't a certificate in PEM format/)
  refused(`${signing.certificate}\n${other.certificate}`).toThrow(/more than one certificate/)
  refused(weak).toThrow("This certificate's key has 1024 bits. The minimum is 2048.")
  refused(signing.certificate.replace(/.{64}\n/, '')).toThrow(/can't be read/)
})

test('a certificate stands as its dates say, and warns 30 days ahead', () => {
  const dates = { from: '2026-01-01T00:00:00.000Z', until: '2026-12-09T12:00:00.000Z' }
  const at = (day: string) => getCertificateStatus(dates, new Date(`${day}T00:00:00.000Z`))
  expect(at('2025-12-31')).toEqual({
    usable: false,
    soon: false,
    sentence: "The provider's certificate isn't valid until 01/01/2026.",
  })
  expect(at('2026-06-01')).toMatchObject({ usable: true, soon: false })
  expect(at('2026-11-22')).toEqual({
    usable: true,
    soon: true,
    sentence: "The provider's certificate expires on 12/09/2026, in 17 days.",
  })
  expect(at('2026-12-10')).toEqual({
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

test('our metadata names our addresses, and the certificate that requests are signed with', () => {
  const xml = buildServiceProviderMetadata({ ...ours, signingKey: signing }, settings)
  expect(xml).toContain(`entityID="${ours.entityId}"`)
  expect(xml).toContain(`Location="${ours.acsUrl}"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
  expect(xml.replaceAll(/\s/g, '')).toContain(bare(signing.certificate))
  expect(xml).not.toContain('PRIVATE')
  const plain = buildServiceProviderMetadata(
    { ...ours, signingKey: null },
    { ...settings, signRequests: false },
  )
  expect(plain).not.toContain('X509Certificate')
})

test('a request is sent by the address of the provider, signed with SHA-256 where that is asked for', async () => {
  const asked = { id: '_1', relayState: 'state' }
  const signed = new URL(
    await buildSamlRequestUrl(settings, { ...ours, signingKey: signing }, asked),
  )
  expect(signed.origin + signed.pathname).toBe('https://idp.example.com/sso')
  expect(signed.searchParams.get('tenant')).toBe('1')
  expect(signed.searchParams.get('RelayState')).toBe('state')
  expect(signed.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
  const plain = { ...settings, signRequests: false }
  const unsigned = new URL(await buildSamlRequestUrl(plain, { ...ours, signingKey: null }, asked))
  expect(unsigned.searchParams.has('Signature')).toBe(false)
})

test('the certificate that we make is one of X.509, signed by its own key', () => {
  const read = new X509Certificate(signing.certificate)
  expect(read.verify(read.publicKey)).toBe(true)
})
