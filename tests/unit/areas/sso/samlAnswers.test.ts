import { beforeAll, describe, expect, test } from 'vitest'
import { SsoError } from '#server/platform/areas/sso/ssoError.ts'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import type { SamlSettings } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import type { SigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { samlAnswer } from '#tests/support/sso/samlAnswers.ts'
import type { SamlAnswer } from '#tests/support/sso/samlAnswers.ts'

const ours = {
  entityId: 'https://acme.stores.example.com/saml/metadata',
  acsUrl: 'https://acme.stores.example.com/saml/acs',
  signingKey: null,
}
const issuer = 'https://idp.example.com/metadata'
const person = {
  nameId: 'ana@acme.example',
  claims: { email: 'ana@acme.example', groups: ['staff', 'shop'] },
}
const request = { id: '_request1', at: new Date().toISOString() }

let [key, stranger]: SigningKey[] = []
let settings: SamlSettings
beforeAll(async () => {
  key = await createSigningKey('idp.example.com', new Date())
  stranger = await createSigningKey('idp.example.com', new Date())
  settings = {
    entityId: issuer,
    ssoUrl: 'https://idp.example.com/sso',
    certificates: [key.certificate],
    nameIdFormat: 'email',
    signRequests: false,
    wantAssertionsSigned: true,
    clockSkewSeconds: 60,
  }
})

const answer = (more: Partial<SamlAnswer> = {}) =>
  samlAnswer({
    issuer,
    key: key as SigningKey, // Made before all tests.
    person,
    audience: ours.entityId,
    acsUrl: ours.acsUrl,
    inResponseTo: request.id,
    ...more,
  })

const read = (xml: string, more: Partial<SamlSettings> = {}, now = new Date()) =>
  parseSamlResponse(Buffer.from(xml).toString('base64'), {
    settings: { ...settings, ...more },
    ours,
    request,
    now,
  })

/** The code and sentence of a refusal. */
const refusal = async (xml: string, more: Partial<SamlSettings> = {}, now?: Date) => {
  const fault: unknown = await read(xml, more, now).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(fault instanceof SsoError)) throw new Error('It was not refused', { cause: fault })
  return [fault.code, fault.sentence]
}

test('a genuine answer tells who it is about, and what makes it count once', async () => {
  expect(await read(await answer())).toEqual({
    claims: {
      nameId: ['ana@acme.example'],
      email: ['ana@acme.example'],
      groups: ['staff', 'shop'],
    },
    assertionId: expect.stringMatching(/^_/),
    expiresAt: expect.stringMatching(/Z$/),
  })
})

test('of two certificates either may have signed, so that a provider rolls over unnoticed', async () => {
  const both = [settings.certificates[0] ?? '', stranger?.certificate ?? '']
  for (const one of [key, stranger])
    expect(
      await read(await answer({ key: one as SigningKey }), { certificates: both }),
    ).toMatchObject({
      claims: { email: ['ana@acme.example'] },
    })
})

test('a signed response will do where signed assertions are not wanted', async () => {
  const xml = await answer({ signed: 'response' })
  expect(await read(xml, { wantAssertionsSigned: false })).toMatchObject({ claims: {} })
})

describe('an answer of which not every part is signed names the setting that does not match', () => {
  const onlyResponse = /signed only the response, but "Require signed assertions" is on/
  const otherCertificate = /doesn't match this setup's certificate/

  test('the response alone, where signed assertions are wanted', async () => {
    const xml = await answer({ signed: 'response' })
    expect(await refusal(xml)).toEqual(['signature', expect.stringMatching(onlyResponse)])
    const late = await answer({ signed: 'response', seconds: -3600 })
    expect((await refusal(late))[1]).toMatch(onlyResponse)
  })

  test("the response alone, with a stranger's key or changed after that: the certificate", async () => {
    const foreign = await answer({ signed: 'response', key: stranger as SigningKey })
    expect((await refusal(foreign))[1]).toMatch(otherCertificate)
    const changed = (await answer({ signed: 'response' })).replace('>staff<', '>owners<')
    expect((await refusal(changed))[1]).toMatch(otherCertificate)
    expect((await refusal(changed, { wantAssertionsSigned: false }))[1]).toMatch(otherCertificate)
  })

  test('the assertion alone will do, whatever the setting says', async () => {
    for (const wantAssertionsSigned of [true, false])
      expect(await read(await answer(), { wantAssertionsSigned })).toMatchObject({
        claims: { nameId: ['ana@acme.example'] },
      })
  })

  test('nothing, whatever the setting says', async () => {
    const xml = await answer({ signed: 'nothing' })
    for (const wantAssertionsSigned of [true, false])
      expect(await refusal(xml, { wantAssertionsSigned })).toEqual([
        'signature',
        expect.stringMatching(/signed neither the response nor the assertion/),
      ])
  })

  test.each([
    ['the assertion', /<saml:Assertion[\s\S]*<\/saml:Assertion>/, 'EncryptedAssertion'],
    ['the name', /<saml:NameID[\s\S]*<\/saml:NameID>/, 'EncryptedID'],
    ['an attribute', /<saml:Attribute [\s\S]*?<\/saml:Attribute>/, 'EncryptedAttribute'],
  ])('%s is encrypted', async (_, part, name) => {
    const xml = (await answer()).replace(part, `<saml:${name}/>`)
    for (const wantAssertionsSigned of [true, false])
      expect(await refusal(xml, { wantAssertionsSigned })).toEqual([
        'encrypted',
        expect.stringMatching(/Turn off assertion encryption/),
      ])
  })
})

