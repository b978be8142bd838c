import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import { parseSamlMetadata } from '#server/platform/areas/sso/saml/samlMetadata.ts'
import { buildSamlRequestUrl } from '#server/platform/areas/sso/saml/samlClient.ts'
import type { SamlSettings } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { lackOfSimpleSaml, startSimpleSaml } from '#tests/support/sso/simpleSaml.ts'

const lack = lackOfSimpleSaml()
if (lack) console.log(`Not tested against SimpleSAMLphp. ${lack}`)

describe.skipIf(lack)('an identity provider of strangers, SimpleSAMLphp', () => {
  const ours = {
    entityId: 'https://acme.stores.example.com/saml/metadata',
    acsUrl: 'https://acme.stores.example.com/saml/acs',
    signingKey: null,
  }
  const request = { id: '_request1', at: new Date().toISOString() }
  let provider: Awaited<ReturnType<typeof startSimpleSaml>>
  let settings: SamlSettings
  beforeAll(async () => {
    const person = {
      nameId: 'ana@acme.example',
      claims: { email: ['ana@acme.example'], groups: ['staff', 'shop'] },
    }
    const key = await createSigningKey('idp', new Date())
    provider = await startSimpleSaml({ ...ours, key, person })
    const published = parseSamlMetadata(
      await (await fetch(provider.metadataUrl)).text(),
      new Date(),
    )
    settings = {
      ...published,
      nameIdFormat: 'email',
      signRequests: false,
      wantAssertionsSigned: true,
      clockSkewSeconds: 60,
    }
  })
  afterAll(() => provider.stop())

  const answered = async () => {
    const address = await buildSamlRequestUrl(settings, ours, {
      id: request.id,
      relayState: 'state-1',
    })
    return provider.signIn(address)
  }

  test('its metadata is read, and its answer to our request tells who signed in', async () => {
    expect(settings.entityId).toBe(provider.issuer)
    const { SAMLResponse, RelayState } = await answered()
    expect(RelayState).toBe('state-1')
    const read = await parseSamlResponse(SAMLResponse, { settings, ours, request, now: new Date() })
    expect(read.claims).toMatchObject({
      nameId: ['ana@acme.example'],
      email: ['ana@acme.example'],
      groups: ['staff', 'shop'],
    })
  })

  test('its answer does not count for another request, another address or another provider', async () => {
    const { SAMLResponse } = await answered()
    const refusal = (more: Partial<Parameters<typeof parseSamlResponse>[1]>) =>
      parseSamlResponse(SAMLResponse, { settings, ours, request, now: new Date(), ...more }).then(
        () => 'taken',
        ({ code }: { code?: string }) => code,
      )
    expect(await refusal({ request: { ...request, id: '_another' } })).toBe('not_asked')
    const elsewhere = { ...ours, acsUrl: 'https://other.stores.example.com/saml/acs' }
    expect(await refusal({ ours: elsewhere })).toBe('wrong_recipient')
    const other = { ...ours, entityId: 'https://other.stores.example.com/saml/metadata' }
    expect(await refusal({ ours: other })).toBe('wrong_audience')
    const stranger = { ...settings, entityId: 'https://idp.example.com' }
    expect(await refusal({ settings: stranger })).toBe('wrong_issuer')
  })
})
