import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { initialValues } from '#shared/engine/validation.ts'
import { memberSignOns } from '#shared/resources/memberSignOns.ts'
import { jobKindsOf } from '#server/platform/areas.ts'
import { runJob } from '#server/platform/jobs/runJob.ts'
import { exceptionFrom } from '#server/platform/outgoing/networks.ts'
import { settleStores } from '#server/platform/stores/settleStores.ts'
import {
  discover,
  oidcRequestUrl,
  oidcSecrets,
  readOidcAnswer,
} from '#server/platform/signOn/oidcParty.ts'
import { signInAtProvider } from '#tests/support/signInAtProvider.ts'
import { startOidcIssuer } from '#tests/support/oidcIssuer.ts'
import { startOidcProvider } from '#tests/support/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/oidcProvider.ts'
import { play } from '#tests/support/recordingUpstream.ts'
import { browserAt } from '#tests/support/storeHost.ts'
import { signedIn } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'
import { addMembers, newStore } from './support/stores.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => exceptionFrom(text) ?? [])
const client = { id: 'shop-app' }
const appUri = 'com.shop.app:/signed-in'
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['Staff'] }
const print = Array.from({ length: 32 }, () => 'aB').join(':')

describe.each(databases)('mobile sign-on of members on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback, storesHost: 'localhost' })
  let provider: OidcProvider
  let call: Caller
  let tester: Caller
  let store: { id: number; subdomain: string }
  beforeAll(async () => {
    provider = await startOidcProvider({ client, people: { ana } })
    provider.allow(appUri)
    call = await signedIn(platform())
    // Stores are met where this platform listens.
    platform().platform.origin = new URL(platform().url)
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    // Ten tries a minute are not enough for all tests, and the clock must agree with the provider's.
    const account = await platform().addAccount(['storesRead', 'storesRead:write'])
    tester = await signedIn(platform(), account)
    store = await newStore(call)
  })

  const values = (more: object = {}) => ({
    ...initialValues(memberSignOns),
    name: 'Acme app',
    storeId: store.id,
    issuer: provider.issuer,
    clientId: client.id,
    redirectUris: [appUri],
    ...more,
  })
  const app = () => ({
    iosBundleId: 'com.shop.app',
    teamId: 'AB12CD34EF',
    androidPackage: 'com.shop.app',
    fingerprints: [print],
  })
  const setUp = async (more: object = {}) => {
    const { status, body } = await call('POST', '/memberSignOns', { body: values(more) })
    expect([status, body.fields]).toEqual([201, undefined])
    return body
  }
  const tested = async (id: number) => {
    const { body } = await tester('POST', `/memberSignOns/${id}/test`, { body: {} })
    const work = { platform: platform().platform, kinds: jobKindsOf(), settle: settleStores }
    await runJob({ ...work, isOver: () => false }, body.job)
    return (await call('GET', `/memberSignOns/${id}/tests`)).body.data[0]
  }
  type Step = { name: string; outcome: string; sentence: string; field?: string; warning?: true }
  const outcomes = ({ steps }: { steps: Step[] }) =>
    Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]))
  const step = ({ steps }: { steps: Step[] }, name: string) =>
    steps.find((one) => one.name === name)
  const wrong = async (more: object) => {
    const { status, body } = await call('POST', '/memberSignOns', { body: values(more) })
    expect(status).toBe(422)
    return body.fields
  }

  test('a public client with an app for both systems passes all but what a member must prove, and is activated', async () => {
    const { id } = await setUp(app())
    const entry = await tested(id)
    expect(outcomes(entry)).toEqual({
      discovery: 'passed',
      keys: 'passed',
      abilities: 'passed',
      scopes: 'passed',
      clock: 'passed',
      client: 'passed',
      redirect: 'passed',
      apple: 'passed',
      android: 'passed',
      signIn: 'unknown',
    })
    expect(entry.outcome).toBe('passed')
    const asked = await call('POST', `/memberSignOns/${id}/state`, { body: { event: 'activate' } })
    expect([asked.status, asked.body.code]).toEqual([409, 'unconfirmed'])
    const { status, body } = await call('POST', `/memberSignOns/${id}/state`, {
      body: { event: 'activate', despite: ['signIn'] },
    })
    expect([status, body.state]).toEqual([200, 'active'])
  })

  test('the files name the apps and their paths, and are served at the host of the store alone', async () => {
    const uris = [appUri, 'https://elsewhere.example/in', `https://${store.subdomain}.localhost/in`]
    platform().platform.origin = null
    const { id } = await setUp({ ...app(), redirectUris: uris })
    const { data } = (await call('GET', `/memberSignOns/${id}/files`)).body
    const host = `${store.subdomain}.localhost`
    const served = async (at: string, name: string) =>
      browserAt(platform().url, at)(`/.well-known/${name}`)
    const apple = await served(host, 'apple-app-site-association')
    const android = await served(host, 'assetlinks.json')
    const nobody = await served('another.localhost', 'assetlinks.json')
    const other = await served(host, 'security.txt')
    platform().platform.origin = new URL(platform().url)
    expect(JSON.parse(apple.text)).toEqual({
      applinks: {
        details: [{ appIDs: ['AB12CD34EF.com.shop.app'], components: [{ '/': '/in' }] }],
      },
    })
    expect(JSON.parse(android.text)).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.shop.app',
          sha256_cert_fingerprints: [print.toUpperCase()],
        },
      },
    ])
    expect([nobody.status, other.status]).toEqual([404, 404])
    expect(data.map(({ url }: { url: string }) => url)).toEqual([
      `https://${host}/.well-known/apple-app-site-association`,
      `https://${host}/.well-known/assetlinks.json`,
    ])
    expect(data.map(({ content }: { content: string }) => JSON.parse(content))).toEqual([
      JSON.parse(apple.text),
      JSON.parse(android.text),
    ])
  })

  test('where there is no app no file is needed, and none is served', async () => {
    const { id } = await setUp()
    const entry = await tested(id)
    expect(step(entry, 'apple')).toMatchObject({
      outcome: 'passed',
      sentence: expect.stringMatching(/no file/),
    })
    const { data } = (await call('GET', `/memberSignOns/${id}/files`)).body
    expect(data.map(({ content }: { content: string | null }) => content)).toEqual([null, null])
    const browser = browserAt(platform().url, `${store.subdomain}.localhost`)
    expect((await browser('/.well-known/assetlinks.json')).status).toBe(404)
  })

  test.each([
    ['a client that nobody knows', { clientId: 'stranger' }, 'client', 'clientId', /public client/],
    [
      'an app address that is not registered',
      { redirectUris: ['com.other:/x'] },
      'redirect',
      'redirectUris',
      /com\.other:\/x/,
    ],
    [
      'an issuer that is none',
      { issuer: 'http://localhost:9' },
      'discovery',
      'issuer',
      /nothing listens/,
    ],
  ])('%s is told with the field that mends it', async (_, more, name, field, sentence) => {
    const { id } = await setUp(more)
    const entry = await tested(id)
    expect(entry.outcome).toBe('failed')
    expect(step(entry, name)).toMatchObject({ outcome: 'failed' })
    expect(step(entry, name)?.sentence).toMatch(sentence)
    expect(step(entry, name)?.field ?? undefined).toBe(field)
  })

  test('a provider without PKCE by S256 fails; scopes that it does not list are a warning', async () => {
    const issuer = await startOidcIssuer()
    const { id } = await setUp({ issuer: issuer.issuer, scopes: ['orders'] })
    expect(step(await tested(id), 'abilities')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/PKCE with S256/),
    })
    const more = { code_challenge_methods_supported: ['S256'], scopes_supported: ['openid'] }
    issuer.upstream.on(issuer.discovery, play.json(200, { ...issuer.metadata, ...more }))
    const entry = await tested(id)
    expect(step(entry, 'abilities')?.outcome).toBe('passed')
    expect(step(entry, 'scopes')).toMatchObject({
      outcome: 'passed',
      warning: true,
      field: 'scopes',
    })
    await issuer.stop()
  })

  test('a file that is served otherwise at the host of the store fails its step', async () => {
    const { id } = await setUp(app())
    platform().platform.origin = new URL('http://localhost:9')
    expect(step(await tested(id), 'apple')).toMatchObject({ outcome: 'failed' })
    platform().platform.origin = new URL(platform().url)
  })

  test('what belongs together is entered together, and addresses are https or of an app', async () => {
    expect(
      await wrong({
        iosBundleId: 'com.shop.app',
        androidPackage: 'com.shop.app',
        redirectUris: [],
      }),
    ).toEqual({
      redirectUris: 'Enter at least one redirect URI',
      teamId: expect.stringMatching(/team id/),
      fingerprints: expect.stringMatching(/certificate/),
    })
    expect(
      await wrong({ redirectUris: Array.from({ length: 21 }, (_, at) => `${appUri}${at}`) }),
    ).toEqual({
      redirectUris: 'At most 20 redirect URIs',
    })
    for (const uri of [
      'http://shop.example.com/in',
      'javascript:alert(1)',
      'https://*.example.com/',
      'https://a.example/#x',
      'data:text/html,x',
    ])
      expect(await wrong({ redirectUris: [uri] })).toHaveProperty('redirectUris')
    expect(
      await wrong({ ...app(), iosBundleId: 'com shop', teamId: 'short', fingerprints: ['AB'] }),
    ).toEqual({
      iosBundleId: expect.any(String),
      teamId: expect.any(String),
      fingerprints: expect.any(String),
    })
  })

  test('a default group is a manual one of the same store', async () => {
    const group = async (storeId: number, type: string) => {
      const body = {
        name: `Group ${type}`,
        storeId,
        description: null,
        type,
        rules: type === 'rule' ? ['active is yes'] : [],
        priority: 1,
        isDefault: false,
        unit: null,
        spendLimit: null,
        spendPeriod: null,
        creditAmount: null,
        creditPeriod: null,
        creditDays: null,
      }
      return (await call('POST', '/memberGroups', { body })).body.id
    }
    const other = await newStore(call)
    expect(await wrong({ defaultGroupId: await group(other.id, 'manual') })).toEqual({
      defaultGroupId: expect.stringMatching(/another store/),
    })
    expect(await wrong({ defaultGroupId: await group(store.id, 'rule') })).toEqual({
      defaultGroupId: expect.stringMatching(/manual group/),
    })
    await setUp({ defaultGroupId: await group(store.id, 'manual') })
  })

  /** What the provider says of ana to an app, by a whole sign-in. */
  const said = async () => {
    const { outgoing } = platform().platform
    const settings = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: null,
      scopes: ['openid', 'profile', 'email'],
    }
    const known = await discover(outgoing, settings)
    const secrets = oidcSecrets('state')
    const back = await signInAtProvider(
      await oidcRequestUrl(known, settings, appUri, secrets),
      'ana',
    )
    return readOidcAnswer(known, back, secrets, ['email', 'groups'])
  }

  test('what claims would lead to is told: a new member in the group that they name, one who is known, nobody', async () => {
    const claims = await said()
    const { id, version } = await setUp({ groupClaim: 'groups', nameClaim: 'given_name' })
    const lead = async (given: string) =>
      (await call('GET', `/memberSignOns/${id}/lead?${new URLSearchParams({ claims: given })}`))
        .body
    const json = JSON.stringify(claims)
    expect(await lead(json)).toMatchObject({ outcome: 'refused' })
    await call('PATCH', `/memberSignOns/${id}`, { body: { createMembers: true }, ifMatch: version })
    const who = 'ana@acme.example (Ana)'
    expect(await lead(json)).toEqual({
      outcome: 'create',
      sentence: `It would make the member ${who}, in no group.`,
    })
    const { db } = platform().platform
    const group = await addMembers(platform(), store.id, 1)
    await sql`update member_groups set name = 'Staff' where id = ${group}`.execute(db)
    const token = `e30.${Buffer.from(json).toString('base64url')}.c2ln`
    expect((await lead(token)).sentence).toBe(`It would make the member ${who}, in Staff.`)
    await sql`update members set email = 'Ana@acme.example' where store_id = ${store.id}`.execute(
      db,
    )
    expect(await lead(json)).toMatchObject({ outcome: 'signIn' })
    for (const wrong of ['', 'x', '[', '7', 'a.b.c'])
      expect((await lead(wrong)).sentence).toContain('no ID token')
    const other = await signedIn(
      platform(),
      await platform().addAccount(['storesRead'], [(await newStore(call)).id]),
    )
    expect((await other('GET', `/memberSignOns/${id}/lead?claims=x`)).status).toBe(404)
  })
})
