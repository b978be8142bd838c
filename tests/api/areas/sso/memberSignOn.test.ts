import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { purgePendingSignIns } from '#server/platform/areas/sso/pendingSignIns.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import {
  discoverOidcProvider,
  buildOidcRequestUrl,
  createOidcSecrets,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'
import { client as issuersClient, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { Claims } from '#tests/support/sso/oidcIssuer.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'
import { browserAt } from '#tests/support/storeHost.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { addMembers, newStore } from '#tests/api/support/stores.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const client = { id: 'shop-app' }
const appUri = 'com.shop.app:/signed-in'
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['Staff'] }
const print = Array.from({ length: 32 }, () => 'aB').join(':')

describe.each(usually('PGlite'))('mobile SSO setup on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback, storesHost: 'localhost' })
  let provider: OidcProvider
  let call: Caller
  let tester: Caller
  let store: { id: number; subdomain: string }
  beforeAll(async () => {
    provider = await startOidcProvider({ client, people: { ana } })
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
    provider.allow(appUri, `${originOf(store)}/oidc/member`)
  })

  const hostOf = ({ subdomain }: { subdomain: string }) => `${subdomain}.localhost`
  const originOf = (one: { subdomain: string }) =>
    `http://${hostOf(one)}:${new URL(platform().url).port}`
  const values = (more: object = {}) => ({
    ...getInitialValues(memberSignOns),
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
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(),
      beforeCommit: recomputeStoreStats,
    }
    await runJob({ ...work, isTurnOver: () => false }, body.job)
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

  const sides = async (id: number, by = call) =>
    (await by('GET', `/memberSignOns/${id}/sides`)).body
  const browser = () => browserAt(platform().url, hostOf(store))
  /** A test sign-in as ana, to its end in the browser that began it. */
  const signIn = async (id: number) => {
    const visit = browser()
    const begun = await visit((await sides(id)).testUrl)
    const { pathname, search } = await signInAtProvider(begun.location, 'ana')
    return { ...(await visit(pathname + search)), begun, visit, back: pathname + search }
  }
  const turnOn = (id: number) =>
    call('POST', `/memberSignOns/${id}/state`, { body: { event: 'activate' } })

  test('a public client with an app for both systems passes all but what a user must prove; a test sign-in proves it', async () => {
    const { id } = await setUp({ ...app(), createMembers: true })
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
    expect(entry.outcome).toBe('unknown')
    expect((await turnOn(id)).status).toBe(409)
    expect((await signIn(id)).text).toMatch(/Test sign-in passed/)
    expect((await call('GET', `/memberSignOns/${id}`)).body.state).toBe('verified')
    // It holds for these very settings.
    expect(step(await tested(id), 'signIn')).toMatchObject({ outcome: 'passed' })
    const { status, body } = await turnOn(id)
    expect([status, body.state]).toEqual([200, 'active'])
    const ifMatch = body.version
    await confirmed(call, `/memberSignOns/${id}`, { body: { emailClaim: 'mail' }, ifMatch })
    expect(step(await tested(id), 'signIn')).toMatchObject({ outcome: 'unknown' })
  })

  test('a test sign-in asks as the app does, keeps claims with what they would lead to, and signs nobody in', async () => {
    const { id, version } = await setUp({ nameClaim: 'given_name' })
    expect(await sides(id)).toEqual({
      redirectUri: `${originOf(store)}/oidc/member`,
      testUrl: expect.stringContaining(`${originOf(store)}/sign-on/member?ticket=`),
      lastTest: null,
    })
    const { status, text, begun, cookies } = await signIn(id)
    const asked = new URL(begun.location).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: client.id,
      code_challenge_method: 'S256',
      redirect_uri: `${originOf(store)}/oidc/member`,
    })
    // Nobody is made as it is set, so that nobody could sign in.
    expect([status, text]).toEqual([200, expect.stringMatching(/Test sign-in failed/)])
    expect(cookies).toEqual([expect.stringMatching(/^memberSignOn=;/)])
    expect((await sides(id)).lastTest).toMatchObject({
      actor: platform().operator.email,
      claims: { sub: ['ana'], email: ['ana@acme.example'], groups: ['Staff'] },
      outcome: 'refused',
    })
    await call('PATCH', `/memberSignOns/${id}`, { body: { createMembers: true }, ifMatch: version })
    expect((await sides(id)).lastTest).toMatchObject({
      outcome: 'create',
      sentence: 'A real sign-in would create the member ana@acme.example (Ana) without a group.',
    })
    const { rows } = await sql`select 1 from members where store_id = ${store.id}`.execute(
      platform().platform.db,
    )
    expect(rows).toEqual([])
    const reader = await signedIn(platform(), await platform().addAccount(['storesRead:read']))
    expect((await sides(id, reader)).testUrl).toBe('')
  })

  test('an answer counts once, for the browser that asked, at its store, and for ten minutes', async () => {
    const { id } = await setUp({ createMembers: true })
    const used = await signIn(id)
    expect((await used.visit(used.back)).text).toMatch(/request this sign-in/)
    const history = async () => (await call('GET', `/memberSignOns/${id}/tests`)).body.data
    const [kept, ...more] = await history()
    expect([kept, more]).toEqual([expect.objectContaining({ what: 'signIn' }), []])

    const visit = browser()
    const { testUrl } = await sides(id)
    const begun = await visit(testUrl)
    const { pathname, search, searchParams } = await signInAtProvider(begun.location, 'ana')
    const wrongState = search.replace(String(searchParams.get('state')), 'another')
    expect((await visit(pathname + wrongState)).text).toMatch(/request this sign-in/)
    expect((await browser()(pathname + search)).text).toMatch(/in another browser/)
    const elsewhere = browserAt(platform().url, hostOf(await newStore(call)))
    expect((await elsewhere(pathname + search)).text).toMatch(/request this sign-in/)
    expect((await visit(testUrl.replace(/\.[^.]*$/, '.forged'))).text).toMatch(
      /This link has expired/,
    )
    platform().advance(11 * 60_000)
    const late = await visit(pathname + search)
    platform().advance(-11 * 60_000)
    expect([late.status, late.text]).toEqual([403, expect.stringMatching(/took too long/)])
    expect(await history()).toHaveLength(1)
  })

  test.each<[string, Claims, boolean, RegExp]>([
    ['another issuer', { iss: 'https://evil.example' }, false, /issued for this sign-in/],
    ['another client', { aud: 'another' }, false, /issued for this sign-in/],
    ['another sign-in', { nonce: 'another' }, false, /issued for this sign-in/],
    ['time that has passed', { iat: 1_700_000_000, exp: 1_700_000_600 }, false, /has expired/],
    ['a key that is not its own', {}, true, /follow the OpenID Connect protocol|publish/],
  ])('a token of %s is refused, and the step says so', async (_, claims, byStranger, sentence) => {
    const issuer = await startOidcIssuer()
    const { id } = await setUp({ issuer: issuer.issuer, clientId: issuersClient.id })
    const visit = browser()
    const { location } = await visit((await sides(id)).testUrl)
    const asked = new URL(location).searchParams
    const nonce = asked.get('nonce') ?? ''
    const signing = byStranger ? { key: issuer.stranger.privateKey } : {}
    const id_token = await issuer.sign({ nonce, ...claims }, signing)
    const tokens = { access_token: 'x', token_type: 'Bearer', id_token }
    issuer.upstream.on('POST /token', play.json(200, tokens))
    const back = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' })
    const { status, text } = await visit(`/oidc/member?${back}`)
    await issuer.stop()
    expect([status, text]).toEqual([403, expect.stringMatching(sentence)])
    const [entry] = (await call('GET', `/memberSignOns/${id}/tests`)).body.data
    expect(step(entry, 'signIn')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(sentence),
    })
    expect((await sides(id)).lastTest).toBe(null)
  })

  test('an address of test sign-ins that is not registered is found by the steps; of past tests the last is kept', async () => {
    const { id } = await setUp({ createMembers: true })
    await signIn(id)
    await signIn(id)
    const { db } = platform().platform
    const hours = 25 * 60 * 60_000
    platform().advance(hours)
    await purgePendingSignIns(platform().platform)
    platform().advance(-hours)
    const { rows } = await sql`select 1 from sign_on_flows where member_sign_on_id = ${id}`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    provider.allow(appUri)
    expect(step(await tested(id), 'redirect')).toEqual(
      expect.objectContaining({
        outcome: 'failed',
        sentence: expect.stringContaining(`${originOf(store)}/oidc/member`),
      }),
    )
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
      outcome: 'skipped',
      required: false,
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
      /Nothing is listening/,
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
    provider.allow(appUri, `http://${hostOf(store)}:9/oidc/member`)
    platform().platform.origin = new URL('http://localhost:9')
    expect(step(await tested(id), 'apple')).toMatchObject({ outcome: 'failed' })
    platform().platform.origin = new URL(platform().url)
  })

  test('what belongs together is entered together, and addresses are https or of an app', async () => {
    expect(
      await wrong({
        iosBundleId: 'com.shop.app',
        androidPackage: 'com.shop.app',
      }),
    ).toEqual({
      teamId: expect.stringMatching(/team ID/),
      fingerprints: expect.stringMatching(/certificate/),
    })
    expect(await wrong({ redirectUris: [] })).toEqual({
      redirectUris: 'Enter at least one redirect URI.',
    })
    expect(
      await wrong({ redirectUris: Array.from({ length: 21 }, (_, at) => `${appUri}${at}`) }),
    ).toEqual({
      redirectUris: 'Redirect URIs must have at most 20 entries',
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
    const known = await discoverOidcProvider(outgoing, settings)
    const secrets = createOidcSecrets('state')
    const back = await signInAtProvider(
      await buildOidcRequestUrl(known, settings, appUri, secrets),
      'ana',
    )
    return fetchOidcClaims(known, back, secrets, ['email', 'groups'])
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
      sentence: `A real sign-in would create the member ${who} without a group.`,
    })
    const { db } = platform().platform
    const group = await addMembers(platform(), store.id, 1)
    await sql`update member_groups set name = 'Staff' where id = ${group}`.execute(db)
    const token = `e30.${Buffer.from(json).toString('base64url')}.c2ln`
    expect((await lead(token)).sentence).toBe(
      `A real sign-in would create the member ${who} in the group Staff.`,
    )
    await sql`update members set email = 'Ana@acme.example' where store_id = ${store.id}`.execute(
      db,
    )
    expect(await lead(json)).toMatchObject({ outcome: 'signIn' })
    for (const wrong of ['', 'x', '[', '7', 'a.b.c'])
      expect((await lead(wrong)).sentence).toContain("isn't an ID token")
    const other = await signedIn(
      platform(),
      await platform().addAccount(['storesRead'], [(await newStore(call)).id]),
    )
    expect((await other('GET', `/memberSignOns/${id}/lead?claims=x`)).status).toBe(404)
  })
})