/** The parts of an answer that wrappings move about. */
function partsOf(xml: string) {
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(assertion) ?? []
  const forged = assertion
    .replace(signature, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replaceAll('ana@acme.example', 'root@acme.example')
  return { assertion, signature, forged }
}

describe('hostile answers are refused', () => {
  test('with a changed attribute', async () => {
    const xml = (await answer()).replace('>staff<', '>owners<')
    expect(await refusal(xml)).toEqual([
      'signature',
      expect.stringMatching(/match this setup's certificate/),
    ])
  })

  test('that are not signed', async () => {
    expect((await refusal(await answer({ signed: 'nothing' })))[0]).toBe('signature')
  })

  test("signed with a stranger's key, whose certificate they bring along", async () => {
    expect((await refusal(await answer({ key: stranger as SigningKey })))[0]).toBe('signature')
  })

  test('wrapped: a forged assertion before the signed one', async () => {
    const xml = await answer()
    const { assertion, forged } = partsOf(xml)
    expect((await refusal(xml.replace(assertion, forged + assertion)))[0]).toBe('signature')
  })

  test('wrapped: the signed assertion inside the forged one', async () => {
    const xml = await answer()
    const { assertion, forged } = partsOf(xml)
    const wrapped = forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)
    expect((await refusal(xml.replace(assertion, wrapped)))[0]).toBe('signature')
  })

  test("wrapped: the signed assertion inside the forged one's signature", async () => {
    const xml = await answer()
    const { assertion, signature, forged } = partsOf(xml)
    const object = signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)
    const wrapped = forged.replace('</saml:Issuer>', `</saml:Issuer>${object}`)
    expect((await refusal(xml.replace(assertion, wrapped)))[0]).toBe('signature')
  })

  test('with a comment in the name is read as the whole name, or not at all', async () => {
    const xml = await answer({
      person: { ...person, nameId: 'root@acme.example.evil.example' },
    })
    const commented = xml.replace('root@acme.example.evil', 'root@acme.example<!-- -->.evil')
    const name = await read(commented).then(
      ({ claims }) => claims['nameId']?.[0],
      () => 'refused',
    )
    expect(['refused', 'root@acme.example.evil.example']).toContain(name)
  })

  test('that have expired', async () => {
    const xml = await answer({ seconds: -3600 })
    expect(await refusal(xml)).toEqual([
      'time',
      "The response has expired, or the provider's clock differs from ours by more than 60 seconds.",
    ])
  })

  test('of a clock that is ahead by more than is allowed', async () => {
    const later = new Date(Date.now() + 600_000).toISOString()
    const xml = (await answer()).replace(/NotBefore="[^"]+"/, `NotBefore="${later}"`)
    expect(['time', 'signature']).toContain((await refusal(xml))[0])
  })

  test('for another audience', async () => {
    expect(await refusal(await answer({ audience: 'https://other.example.com' }))).toEqual([
      'wrong_audience',
      `The response is intended for https://other.example.com. Enter our entity ID in the provider's settings: ${ours.entityId}.`,
    ])
    const [, told] = await refusal(await answer({ audience: 'x'.repeat(300) }))
    expect(told).toMatch(/^The response is intended for x{200}\. Enter our entity ID/)
  })

  test('of another provider, though the signature is right', async () => {
    expect(await refusal(await answer({ issuer: 'https://other-idp.example.com' }))).toEqual([
      'wrong_issuer',
      `The response comes from https://other-idp.example.com, not from this setup's provider (${issuer}).`,
    ])
  })

  test('for another recipient', async () => {
    const elsewhere = 'https://other.stores.example.com/saml/acs'
    expect(await refusal(await answer({ recipient: elsewhere }))).toEqual([
      'wrong_recipient',
      `The response is intended for ${elsewhere}. Enter our ACS URL in the provider's settings: ${ours.acsUrl}.`,
    ])
  })

  test('for another destination', async () => {
    const elsewhere = 'https://other.stores.example.com/saml/acs'
    expect((await refusal(await answer({ destination: elsewhere })))[0]).toBe('wrong_recipient')
  })

  test('signed with SHA-1', async () => {
    expect((await refusal(await answer({ signature: 'sha1' })))[0]).toBe('weak_signature')
  })

  test('whose digest is SHA-1', async () => {
    expect((await refusal(await answer({ digest: 'sha1' })))[0]).toBe('weak_signature')
  })

  test('that nobody asked for', async () => {
    expect(await refusal(await answer({ inResponseTo: undefined }))).toEqual([
      'not_asked',
      expect.stringMatching(/IdP-initiated/),
    ])
  })

  test('to another request', async () => {
    expect((await refusal(await answer({ inResponseTo: '_other' })))[0]).toBe('not_asked')
    // The signed part says whom it answers; what stands around it anybody may write.
    const swapped = (await answer({ inResponseTo: '_other' })).replace(
      'InResponseTo="_other"',
      `InResponseTo="${request.id}"`,
    )
    expect((await refusal(swapped))[0]).toBe('not_asked')
  })

  test('with a document type', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY e "x">]>${await answer()}`
    expect((await refusal(xml))[0]).toBe('malformed')
  })

  test('whose certificate has expired', async () => {
    const later = new Date(Date.now() + 20 * 365 * 86_400_000)
    expect(await refusal(await answer(), {}, later)).toEqual([
      'certificate',
      expect.stringMatching(/^The provider's certificate expired on \d\d\/\d\d\/\d{4}\.$/),
    ])
  })

  test('that are no answer at all', async () => {
    for (const text of ['', 'hello', '<html/>', '<Response/>'])
      expect(await refusal(text)).toEqual([expect.any(String), expect.stringMatching(/\.$/)])
  })
})
