import { beforeAll, describe, expect, test } from 'vitest'
import { SsoError } from '#server/platform/areas/sso/ssoError.ts'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import type { SamlSettings } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import type { SigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { createSamlResponse } from '#tests/support/sso/samlAnswers.ts'
import type { SamlResponseOptions } from '#tests/support/sso/samlAnswers.ts'

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

const buildAnswer = (more: Partial<SamlResponseOptions> = {}) =>
  createSamlResponse({
    issuer,
    key: key as SigningKey, // Set in beforeAll.
    person,
    audience: ours.entityId,
    acsUrl: ours.acsUrl,
    inResponseTo: request.id,
    ...more,
  })

const readAnswer = (xml: string, more: Partial<SamlSettings> = {}, now = new Date()) =>
  parseSamlResponse(Buffer.from(xml).toString('base64'), {
    settings: { ...settings, ...more },
    ours,
    request,
    now,
  })

/** Returns the code and sentence of a rejected response. */
const getRejection = async (xml: string, more: Partial<SamlSettings> = {}, now?: Date) => {
  const result: unknown = await readAnswer(xml, more, now).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(result instanceof SsoError)) throw new Error('The response was accepted', { cause: result })
  return [result.code, result.sentence]
}

test('a genuine response returns its claims, assertion ID, and expiration', async () => {
  expect(await readAnswer(await buildAnswer())).toEqual({
    claims: {
      nameId: ['ana@acme.example'],
      email: ['ana@acme.example'],
      groups: ['staff', 'shop'],
    },
    assertionId: expect.stringMatching(/^_/),
    expiresAt: expect.stringMatching(/Z$/),
  })
})

test('either of two certificates may have signed, so that a provider can switch to its next one', async () => {
  const both = [settings.certificates[0] ?? '', stranger?.certificate ?? '']
  for (const one of [key, stranger])
    expect(
      await readAnswer(await buildAnswer({ key: one as SigningKey }), { certificates: both }),
    ).toMatchObject({
      claims: { email: ['ana@acme.example'] },
    })
})

test('a signed response is enough if signed assertions are not required', async () => {
  const xml = await buildAnswer({ signed: 'response' })
  expect(await readAnswer(xml, { wantAssertionsSigned: false })).toMatchObject({ claims: {} })
})

describe('Partly signed SAML responses', () => {
  const onlyResponse = /signed only the response, but "Require signed assertions" is on/
  const otherCertificate = /doesn't match this setup's certificate/

  test('name the setting if only the response is signed but signed assertions are required', async () => {
    const xml = await buildAnswer({ signed: 'response' })
    expect(await getRejection(xml)).toEqual(['signature', expect.stringMatching(onlyResponse)])
    const late = await buildAnswer({ signed: 'response', seconds: -3600 })
    expect((await getRejection(late))[1]).toMatch(onlyResponse)
  })

  test('name the certificate if the response has a foreign signature or was changed later', async () => {
    const foreign = await buildAnswer({ signed: 'response', key: stranger as SigningKey })
    expect((await getRejection(foreign))[1]).toMatch(otherCertificate)
    const changed = (await buildAnswer({ signed: 'response' })).replace('>staff<', '>owners<')
    expect((await getRejection(changed))[1]).toMatch(otherCertificate)
    expect((await getRejection(changed, { wantAssertionsSigned: false }))[1]).toMatch(
      otherCertificate,
    )
  })

  test('are accepted if the assertion is signed, whatever the setting', async () => {
    for (const wantAssertionsSigned of [true, false])
      expect(await readAnswer(await buildAnswer(), { wantAssertionsSigned })).toMatchObject({
        claims: { nameId: ['ana@acme.example'] },
      })
  })

  test('are rejected without any signature, whatever the setting', async () => {
    const xml = await buildAnswer({ signed: 'nothing' })
    for (const wantAssertionsSigned of [true, false])
      expect(await getRejection(xml, { wantAssertionsSigned })).toEqual([
        'signature',
        expect.stringMatching(/signed neither the response nor the assertion/),
      ])
  })

  test.each([
    ['the assertion', /<saml:Assertion[\s\S]*<\/saml:Assertion>/, 'EncryptedAssertion'],
    ['the name', /<saml:NameID[\s\S]*<\/saml:NameID>/, 'EncryptedID'],
    ['an attribute', /<saml:Attribute [\s\S]*?<\/saml:Attribute>/, 'EncryptedAttribute'],
  ])('are rejected if %s is encrypted', async (_, part, name) => {
    const xml = (await buildAnswer()).replace(part, `<saml:${name}/>`)
    for (const wantAssertionsSigned of [true, false])
      expect(await getRejection(xml, { wantAssertionsSigned })).toEqual([
        'encrypted',
        expect.stringMatching(/Turn off assertion encryption/),
      ])
  })
})

