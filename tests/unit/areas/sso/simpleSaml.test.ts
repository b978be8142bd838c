import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSamlResponse } from '#server/platform/areas/sso/saml/samlResponse.ts'
import { parseSamlMetadata } from '#server/platform/areas/sso/saml/samlMetadata.ts'
import { buildSamlRequestUrl } from '#server/platform/areas/sso/saml/samlClient.ts'
import type { SamlSettings } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { explainMissingSimpleSaml, startSimpleSaml } from '#tests/support/sso/simpleSaml.ts'

const skipReason = explainMissingSimpleSaml()
if (skipReason) console.log(`Not tested against SimpleSAMLphp. ${skipReason}`)

describe.skipIf(skipReason)('SimpleSAMLphp as an identity provider', () => {
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

  const signIn = async () => {
    const address = await buildSamlRequestUrl(settings, ours, {
      id: request.id,
      relayState: 'state-1',
    })
    return provider.signIn(address)
  }

  test('has metadata that we read, and its response names the user who signed in', async () => {
    expect(settings.entityId).toBe(provider.issuer)
    const { SAMLResponse, RelayState } = await signIn()
    expect(RelayState).toBe('state-1')
    const response = await parseSamlResponse(SAMLResponse, {
      settings,
      ours,
      request,
      now: new Date(),
    })
    expect(response.claims).toMatchObject({
      nameId: ['ana@acme.example'],
      email: ['ana@acme.example'],
      groups: ['staff', 'shop'],
    })
  })

  test('has its response rejected for another request, ACS URL, audience, or provider', async () => {
    const { SAMLResponse } = await signIn()
    const getRejectionCode = (more: Partial<Parameters<typeof parseSamlResponse>[1]>) =>
      parseSamlResponse(SAMLResponse, { settings, ours, request, now: new Date(), ...more }).then(
        () => 'taken',
        ({ code }: { code?: string }) => code,
      )
    expect(await getRejectionCode({ request: { ...request, id: '_another' } })).toBe('not_asked')
    const elsewhere = { ...ours, acsUrl: 'https://other.stores.example.com/saml/acs' }
    expect(await getRejectionCode({ ours: elsewhere })).toBe('wrong_recipient')
    const other = { ...ours, entityId: 'https://other.stores.example.com/saml/metadata' }
    expect(await getRejectionCode({ ours: other })).toBe('wrong_audience')
    const otherProvider = { ...settings, entityId: 'https://idp.example.com' }
    expect(await getRejectionCode({ settings: otherProvider })).toBe('wrong_issuer')
  })
})
