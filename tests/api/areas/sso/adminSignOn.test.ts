import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { findCaller } from '#server/platform/core/auth/tokens.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { purgePendingSignIns } from '#server/platform/areas/sso/pendingSignIns.ts'
import { buildServiceProviderMetadata } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { createSamlResponse } from '#tests/support/sso/samlAnswers.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'
import { createHostBrowser } from '#tests/support/storeHost.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createZoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const key = await createSigningKey('idp.example.com', new Date())
const nextKey = await createSigningKey('idp.example.com', new Date())
const entityId = 'https://idp.example.com/metadata'
const client = { id: 'console', secret: 'a-secret-of-tests' }
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['staff'] }
/** The provider doesn't say whether this address is verified. */
const bo = { email: 'bo@acme.example', verified: undefined, name: 'Bo Li', groups: [] }

describe.each(chooseDatabases('PGlite'))('Store admin SSO on $name', (database) => {
  const zone: Zone = new Map()
  const platform = usePlatform(database, { dns: createZoneResolver(zone), exceptions: loopback })
  let call: Caller
  let store: { id: number; subdomain: string }
  let host: string
  beforeAll(async () => {
    call = await openSession(platform())
  })
  beforeEach(async () => {
    zone.clear()
    store = await createStore(call)
    host = `${store.subdomain}.stores.example.com`
  })

  const buildValues = (overrides: object = {}) => ({
    ...getInitialValues(adminSignOns),
    name: 'Acme login',
    storeId: store.id,
    entityId,
    ssoUrl: 'http://127.0.0.1:9/sso',
    certificate: key.certificate,
    emailDomains: ['acme.example'],
    provision: true,
    clockSkew: 300,
    ...overrides,
  })
  const createSetup = async (overrides: object = {}) => {
    const { status, body } = await call('POST', '/adminSignOns', { body: buildValues(overrides) })
    expect([status, body.fields]).toEqual([201, undefined])
    return body
  }
  const loadSetup = async (id: number) => (await call('GET', `/adminSignOns/${id}`)).body
  const loadSides = async (id: number) => (await call('GET', `/adminSignOns/${id}/sides`)).body
  const addDomainRecords = async (id: number) => {
    for (const { name, value } of (await loadSides(id)).domains) zone.set(`TXT ${name}`, [value])
  }
  const runTest = async (id: number, by = call) => {
    const { body } = await by('POST', `/adminSignOns/${id}/test`, { body: {} })
    const { platform: running } = platform()
    await runJobTurn(
      {
        platform: running,
        kinds: buildJobKinds(areas),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      body.job,
    )
    const [entry] = (await call('GET', `/adminSignOns/${id}/tests`)).body.data
    return entry
  }
  const findStep = (entry: { steps: { name: string }[] }, name: string) =>
    entry.steps.find((step) => step.name === name)

  /** Parses the SAML request in the URL that a browser is redirected to. */
  const parseSamlRequest = (location: string) => {
    const { searchParams } = new URL(location)
    const text = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')
    const xml = inflateRawSync(text).toString()
    return {
      id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
      xml,
      state: searchParams.get('RelayState') ?? '',
    }
  }
  const person = {
    nameId: 'ana@acme.example',
    claims: { email: 'ana@acme.example', firstName: 'Ana', groups: ['staff'] },
  }
  /** Signs in through the SAML mock provider and returns the last page with its browser. */
  const runSamlSignIn = async (from: string, overrides: object = {}) => {
    const browser = createHostBrowser(platform().url, host)
    const redirect = await browser(from)
    expect([redirect.status, redirect.text]).toEqual([302, expect.any(String)])
    const { id, state } = parseSamlRequest(redirect.location)
    const xml = await createSamlResponse({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo: id,
      ...overrides,
    })
    const answer = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
    const response = await browser('/saml/acs', answer)
    const page = response.status === 303 ? await browser(response.location) : response
    return { ...page, answer, browser, redirect, next: response.location }
  }
  const runTestSignIn = async (id: number, overrides: object = {}) =>
    runSamlSignIn((await loadSides(id)).testUrl, overrides)
  /** Creates a setup with verified domains and a test sign-in, and activates it. */
  const createActiveSetup = async (overrides: object = {}) => {
    const { id } = await createSetup(overrides)
    await addDomainRecords(id)
    await runTestSignIn(id)
    // Its test can't pass because nothing listens at the sign-on URL.
    await sql`update admin_sign_ons set state = 'active', proven_version = settings_version where id = ${id}`.execute(
      platform().platform.db,
    )
    return id
  }

  test("the values to enter at the provider are URLs on the store's host", async () => {
    const { id } = await createSetup()
    expect(await loadSides(id)).toMatchObject({
      entityId: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      redirectUri: `https://${host}/oidc/callback`,
      signOnUrl: `https://${host}/sign-on`,
      certificates: [
        {
          field: 'certificate',
          subject: 'CN=idp.example.com',
          key: 'RSA 2048',
          usable: true,
          soon: false,
        },
      ],
      domains: [
        {
          domain: 'acme.example',
          name: '_store-sign-on.acme.example',
          value: expect.stringMatching(/^store-sign-on=[0-9a-f]{32}$/),
        },
      ],
      lastTest: null,
    })
    const metadata = await createHostBrowser(platform().url, host)('/saml/metadata')
    expect([metadata.status, metadata.text]).toEqual([
      200,
      expect.stringContaining(`https://${host}/saml/acs`),
    ])
  })

  test('the URLs are shown before a setup exists, but only to operators of the store', async () => {
    const path = `/stores/${store.id}/signOnAddresses`
    const { body } = await call('GET', path)
    expect(body).toEqual({
      admins: {
        entityId: `https://${host}/saml/metadata`,
        acsUrl: `https://${host}/saml/acs`,
        redirectUri: `https://${host}/oidc/callback`,
        metadataUrl: `https://${host}/saml/metadata`,
        signOnUrl: `https://${host}/sign-on`,
      },
      members: { redirectUri: `https://${host}/oidc/member` },
    })
    const { id } = await createSetup()
    expect(await loadSides(id)).toMatchObject(body.admins)
    const otherStore = await createStore(call)
    const account = await platform().addAccount(['storesRead'], [otherStore.id])
    const limitedCaller = await openSession(platform(), account)
    expect((await limitedCaller('GET', path)).status).toBe(404)
  })

  test('a store has one setup, and its host serves only sign-in', async () => {
    await createSetup()
    expect((await call('POST', '/adminSignOns', { body: buildValues() })).status).toBe(422)
    const browser = createHostBrowser(platform().url, host)
    expect((await browser('/sign-on')).text).toMatch(/isn&#39;t active/)
    for (const path of ['/stores', '/openapi.json', '/'])
      expect((await browser(path)).text, path).toMatch(/This page doesn&#39;t exist/)
    const otherHost = createHostBrowser(platform().url, `${randomUUID()}.stores.example.com`)
    expect((await otherHost('/saml/metadata')).status).toBe(404)
  })

  test("a network can start sixty sign-ins a minute, which doesn't affect other networks", async () => {
    await createSetup()
    const browser = createHostBrowser(platform().url, host, '203.0.113.9')
    const answers = await Promise.all(Array.from({ length: 61 }, () => browser('/sign-on')))
    expect(answers.filter(({ status }) => status === 429)).toMatchObject([
      { text: expect.stringContaining('Try again in a minute') },
    ])
    expect((await createHostBrowser(platform().url, host, '198.51.100.7')('/sign-on')).status).toBe(
      403,
    )
  })

  test('invalid certificates, groups for all stores, and missing accounts are rejected at their fields', async () => {
    const invalid = await call('POST', '/adminSignOns', {
      body: buildValues({
        certificate: 'hello!',
        nextCertificate: key.privateKey,
        groupRules: 'staff = Super administrators',
      }),
    })
    const incomplete = await call('POST', '/adminSignOns', {
      body: buildValues({ enforcement: 'required' }),
    })
    expect(incomplete.body.fields).toEqual({
      breakGlassId: expect.stringMatching(/Choose a break-glass account/),
    })
    expect([invalid.status, invalid.body.fields]).toEqual([
      422,
      {
        certificate: expect.stringMatching(/isn't a certificate/),
        nextCertificate: expect.stringMatching(/private key/),
        groupRules: expect.stringMatching(/grants access to stores/),
      },
    ])
    const missing = buildValues({
      groupRules: 'staff = Nobody',
      enforcement: 'required',
      breakGlassId: platform().operator.id,
    })
    const { fields } = (await call('POST', '/adminSignOns', { body: missing })).body
    expect(fields).toEqual({
      groupRules: "There's no user group named Nobody.",
      breakGlassId: expect.stringMatching(/doesn't exist/),
    })
  })

  test("a group rule can't give permissions that its author lacks", async () => {
    await call('POST', '/userGroups', {
      body: {
        name: `Sizers ${store.id}`,
        description: null,
        permissions: ['Sizes', 'Sizes:read'],
        allStores: false,
        storeIds: [],
      },
    })
    const account = await platform().addAccount(['storesRead', 'storesRead:write'], [store.id])
    const limitedCaller = await openSession(platform(), account)
    const { status, body } = await limitedCaller('POST', '/adminSignOns', {
      body: buildValues({ groupRules: `staff = Sizers ${store.id}` }),
    })
    expect([status, body.fields]).toEqual([422, { groupRules: expect.stringMatching(/Sizes/) }])
  })

  test('a test sign-in saves its claims and their result but creates no session or account', async () => {
    const { id } = await createSetup()
    const { status, text, cookies } = await runTestSignIn(id)
    expect(status).toBe(200)
    expect(text).toMatch(/Test sign-in passed/)
    expect(cookies.filter((cookie) => cookie.startsWith('storeAdminToken'))).toEqual([])
    expect((await loadSides(id)).lastTest).toMatchObject({
      actor: platform().operator.email,
      claims: { email: ['ana@acme.example'], groups: ['staff'] },
      outcome: 'create',
      sentence: 'A real sign-in would create the account ana@acme.example (Ana).',
    })
    const { rows } =
      await sql`select 1 from users where email = 'ana@acme.example' and store_ids @> array[${store.id}::integer]`.execute(
        platform().platform.db,
      )
    expect(rows).toEqual([])
    const [entry] = (await call('GET', `/adminSignOns/${id}/tests`)).body.data
    expect(entry).toMatchObject({ what: 'signIn', steps: [{ name: 'signIn', outcome: 'passed' }] })
  })

  test('a preset reads the claims of its provider and requires a new test', async () => {
    const { id, version, settingsVersion } = await createSetup()
    const body = { preset: 'entra' }
    const change = await call('PATCH', `/adminSignOns/${id}`, { body, ifMatch: version })
    expect(change.body.settingsVersion).toBe(settingsVersion + 1)
    const { read } = await loadSides(id)
    const claims = { [read.email]: 'bo@acme.example', [read.firstName]: 'Bo' }
    expect(Object.keys(claims)[0]).toMatch(/^http:.*emailaddress$/)
    const { text } = await runTestSignIn(id, { person: { nameId: 'x', claims } })
    expect(text).toMatch(/would create the account bo@acme\.example \(Bo\)/)
    const openId = { protocol: 'oidc', preset: 'google', entityId: null }
    const ifMatch = change.body.version
    await call('PATCH', `/adminSignOns/${id}`, { body: openId, ifMatch })
    expect((await loadSides(id)).read).toMatchObject({
      issuer: 'https://accounts.google.com',
      email: 'email',
    })
  })

  test("a failed test sign-in shows the reason on the store's page and in the history", async () => {
    const { id } = await createSetup()
    const { status, text } = await runTestSignIn(id, { audience: 'https://other.example.com' })
    expect([status, text]).toEqual([
      403,
      expect.stringMatching(/intended for https:\/\/other.example.com\./),
    ])
    const [entry] = (await call('GET', `/adminSignOns/${id}/tests`)).body.data
    expect(entry).toMatchObject({
      outcome: 'failed',
      steps: [{ name: 'signIn', outcome: 'failed', code: 'wrong_audience' }],
    })
    const foreign = { nameId: 'a@evil.example', claims: { email: 'a@evil.example' } }
    expect((await runTestSignIn(id, { person: foreign })).text).toMatch(
      /from one of this store&#39;s verified domains/,
    )
  })

  test('a response is valid once and only in the browser that requested it', async () => {
    const { id } = await createSetup()
    const used = await runTestSignIn(id)
    expect((await used.browser('/saml/acs', used.answer)).text).toMatch(/request this sign-in/)
    // A new response to another request is accepted.
    const again = await runSamlSignIn((await loadSides(id)).testUrl, { seconds: 300 })
    expect(again.status).toBe(200)
    const otherBrowser = createHostBrowser(platform().url, host)
    const redirect = await otherBrowser((await loadSides(id)).testUrl)
    const xml = await createSamlResponse({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo: parseSamlRequest(redirect.location).id,
    })
    const answer = {
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: parseSamlRequest(redirect.location).state,
    }
    const response = await otherBrowser('/saml/acs', answer)
    expect(response.status).toBe(303)
    expect((await otherBrowser('/saml/acs', answer)).text).toMatch(/already used/)
    const stranger = createHostBrowser(platform().url, host)
    expect((await stranger(response.location)).text).toMatch(/in another browser/)
  })

  test('the first sign-in creates an account for this store only, and the next one reuses it', async () => {
    await createActiveSetup()
    const { status, text, cookies } = await runSamlSignIn('/sign-on')
    expect([status, text]).toEqual([200, expect.stringMatching(/Signed in/)])
    const token = /storeAdminToken=([\w-]+); Path=\/; HttpOnly; Secure; SameSite=Strict/.exec(
      cookies.join('\n'),
    )?.[1]
    const call = createCaller(platform(), token)
    expect((await call('GET', '/users/roles/details')).status).toBe(401)
    const again = await runSamlSignIn('/sign-on')
    expect(again.status).toBe(200)
    const { rows } = await sql<{
      storeIds: number[]
      kind: string
    }>`select store_ids, kind from users where email = 'ana@acme.example'`.execute(
      platform().platform.db,
    )
    expect(rows).toEqual([{ storeIds: [store.id], kind: 'store_admin' }])
    expect((await call('POST', '/auth/logout')).status).toBe(204)
    expect((await call('POST', '/auth/logout')).status).toBe(401)
    await sql`delete from users where email = 'ana@acme.example'`.execute(platform().platform.db)
  })

  describe("Groups that a store's provider assigns", () => {
    const createGroup = async () => {
      const body = {
        name: `Sizers ${store.id}`,
        description: null,
        permissions: ['Sizes', 'Sizes:read'],
        allStores: false,
        storeIds: [],
      }
      return (await call('POST', '/userGroups', { body })).body
    }
    const createAdmin = async (storeIds: readonly number[]) => {
      const admin = await platform().addAccount([], storeIds, storeAdminIdentifier)
      return admin
    }
    const activateWithRules = async () => {
      const group = await createGroup()
      const signOnId = await createActiveSetup({
        groupRules: `staff = ${group.name}`,
        emailDomains: ['acme.example', 'example.com'],
      })
      return { group, signOnId }
    }
    /** Signs in as a member of these groups and returns the session's token. */
    const signOnAs = async (email: string, groups = ['staff']) => {
      const claims = { email, groups }
      const { status, cookies } = await runSamlSignIn('/sign-on', {
        person: { nameId: email, claims },
      })
      expect([email, status]).toEqual([email, 200])
      const [, token = ''] = /storeAdminToken=([\w-]+)/.exec(cookies.join()) ?? []
      return token
    }
    const loadSession = async (token: string) => {
      const caller = await findCaller(platform().platform, `Bearer ${token}`, ['store'])
      const { permissions, storeIds } = caller
      return { permissions, storeIds }
    }
    const loadSsoGroups = async (id: number) => {
      const { rows } = await sql<{ storeId: number; groupId: number }>`
        select store_id, group_id from sso_groups where user_id = ${id}`.execute(
        platform().platform.db,
      )
      return rows
    }
    const groupPermissions = ['Sizes', 'Sizes:read']

    test('apply to an admin of several stores only in an SSO session of that store', async () => {
      const otherStore = await createStore(call)
      const admin = await createAdmin([store.id, otherStore.id])
      await activateWithRules()
      const token = await signOnAs(admin.email)
      expect(await loadSession(token)).toEqual({
        permissions: groupPermissions,
        storeIds: [store.id],
      })
      const withPassword = await fetchToken(platform(), admin)
      const { permissions, storeIds } = await loadSession(withPassword)
      expect([permissions, storeIds?.toSorted()]).toEqual([
        [],
        [store.id, otherStore.id].toSorted(),
      ])
      expect((await createCaller(platform(), token)('GET', '/sizes')).status).toBe(401)
      const sources = (await call('GET', `/users/${admin.id}/rights`)).body.rights
      expect(sources).toEqual(
        groupPermissions.map((right) => ({
          right,
          from: [expect.stringMatching(/\(only in .+, through SSO\)$/)],
        })),
      )
    })

    test('apply in every session of a one-store admin until a second store is added', async () => {
      const admin = await createAdmin([store.id])
      const { group } = await activateWithRules()
      await signOnAs(admin.email)
      expect(await loadSsoGroups(admin.id)).toEqual([{ storeId: store.id, groupId: group.id }])
      const withPassword = await fetchToken(platform(), admin)
      expect((await loadSession(withPassword)).permissions).toEqual(groupPermissions)
      const otherStore = await createStore(call)
      const { version } = (await call('GET', `/users/${admin.id}`)).body
      const body = { storeIds: [store.id, otherStore.id] }
      const change = await call('PATCH', `/users/${admin.id}`, { body, ifMatch: version })
      expect(change.status).toBe(200)
      expect((await loadSession(withPassword)).permissions).toEqual([])
    })

    test("don't change an operator's groups and end when the provider no longer assigns them", async () => {
      const admin = await createAdmin([store.id])
      const { groupIds } = (await call('GET', `/users/${admin.id}`)).body
      await activateWithRules()
      await signOnAs(admin.email)
      expect((await call('GET', `/users/${admin.id}`)).body.groupIds).toEqual(groupIds)
      const token = await signOnAs(admin.email, [])
      expect((await loadSession(token)).permissions).toEqual([])
      const { rows } = await sql<{ changes: object }>`select changes from audit
        where target_type = 'users' and target_id = ${admin.id} and stream = 'security'
        order by id desc limit 2`.execute(platform().platform.db)
      expect(rows.map(({ changes }) => changes)).toMatchObject([
        { ssoGroups: { before: [`Sizers ${store.id}`], after: [] } },
        { ssoGroups: { before: [], after: [`Sizers ${store.id}`] } },
      ])
    })

    test.each(['the store is removed', 'the setup is deleted', 'the account becomes an operator'])(
      'are permanently removed once %s',
      async (event) => {
        const otherStore = await createStore(call)
        const admin = await createAdmin([store.id, otherStore.id])
        const { signOnId } = await activateWithRules()
        const token = await signOnAs(admin.email)
        const { db } = platform().platform
        const [storeIds, both] = [[otherStore.id], [store.id, otherStore.id]]
        if (event === 'the setup is deleted')
          await sql`delete from admin_sign_ons where id = ${signOnId}`.execute(db)
        else if (event === 'the account becomes an operator')
          await sql`update users set s_identifier = 1 where id = ${admin.id}`.execute(db)
        else
          await sql`update users set store_ids = ${storeIds}::int[] where id = ${admin.id}`.execute(
            db,
          )
        await sql`update users set s_identifier = 2, store_ids = ${both}::int[] where id = ${admin.id}`.execute(
          db,
        )
        expect(await loadSsoGroups(admin.id)).toEqual([])
        if (event !== 'the account becomes an operator')
          expect((await loadSession(token)).permissions).toEqual([])
      },
    )

    test('can be replaced with a group without stores, and keep their group from being deleted', async () => {
      const admin = await createAdmin([store.id])
      const { group } = await activateWithRules()
      await signOnAs(admin.email)
      const path = `/userGroups/${group.id}`
      const rejection = await call('DELETE', path, { ifMatch: group.version })
      expect([rejection.status, JSON.stringify(rejection.body)]).toEqual([
        409,
        expect.stringContaining('user from an identity provider'),
      ])
      const widen = await call('PATCH', path, { body: { allStores: true }, ifMatch: group.version })
      expect([widen.status, Object.keys(widen.body.fields ?? {})]).toEqual([422, ['allStores']])
      const createOtherGroup = async (overrides: object) => {
        const body = {
          name: randomUUID(),
          permissions: ['Colors:read'],
          storeIds: [],
          ...overrides,
        }
        return (await call('POST', '/userGroups', { body })).body.id as number
      }
      const [wideGroup, narrowGroup] = [
        await createOtherGroup({ allStores: true }),
        await createOtherGroup({ allStores: false }),
      ]
      const replace = (groupId: number) =>
        call('POST', `${path}/replacement`, { body: { groupId }, ifMatch: group.version })
      expect((await replace(wideGroup)).status).toBe(422)
      const unconfirmed = await replace(narrowGroup)
      const reach = unconfirmed.body.reach
      expect(reach).toMatchObject({
        reaches: 1,
        worse: [
          { what: expect.stringMatching(/^Permissions lost: /) },
          { what: expect.stringMatching(/^Permissions gained: /) },
        ],
      })
      const replacement = await call('POST', `${path}/replacement?reach=${reach.token}`, {
        body: { groupId: narrowGroup },
        ifMatch: group.version,
      })
      expect(replacement.status).toBe(204)
      expect(await loadSsoGroups(admin.id)).toEqual([{ storeId: store.id, groupId: narrowGroup }])
    })
    test('keep an operator with fewer permissions from taking over the account', async () => {
      const admin = await createAdmin([store.id])
      await activateWithRules()
      await signOnAs(admin.email)
      const limitedAccount = await platform().addAccount(['users'], [store.id])
      const limitedCaller = await openSession(platform(), limitedAccount)
      expect((await limitedCaller('POST', `/users/${admin.id}/link`)).status).toBe(403)
      await signOnAs(admin.email, [])
      expect((await limitedCaller('POST', `/users/${admin.id}/link`)).status).toBe(201)
    })
  })

  test.each([
    ['keys', 403, /a check of the provider or its email domains failed/],
    ['domains', 403, /a check of the provider or its email domains failed/],
    ['fit', 403, /a check of the provider or its email domains failed/],
    ['provider', 200, /Signed in/],
    ['clock', 200, /Signed in/],
  ])(
    'a degraded setup whose step %s failed answers a sign-in with status %i',
    async (name, status, sentence) => {
      const id = await createActiveSetup()
      const { db } = platform().platform
      const steps = [{ name, title: name, required: true, outcome: 'failed', sentence: 'Failed.' }]
      await sql`insert into integration_history
      (resource, record_id, what, version, actor, started_at, ended_at, outcome, sentence, steps)
      values ('adminSignOns', ${id}, 'check', 1, 'platform', now(), now(), 'failed', 'Failed.', ${JSON.stringify(steps)}::jsonb)`.execute(
        db,
      )
      await sql`update admin_sign_ons set state = 'degraded', failures = 3 where id = ${id}`.execute(
        db,
      )
      if (status === 200) {
        const page = await runSamlSignIn('/sign-on')
        expect([page.status, page.text]).toEqual([200, expect.stringMatching(sentence)])
        await sql`delete from users where email = 'ana@acme.example'`.execute(db)
        return
      }
      const redirect = await createHostBrowser(platform().url, host)('/sign-on')
      expect([redirect.status, redirect.text]).toEqual([status, expect.stringMatching(sentence)])
    },
  )

  test('a sign-in that started before the setup was disabled is rejected', async () => {
    const id = await createActiveSetup()
    const browser = createHostBrowser(platform().url, host)
    const redirect = await browser('/sign-on')
    await sql`update admin_sign_ons set state = 'disabled' where id = ${id}`.execute(
      platform().platform.db,
    )
    const { id: inResponseTo, state } = parseSamlRequest(redirect.location)
    const xml = await createSamlResponse({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo,
    })
    const answer = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
    const response = await browser('/saml/acs', answer)
    const page = response.status === 303 ? await browser(response.location) : response
    expect([page.status, page.text]).toEqual([403, expect.stringMatching(/isn&#39;t active/)])
  })

  test("an operator can't sign in, even if the provider's domain allows the address", async () => {
    await createActiveSetup({ emailDomains: ['acme.example', 'example.com'] })
    const { email } = platform().operator
    const operator = { nameId: email, claims: { email } }
    const { status, text, cookies } = await runSamlSignIn('/sign-on', { person: operator })
    expect([status, text]).toEqual([403, expect.stringMatching(/is an operator/)])
    expect(cookies.some((cookie) => cookie.startsWith('storeAdminToken'))).toBe(false)
  })

  test('required SSO disables passwords for store admins except the break-glass account', async () => {
    const admin = await platform().addAccount([], [store.id], storeAdminIdentifier)
    const breakGlass = await platform().addAccount([], [store.id], storeAdminIdentifier)
    await createActiveSetup({ enforcement: 'required', breakGlassId: breakGlass.id })
    const { lockedOut } = await loadSides(
      (await call('GET', `/adminSignOns?filter[storeId][eq]=${store.id}`)).body.data[0].id,
    )
    expect(lockedOut).toEqual({ count: 1, emails: [admin.email] })
    const rejection = await createCaller(platform())('POST', '/auth/login', {
      body: { email: admin.email, password: admin.password },
    })
    expect([rejection.status, rejection.body.code]).toEqual([401, 'sign_on_required'])
    expect(await fetchToken(platform(), breakGlass)).toMatch(/./)
  })

  test('metadata is read from text or a URL, and invalid metadata is rejected at its field', async () => {
    const readMetadata = (body: object) => call('POST', '/signOnMetadata', { body })
    expect((await readMetadata({ xml: '<html/>' })).body.fields).toEqual({
      xml: expect.stringMatching(/web page/),
    })
    expect((await readMetadata({ url: 'http://10.0.0.1/' })).body.fields).toEqual({
      url: expect.any(String),
    })
    expect((await readMetadata({ url: 'http://127.0.0.1:9/' })).body.fields.url).toMatch(
      /Nothing is listening/,
    )
    expect((await readMetadata({})).status).toBe(400)
    const ownMetadata = buildServiceProviderMetadata(
      { entityId, acsUrl: 'https://x.example.com', signingKey: null },
      { nameIdFormat: 'email', signRequests: false, wantAssertionsSigned: true },
    )
    expect((await readMetadata({ xml: ownMetadata })).body.fields.xml).toMatch(
      /isn't the service provider's metadata/,
    )
    const caseFile = (name: string) => readFileSync(`tests/cases/${name}`, 'utf8')
    expect(
      (await readMetadata({ xml: caseFile('saml-expired-metadata.xml') })).body.fields,
    ).toEqual({
      xml: 'This metadata expired on 01/01/2021. Get the current metadata from the provider.',
    })
    expect(
      (await readMetadata({ xml: caseFile('saml-certificate-chain.xml') })).body,
    ).toMatchObject({
      certificate: expect.stringContaining('BEGIN CERTIFICATE'),
      nextCertificate: null,
    })
  })

  test('the next certificate replaces the current one without a new test', async () => {
    const id = await createActiveSetup({ nextCertificate: nextKey.certificate })
    const { version } = await loadSetup(id)
    const { status, body } = await call('POST', `/adminSignOns/${id}/rotation`, {
      body: {},
      ifMatch: version,
    })
    expect([status, body.state, body.certificate, body.nextCertificate]).toEqual([
      200,
      'active',
      nextKey.certificate,
      null,
    ])
    const second = await call('POST', `/adminSignOns/${id}/rotation`, {
      body: {},
      ifMatch: body.version,
    })
    expect(second.status).toBe(409)
    const { data } = (await call('GET', '/integrations/expiries?days=366')).body
    expect(data).toEqual([])
  })

  test('signed requests have a signature, and the metadata has its certificate', async () => {
    const { id, signingKey } = await createSetup({ signRequests: true })
    expect(signingKey).toMatchObject({ set: true })
    const redirect = await createHostBrowser(platform().url, host)((await loadSides(id)).testUrl)
    expect(new URL(redirect.location).searchParams.get('SigAlg')).toMatch(/sha256$/)
    const { text } = await createHostBrowser(platform().url, host)('/saml/metadata')
    expect(text).toContain('X509Certificate')
  })

  test('failed steps name what is missing and the field that fixes it', async () => {
    const { id } = await createSetup({ entityId: null })
    expect(findStep(await runTest(id), 'fit')).toMatchObject({
      outcome: 'failed',
      field: 'entityId',
    })
    await call('PATCH', `/adminSignOns/${id}`, { body: { entityId }, ifMatch: 1 })
    const unproven = await runTest(id)
    expect(findStep(unproven, 'keys')).toMatchObject({
      outcome: 'passed',
      sentence: expect.stringMatching(/expires on/),
    })
    expect(findStep(unproven, 'domains')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/no TXT record _store-sign-on\.acme\.example/),
    })
    await addDomainRecords(id)
    const reached = await runTest(id)
    expect(findStep(reached, 'domains')).toMatchObject({ outcome: 'passed' })
    expect(findStep(reached, 'request')).toMatchObject({ outcome: 'failed', code: 'ECONNREFUSED' })
  })

  describe('OpenID Connect', () => {
    let provider: OidcProvider
    beforeAll(async () => {
      provider = await startOidcProvider({ client, people: { ana, bo } })
    })
    afterAll(() => provider.stop())
    const oidc = () => ({
      protocol: 'oidc',
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
    })

    test('a setup passes its test, a test sign-in, and activation, and then signs an admin in', async () => {
      const body = {
        name: randomUUID(),
        permissions: ['Sizes:read'],
        allStores: false,
        storeIds: [],
      }
      const group = (await call('POST', '/userGroups', { body })).body
      const { id } = await createSetup({ ...oidc(), groupRules: `staff = ${group.name}` })
      provider.allow((await loadSides(id)).redirectUri)
      await addDomainRecords(id)
      const entry = await runTest(id)
      expect(
        entry.steps.map((step: { name: string; outcome: string }) => [step.name, step.outcome]),
      ).toEqual([
        ['provider', 'passed'],
        ['fit', 'passed'],
        ['keys', 'passed'],
        ['clock', 'passed'],
        ['domains', 'passed'],
        ['credentials', 'passed'],
        ['request', 'passed'],
        ['signIn', 'unknown'],
      ])
      expect(entry.outcome).toBe('unknown')
      const activate = () =>
        call('POST', `/adminSignOns/${id}/state`, { body: { event: 'activate' } })
      expect((await activate()).status).toBe(409)

      const signIn = async (from: string) => {
        const browser = createHostBrowser(platform().url, host)
        const redirect = await browser(from)
        const back = await signInAtProvider(redirect.location, 'ana')
        const response = await browser(back.pathname + back.search)
        return browser(response.location)
      }
      expect((await signIn((await loadSides(id)).testUrl)).text).toMatch(/Test sign-in passed/)
      expect((await loadSetup(id)).state).toBe('verified')
      expect((await activate()).body.state).toBe('active')
      const { signOnState } = (await call('GET', `/stores/${store.id}`)).body
      expect(signOnState).toBe('active')
      expect((await signIn('/sign-on')).text).toMatch(/Signed in/)
      const { rows } = await sql<{ storeId: number; groupId: number }>`
        select sso_groups.store_id, group_id from sso_groups join users on users.id = user_id
        where email = 'ana@acme.example'`.execute(platform().platform.db)
      expect(rows).toEqual([{ storeId: store.id, groupId: group.id }])
      await sql`delete from users where email = 'ana@acme.example'`.execute(platform().platform.db)
    })

    const signInAs = async (name: string, from: string) => {
      const browser = createHostBrowser(platform().url, host)
      const redirect = await browser(from)
      const back = await signInAtProvider(redirect.location, name)
      const response = await browser(back.pathname + back.search)
      return response.status === 303 ? browser(response.location) : response
    }

    test("an unverified email address can't sign in until the operator trusts the provider", async () => {
      const { id, version } = await createSetup(oidc())
      provider.allow((await loadSides(id)).redirectUri)
      expect((await signInAs('bo', (await loadSides(id)).testUrl)).text).toMatch(
        /say that bo@acme\.example is verified/,
      )
      const body = { trustEmails: true }
      const change = await call('PATCH', `/adminSignOns/${id}`, { body, ifMatch: version })
      expect(change.body.settingsVersion).toBe(2)
      expect((await signInAs('bo', (await loadSides(id)).testUrl)).text).toMatch(/would create/)
    })

    test.each([
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/organizations/v2.0',
      'https://sts.windows.net/{tenantid}/',
    ])('the issuer %s is rejected on save', async (issuer) => {
      const { status, body } = await call('POST', '/adminSignOns', {
        body: buildValues({ ...oidc(), issuer }),
      })
      expect([status, body.fields]).toEqual([
        422,
        { issuer: expect.stringMatching(/your own tenant|your organization's own value/) },
      ])
    })

    test('a shared issuer that was saved before is rejected by the test and by sign-ins', async () => {
      const { id } = await createSetup(oidc())
      await sql`update admin_sign_ons set issuer = 'https://login.microsoftonline.com/common/v2.0'
        where id = ${id}`.execute(platform().platform.db)
      // The limit is ten tests a minute for each account.
      const permissions = ['storesRead', 'storesRead:write']
      const another = await openSession(platform(), await platform().addAccount(permissions))
      expect(findStep(await runTest(id, another), 'provider')).toMatchObject({
        outcome: 'failed',
        code: 'ISSUER_OF_MANY',
        field: 'issuer',
        sentence: expect.stringMatching(/your own tenant/),
      })
      const browser = createHostBrowser(platform().url, host)
      expect((await browser((await loadSides(id)).testUrl)).status).toBe(403)
    })

    test("the client secret's expiration date is listed with other expirations", async () => {
      const day = new Date(platform().platform.now().getTime() + 86_400_000 * 20)
      const secretExpiresOn = day.toISOString().slice(0, 10)
      const { id } = await createSetup({ ...oidc(), secretExpiresOn })
      const { data } = (await call('GET', '/integrations/expiries?days=30')).body
      expect(data).toContainEqual(
        expect.objectContaining({ resource: 'adminSignOns', id, what: 'Client secret' }),
      )
    })

    test("a required client secret that isn't set is reported as missing, not as wrong", async () => {
      const { id } = await createSetup({ ...oidc(), clientSecret: null })
      await addDomainRecords(id)
      expect(findStep(await runTest(id), 'credentials')).toMatchObject({
        outcome: 'failed',
        sentence: expect.stringMatching(/requires a client secret that isn't set/),
        field: 'clientSecret',
      })
    })

    test('a wrong secret and an unregistered redirect URI fail their steps', async () => {
      const { id } = await createSetup({ ...oidc(), clientSecret: 'wrong-secret' })
      await addDomainRecords(id)
      provider.allow('https://other.example.com/oidc/callback')
      expect(findStep(await runTest(id), 'credentials')).toMatchObject({
        outcome: 'failed',
        field: 'clientSecret',
      })
      await call('PATCH', `/adminSignOns/${id}`, {
        body: { clientSecret: client.secret },
        ifMatch: 1,
      })
      expect(findStep(await runTest(id), 'request')).toMatchObject({
        outcome: 'failed',
        sentence: expect.stringMatching(/isn't registered/),
      })
    })
  })

  test("a test link can't be forged, expires after half an hour, and needs write permission", async () => {
    const { id } = await createSetup()
    const { testUrl } = await loadSides(id)
    const browser = createHostBrowser(platform().url, host)
    expect((await browser(testUrl.replace(/.$/, 'A') + 'x')).text).toMatch(/This link has expired/)
    platform().advance(31 * 60_000)
    expect((await browser(testUrl)).text).toMatch(/This link has expired/)
    const reader = await openSession(platform(), await platform().addAccount(['storesRead:read']))
    expect((await reader('GET', `/adminSignOns/${id}/sides`)).body.testUrl).toBe('')
  })

  test('deleting old sign-ins keeps the last test of a setup', async () => {
    const { id } = await createSetup()
    await runTestSignIn(id)
    platform().advance(25 * 60 * 60_000)
    await purgePendingSignIns(platform().platform)
    call = await openSession(platform())
    expect((await loadSides(id)).lastTest).not.toBe(null)
  })
})