/** Splits a response into the parts that a wrapping attack moves. */
function splitAnswer(xml: string) {
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(assertion) ?? []
  const forged = assertion
    .replace(signature, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replaceAll('ana@acme.example', 'root@acme.example')
  return { assertion, signature, forged }
}

describe('Hostile SAML responses', () => {
  test('are rejected with a changed attribute', async () => {
    const xml = (await buildAnswer()).replace('>staff<', '>owners<')
    expect(await getRejection(xml)).toEqual([
      'signature',
      expect.stringMatching(/match this setup's certificate/),
    ])
  })

  test('are rejected without a signature', async () => {
    expect((await getRejection(await buildAnswer({ signed: 'nothing' })))[0]).toBe('signature')
  })

  test('are rejected if signed with a foreign key, even with its certificate', async () => {
    expect((await getRejection(await buildAnswer({ key: stranger as SigningKey })))[0]).toBe(
      'signature',
    )
  })

  test('are rejected with a forged assertion before the signed one', async () => {
    const xml = await buildAnswer()
    const { assertion, forged } = splitAnswer(xml)
    expect((await getRejection(xml.replace(assertion, forged + assertion)))[0]).toBe('signature')
  })

  test('are rejected with the signed assertion inside a forged one', async () => {
    const xml = await buildAnswer()
    const { assertion, forged } = splitAnswer(xml)
    const wrapped = forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)
    expect((await getRejection(xml.replace(assertion, wrapped)))[0]).toBe('signature')
  })

  test("are rejected with the signed assertion inside a forged one's signature", async () => {
    const xml = await buildAnswer()
    const { assertion, signature, forged } = splitAnswer(xml)
    const object = signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)
    const wrapped = forged.replace('</saml:Issuer>', `</saml:Issuer>${object}`)
    expect((await getRejection(xml.replace(assertion, wrapped)))[0]).toBe('signature')
  })

  test('with a comment in the name are read with the whole name, or rejected', async () => {
    const xml = await buildAnswer({
      person: { ...person, nameId: 'root@acme.example.evil.example' },
    })
    const commented = xml.replace('root@acme.example.evil', 'root@acme.example<!-- -->.evil')
    const name = await readAnswer(commented).then(
      ({ claims }) => claims['nameId']?.[0],
      () => 'refused',
    )
    expect(['refused', 'root@acme.example.evil.example']).toContain(name)
  })

  test('are rejected after they expire', async () => {
    const xml = await buildAnswer({ seconds: -3600 })
    expect(await getRejection(xml)).toEqual([
      'time',
      "The response has expired, or the provider's clock differs from ours by more than 60 seconds.",
    ])
  })

  test('are rejected if their clock is too far ahead', async () => {
    const later = new Date(Date.now() + 600_000).toISOString()
    const xml = (await buildAnswer()).replace(/NotBefore="[^"]+"/, `NotBefore="${later}"`)
    expect(['time', 'signature']).toContain((await getRejection(xml))[0])
  })

  test('are rejected for another audience', async () => {
    expect(
      await getRejection(await buildAnswer({ audience: 'https://other.example.com' })),
    ).toEqual([
      'wrong_audience',
      `The response is intended for https://other.example.com. Enter our entity ID in the provider's settings: ${ours.entityId}.`,
    ])
    const [, message] = await getRejection(await buildAnswer({ audience: 'x'.repeat(300) }))
    expect(message).toMatch(/^The response is intended for x{200}\. Enter our entity ID/)
  })

  test('are rejected from another provider, even with a valid signature', async () => {
    expect(
      await getRejection(await buildAnswer({ issuer: 'https://other-idp.example.com' })),
    ).toEqual([
      'wrong_issuer',
      `The response comes from https://other-idp.example.com, not from this setup's provider (${issuer}).`,
    ])
  })

  test('are rejected for another recipient', async () => {
    const elsewhere = 'https://other.stores.example.com/saml/acs'
    expect(await getRejection(await buildAnswer({ recipient: elsewhere }))).toEqual([
      'wrong_recipient',
      `The response is intended for ${elsewhere}. Enter our ACS URL in the provider's settings: ${ours.acsUrl}.`,
    ])
  })

  test('are rejected for another destination', async () => {
    const elsewhere = 'https://other.stores.example.com/saml/acs'
    expect((await getRejection(await buildAnswer({ destination: elsewhere })))[0]).toBe(
      'wrong_recipient',
    )
  })

  test('are rejected if signed with SHA-1', async () => {
    expect((await getRejection(await buildAnswer({ signature: 'sha1' })))[0]).toBe('weak_signature')
  })

  test('are rejected with a SHA-1 digest', async () => {
    expect((await getRejection(await buildAnswer({ digest: 'sha1' })))[0]).toBe('weak_signature')
  })

  test('are rejected without a request', async () => {
    expect(await getRejection(await buildAnswer({ inResponseTo: undefined }))).toEqual([
      'not_asked',
      expect.stringMatching(/IdP-initiated/),
    ])
  })

  test('are rejected for another request', async () => {
    expect((await getRejection(await buildAnswer({ inResponseTo: '_other' })))[0]).toBe('not_asked')
    // Only the signed part proves which request it answers. Anyone can change the rest.
    const swapped = (await buildAnswer({ inResponseTo: '_other' })).replace(
      'InResponseTo="_other"',
      `InResponseTo="${request.id}"`,
    )
    expect((await getRejection(swapped))[0]).toBe('not_asked')
  })

  test('are rejected with a document type', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY e "x">]>${await buildAnswer()}`
    expect((await getRejection(xml))[0]).toBe('malformed')
  })

  test('are rejected if their certificate has expired', async () => {
    const later = new Date(Date.now() + 20 * 365 * 86_400_000)
    expect(await getRejection(await buildAnswer(), {}, later)).toEqual([
      'certificate',
      expect.stringMatching(/^The provider's certificate expired on \d\d\/\d\d\/\d{4}\.$/),
    ])
  })

  test('are rejected if they are not a SAML response', async () => {
    for (const text of ['', 'hello', '<html/>', '<Response/>'])
      expect(await getRejection(text)).toEqual([expect.any(String), expect.stringMatching(/\.$/)])
  })
})
