import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
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
import { createHostBrowser } from '#tests/support/storeHost.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertMembers, createStore } from '#tests/api/support/stores.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const client = { id: 'shop-app' }
const appUri = 'com.shop.app:/signed-in'
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['Staff'] }
const fingerprint = Array.from({ length: 32 }, () => 'aB').join(':')

describe.each(chooseDatabases('PGlite'))('Mobile SSO setups on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback, storesHost: 'localhost' })
  let provider: OidcProvider
  let call: Caller
  let tester: Caller
  let store: { id: number; subdomain: string }
  beforeAll(async () => {
    provider = await startOidcProvider({ client, people: { ana } })
    call = await openSession(platform())
    // Store URLs use the port on which this platform listens.
    platform().platform.origin = new URL(platform().url)
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    // A new account per test avoids the limit of ten tests a minute without advancing the clock.
    const account = await platform().addAccount(['storesRead', 'storesRead:write'])
    tester = await openSession(platform(), account)
    store = await createStore(call)
    provider.allow(appUri, `${getOrigin(store)}/oidc/member`)
  })

  const getHost = ({ subdomain }: { subdomain: string }) => `${subdomain}.localhost`
  const getOrigin = (target: { subdomain: string }) =>
    `http://${getHost(target)}:${new URL(platform().url).port}`
  const buildValues = (overrides: object = {}) => ({
    ...getInitialValues(memberSignOns),
    name: 'Acme app',
    storeId: store.id,
    issuer: provider.issuer,
    clientId: client.id,
    redirectUris: [appUri],
    ...overrides,
  })
  const buildApp = () => ({
    iosBundleId: 'com.shop.app',
    teamId: 'AB12CD34EF',
    androidPackage: 'com.shop.app',
    fingerprints: [fingerprint],
  })
  const createSetup = async (overrides: object = {}) => {
    const { status, body } = await call('POST', '/memberSignOns', { body: buildValues(overrides) })
    expect([status, body.fields]).toEqual([201, undefined])
    return body
  }
  const runTest = async (id: number) => {
    const { body } = await tester('POST', `/memberSignOns/${id}/test`, { body: {} })
    const jobOptions = {
      platform: platform().platform,
      kinds: buildJobKinds(areas),
      beforeCommit: recomputeStoreStats,
    }
    await runJobTurn({ ...jobOptions, isTurnOver: () => false }, body.job)
    return (await call('GET', `/memberSignOns/${id}/tests`)).body.data[0]
  }
  type Step = { name: string; outcome: string; sentence: string; field?: string; warning?: true }
  const getOutcomes = ({ steps }: { steps: Step[] }) =>
    Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]))
  const findStep = ({ steps }: { steps: Step[] }, name: string) =>
    steps.find((step) => step.name === name)
  const loadErrors = async (overrides: object) => {
    const { status, body } = await call('POST', '/memberSignOns', { body: buildValues(overrides) })
    expect(status).toBe(422)
    return body.fields
  }

  const loadSides = async (id: number, by = call) =>
    (await by('GET', `/memberSignOns/${id}/sides`)).body
  const createBrowser = () => createHostBrowser(platform().url, getHost(store))
  /** Completes a test sign-in as ana and returns the last page with its browser. */
  const runTestSignIn = async (id: number) => {
    const visit = createBrowser()
    const redirect = await visit((await loadSides(id)).testUrl)
    const { pathname, search } = await signInAtProvider(redirect.location, 'ana')
    return { ...(await visit(pathname + search)), redirect, visit, back: pathname + search }
  }
  const activate = (id: number) =>
    call('POST', `/memberSignOns/${id}/state`, { body: { event: 'activate' } })

  test('a public client with iOS and Android apps passes every step after a test sign-in', async () => {
    const { id } = await createSetup({ ...buildApp(), createMembers: true })
    const entry = await runTest(id)
    expect(getOutcomes(entry)).toEqual({
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
    expect((await activate(id)).status).toBe(409)
    expect((await runTestSignIn(id)).text).toMatch(/Test sign-in passed/)
    expect((await call('GET', `/memberSignOns/${id}`)).body.state).toBe('verified')
    // The test sign-in counts only for the current settings.
    expect(findStep(await runTest(id), 'signIn')).toMatchObject({ outcome: 'passed' })
    const { status, body } = await activate(id)
    expect([status, body.state]).toEqual([200, 'active'])
    const ifMatch = body.version
    await patchConfirmed(call, `/memberSignOns/${id}`, { body: { emailClaim: 'mail' }, ifMatch })
    expect(findStep(await runTest(id), 'signIn')).toMatchObject({ outcome: 'unknown' })
  })

  test("a test sign-in works like the app's, saves its claims and their result, and creates no member", async () => {
    const { id, version } = await createSetup({ nameClaim: 'given_name' })
    expect(await loadSides(id)).toEqual({
      redirectUri: `${getOrigin(store)}/oidc/member`,
      testUrl: expect.stringContaining(`${getOrigin(store)}/sign-on/member?ticket=`),
      lastTest: null,
    })
    const { status, text, redirect, cookies } = await runTestSignIn(id)
    const params = new URL(redirect.location).searchParams
    expect(Object.fromEntries(params)).toMatchObject({
      client_id: client.id,
      code_challenge_method: 'S256',
      redirect_uri: `${getOrigin(store)}/oidc/member`,
    })
    // This setup doesn't create members, so the sign-in fails.
    expect([status, text]).toEqual([200, expect.stringMatching(/Test sign-in failed/)])
    expect(cookies).toEqual([expect.stringMatching(/^memberSignOn=;/)])
    expect((await loadSides(id)).lastTest).toMatchObject({
      actor: platform().operator.email,
      claims: { sub: ['ana'], email: ['ana@acme.example'], groups: ['Staff'] },
      outcome: 'refused',
    })
    await call('PATCH', `/memberSignOns/${id}`, { body: { createMembers: true }, ifMatch: version })
    expect((await loadSides(id)).lastTest).toMatchObject({
      outcome: 'create',
      sentence: 'A real sign-in would create the member ana@acme.example (Ana) without a group.',
    })
    const { rows } = await sql`select 1 from members where store_id = ${store.id}`.execute(
      platform().platform.db,
    )
    expect(rows).toEqual([])
    const reader = await openSession(platform(), await platform().addAccount(['storesRead:read']))
    expect((await loadSides(id, reader)).testUrl).toBe('')
  })

  test('a response is valid once, in the same browser, at the same store, and for ten minutes', async () => {
    const { id } = await createSetup({ createMembers: true })
    const used = await runTestSignIn(id)
    expect((await used.visit(used.back)).text).toMatch(/request this sign-in/)
    const loadHistory = async () => (await call('GET', `/memberSignOns/${id}/tests`)).body.data
    const [entry, ...others] = await loadHistory()
    expect([entry, others]).toEqual([expect.objectContaining({ what: 'signIn' }), []])

    const visit = createBrowser()
    const { testUrl } = await loadSides(id)
    const redirect = await visit(testUrl)
    const { pathname, search, searchParams } = await signInAtProvider(redirect.location, 'ana')
    const wrongState = search.replace(String(searchParams.get('state')), 'another')
    expect((await visit(pathname + wrongState)).text).toMatch(/request this sign-in/)
    expect((await createBrowser()(pathname + search)).text).toMatch(/in another browser/)
    const visitOtherStore = createHostBrowser(platform().url, getHost(await createStore(call)))
    expect((await visitOtherStore(pathname + search)).text).toMatch(/request this sign-in/)
    expect((await visit(testUrl.replace(/\.[^.]*$/, '.forged'))).text).toMatch(
      /This link has expired/,
    )
    platform().advance(11 * 60_000)
    const lateResponse = await visit(pathname + search)
    platform().advance(-11 * 60_000)
    expect([lateResponse.status, lateResponse.text]).toEqual([
      403,
      expect.stringMatching(/took too long/),
    ])
    expect(await loadHistory()).toHaveLength(1)
  })

  test.each<[string, Claims, boolean, RegExp]>([
    ['another issuer', { iss: 'https://evil.example' }, false, /issued for this sign-in/],
    ['another client', { aud: 'another' }, false, /issued for this sign-in/],
    ['the nonce of another sign-in', { nonce: 'another' }, false, /issued for this sign-in/],
    [
      'an expiration date in the past',
      { iat: 1_700_000_000, exp: 1_700_000_600 },
      false,
      /has expired/,
    ],
    ['the signature of a foreign key', {}, true, /follow the OpenID Connect protocol|publish/],
  ])('a token with %s is rejected, and the step says why', async (_, claims, forged, sentence) => {
    const issuer = await startOidcIssuer()
    const { id } = await createSetup({ issuer: issuer.issuer, clientId: issuersClient.id })
    const visit = createBrowser()
    const { location } = await visit((await loadSides(id)).testUrl)
    const params = new URL(location).searchParams
    const nonce = params.get('nonce') ?? ''
    const signing = forged ? { key: issuer.stranger.privateKey } : {}
    const id_token = await issuer.sign({ nonce, ...claims }, signing)
    const tokens = { access_token: 'x', token_type: 'Bearer', id_token }
    issuer.upstream.on('POST /token', play.json(200, tokens))
    const back = new URLSearchParams({ code: 'x', state: params.get('state') ?? '' })
    const { status, text } = await visit(`/oidc/member?${back}`)
    await issuer.stop()
    expect([status, text]).toEqual([403, expect.stringMatching(sentence)])
    const [entry] = (await call('GET', `/memberSignOns/${id}/tests`)).body.data
    expect(findStep(entry, 'signIn')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(sentence),
    })
    expect((await loadSides(id)).lastTest).toBe(null)
  })

  test('an unregistered redirect URI fails its step, and only the last old test sign-in is kept', async () => {
    const { id } = await createSetup({ createMembers: true })
    await runTestSignIn(id)
    await runTestSignIn(id)
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
    expect(findStep(await runTest(id), 'redirect')).toEqual(
      expect.objectContaining({
        outcome: 'failed',
        sentence: expect.stringContaining(`${getOrigin(store)}/oidc/member`),
      }),
    )
  })

  test("the association files list the apps and paths and are served only on the store's host", async () => {
    const uris = [appUri, 'https://elsewhere.example/in', `https://${store.subdomain}.localhost/in`]
    platform().platform.origin = null
    const { id } = await createSetup({ ...buildApp(), redirectUris: uris })
    const { data } = (await call('GET', `/memberSignOns/${id}/files`)).body
    const host = `${store.subdomain}.localhost`
    const fetchFile = async (host: string, name: string) =>
      createHostBrowser(platform().url, host)(`/.well-known/${name}`)
    const apple = await fetchFile(host, 'apple-app-site-association')
    const android = await fetchFile(host, 'assetlinks.json')
    const otherHost = await fetchFile('another.localhost', 'assetlinks.json')
    const otherFile = await fetchFile(host, 'security.txt')
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
          sha256_cert_fingerprints: [fingerprint.toUpperCase()],
        },
      },
    ])
    expect([otherHost.status, otherFile.status]).toEqual([404, 404])
    expect(data.map(({ url }: { url: string }) => url)).toEqual([
      `https://${host}/.well-known/apple-app-site-association`,
      `https://${host}/.well-known/assetlinks.json`,
    ])
    expect(data.map(({ content }: { content: string }) => JSON.parse(content))).toEqual([
      JSON.parse(apple.text),
      JSON.parse(android.text),
    ])
  })

  test('a setup without an app needs and serves no association files', async () => {
    const { id } = await createSetup()
    const entry = await runTest(id)
    expect(findStep(entry, 'apple')).toMatchObject({
      outcome: 'skipped',
      required: false,
      sentence: expect.stringMatching(/no file/),
    })
    const { data } = (await call('GET', `/memberSignOns/${id}/files`)).body
    expect(data.map(({ content }: { content: string | null }) => content)).toEqual([null, null])
    const browser = createHostBrowser(platform().url, `${store.subdomain}.localhost`)
    expect((await browser('/.well-known/assetlinks.json')).status).toBe(404)
  })

  test.each([
    ['an unknown client', { clientId: 'stranger' }, 'client', 'clientId', /public client/],
    [
      'an unregistered redirect URI',
      { redirectUris: ['com.other:/x'] },
      'redirect',
      'redirectUris',
      /com\.other:\/x/,
    ],
    [
      'an unreachable issuer',
      { issuer: 'http://localhost:9' },
      'discovery',
      'issuer',
      /Nothing is listening/,
    ],
  ])(
    '%s fails the test with the field that fixes it',
    async (_, overrides, name, field, sentence) => {
      const { id } = await createSetup(overrides)
      const entry = await runTest(id)
      expect(entry.outcome).toBe('failed')
      expect(findStep(entry, name)).toMatchObject({ outcome: 'failed' })
      expect(findStep(entry, name)?.sentence).toMatch(sentence)
      expect(findStep(entry, name)?.field ?? undefined).toBe(field)
    },
  )

  test('a provider without PKCE (S256) fails its step, and unlisted scopes cause a warning', async () => {
    const issuer = await startOidcIssuer()
    const { id } = await createSetup({ issuer: issuer.issuer, scopes: ['orders'] })
    expect(findStep(await runTest(id), 'abilities')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/PKCE with S256/),
    })
    const extraMetadata = {
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid'],
    }
    issuer.upstream.on(issuer.discovery, play.json(200, { ...issuer.metadata, ...extraMetadata }))
    const entry = await runTest(id)
    expect(findStep(entry, 'abilities')?.outcome).toBe('passed')
    expect(findStep(entry, 'scopes')).toMatchObject({
      outcome: 'passed',
      warning: true,
      field: 'scopes',
    })
    await issuer.stop()
  })

  test("an association file that can't be fetched from the store's host fails its step", async () => {
    const { id } = await createSetup(buildApp())
    provider.allow(appUri, `http://${getHost(store)}:9/oidc/member`)
    platform().platform.origin = new URL('http://localhost:9')
    expect(findStep(await runTest(id), 'apple')).toMatchObject({ outcome: 'failed' })
    platform().platform.origin = new URL(platform().url)
  })

  test('incomplete apps and invalid redirect URIs are rejected at their fields', async () => {
    expect(
      await loadErrors({
        iosBundleId: 'com.shop.app',
        androidPackage: 'com.shop.app',
      }),
    ).toEqual({
      teamId: expect.stringMatching(/team ID/),
      fingerprints: expect.stringMatching(/certificate/),
    })
    expect(await loadErrors({ redirectUris: [] })).toEqual({
      redirectUris: 'Enter at least one redirect URI.',
    })
    expect(
      await loadErrors({
        redirectUris: Array.from({ length: 21 }, (_, index) => `${appUri}${index}`),
      }),
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
      expect(await loadErrors({ redirectUris: [uri] })).toHaveProperty('redirectUris')
    expect(
      await loadErrors({
        ...buildApp(),
        iosBundleId: 'com shop',
        teamId: 'short',
        fingerprints: ['AB'],
      }),
    ).toEqual({
      iosBundleId: expect.any(String),
      teamId: expect.any(String),
      fingerprints: expect.any(String),
    })
  })

  test('the default group must be a manual group of the same store', async () => {
    const createGroup = async (storeId: number, type: string) => {
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
    const otherStore = await createStore(call)
    expect(
      await loadErrors({ defaultGroupId: await createGroup(otherStore.id, 'manual') }),
    ).toEqual({
      defaultGroupId: expect.stringMatching(/another store/),
    })
    expect(await loadErrors({ defaultGroupId: await createGroup(store.id, 'rule') })).toEqual({
      defaultGroupId: expect.stringMatching(/manual group/),
    })
    await createSetup({ defaultGroupId: await createGroup(store.id, 'manual') })
  })

  /** Signs in as ana like an app and returns the claims. */
  const fetchClaims = async () => {
    const { outgoing } = platform().platform
    const settings = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: null,
      scopes: ['openid', 'profile', 'email'],
    }
    const providerMetadata = await discoverOidcProvider(outgoing, settings)
    const secrets = createOidcSecrets('state')
    const callbackUrl = await signInAtProvider(
      await buildOidcRequestUrl(providerMetadata, settings, appUri, secrets),
      'ana',
    )
    return fetchOidcClaims(providerMetadata, callbackUrl, secrets, ['email', 'groups'])
  }

  test('the preview shows whether claims create a member, sign one in, or are rejected', async () => {
    const claims = await fetchClaims()
    const { id, version } = await createSetup({ groupClaim: 'groups', nameClaim: 'given_name' })
    const loadPreview = async (text: string) =>
      (await call('GET', `/memberSignOns/${id}/lead?${new URLSearchParams({ claims: text })}`)).body
    const json = JSON.stringify(claims)
    expect(await loadPreview(json)).toMatchObject({ outcome: 'refused' })
    await call('PATCH', `/memberSignOns/${id}`, { body: { createMembers: true }, ifMatch: version })
    const member = 'ana@acme.example (Ana)'
    expect(await loadPreview(json)).toEqual({
      outcome: 'create',
      sentence: `A real sign-in would create the member ${member} without a group.`,
    })
    const { db } = platform().platform
    const group = await insertMembers(platform(), store.id, 1)
    await sql`update member_groups set name = 'Staff' where id = ${group}`.execute(db)
    const token = `e30.${Buffer.from(json).toString('base64url')}.c2ln`
    expect((await loadPreview(token)).sentence).toBe(
      `A real sign-in would create the member ${member} in the group Staff.`,
    )
    await sql`update members set email = 'Ana@acme.example' where store_id = ${store.id}`.execute(
      db,
    )
    expect(await loadPreview(json)).toMatchObject({ outcome: 'signIn' })
    for (const invalid of ['', 'x', '[', '7', 'a.b.c'])
      expect((await loadPreview(invalid)).sentence).toContain("isn't an ID token")
    const otherCaller = await openSession(
      platform(),
      await platform().addAccount(['storesRead'], [(await createStore(call)).id]),
    )
    expect((await otherCaller('GET', `/memberSignOns/${id}/lead?claims=x`)).status).toBe(404)
  })
})
