import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { findCaller } from '#server/platform/core/auth/tokens.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { purgePendingSignIns } from '#server/platform/areas/sso/pendingSignIns.ts'
import { buildServiceProviderMetadata } from '#server/platform/areas/sso/saml/samlClient.ts'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { samlAnswer } from '#tests/support/sso/samlAnswers.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'
import { browserAt } from '#tests/support/storeHost.ts'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { zoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { newStore } from '#tests/api/support/stores.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const key = await createSigningKey('idp.example.com', new Date())
const nextKey = await createSigningKey('idp.example.com', new Date())
const entityId = 'https://idp.example.com/metadata'
const client = { id: 'console', secret: 'a-secret-of-tests' }
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['staff'] }
/** Nothing is said of whether this address is verified. */
const bo = { email: 'bo@acme.example', verified: undefined, name: 'Bo Li', groups: [] }

describe.each(usually('PGlite'))("sign-on of stores' admins on $name", (database) => {
  const zone: Zone = new Map()
  const platform = usePlatform(database, { dns: zoneResolver(zone), exceptions: loopback })
  let call: Caller
  let store: { id: number; subdomain: string }
  let host: string
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  beforeEach(async () => {
    zone.clear()
    store = await newStore(call)
    host = `${store.subdomain}.stores.example.com`
  })

  const values = (more: object = {}) => ({
    ...getInitialValues(adminSignOns),
    name: 'Acme login',
    storeId: store.id,
    entityId,
    ssoUrl: 'http://127.0.0.1:9/sso',
    certificate: key.certificate,
    emailDomains: ['acme.example'],
    provision: true,
    clockSkew: 300,
    ...more,
  })
  const setUp = async (more: object = {}) => {
    const { status, body } = await call('POST', '/adminSignOns', { body: values(more) })
    expect([status, body.fields]).toEqual([201, undefined])
    return body
  }
  const now = async (id: number) => (await call('GET', `/adminSignOns/${id}`)).body
  const sides = async (id: number) => (await call('GET', `/adminSignOns/${id}/sides`)).body
  const prove = async (id: number) => {
    for (const { name, value } of (await sides(id)).domains) zone.set(`TXT ${name}`, [value])
  }
  const test1 = async (id: number, by = call) => {
    const { body } = await by('POST', `/adminSignOns/${id}/test`, { body: {} })
    const { platform: running } = platform()
    await runJob(
      {
        platform: running,
        kinds: buildJobKinds(),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      body.job,
    )
    const [entry] = (await call('GET', `/adminSignOns/${id}/tests`)).body.data
    return entry
  }
  const step = (entry: { steps: { name: string }[] }, name: string) =>
    entry.steps.find((one) => one.name === name)

  /** The request that a browser carries to a SAML provider. */
  const requestIn = (location: string) => {
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
  /** A sign-in at the SAML stand-in: where it ends, in the browser that began it. */
  const samlSignIn = async (from: string, more: object = {}) => {
    const browser = browserAt(platform().url, host)
    const begun = await browser(from)
    expect([begun.status, begun.text]).toEqual([302, expect.any(String)])
    const { id, state } = requestIn(begun.location)
    const xml = await samlAnswer({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo: id,
      ...more,
    })
    const answer = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
    const taken = await browser('/saml/acs', answer)
    const done = taken.status === 303 ? await browser(taken.location) : taken
    return { ...done, answer, browser, begun, next: taken.location }
  }
  const testSignIn = async (id: number, more: object = {}) =>
    samlSignIn((await sides(id)).testUrl, more)
  /** A set-up whose every step is proven, and that is active. */
  const active = async (more: object = {}) => {
    const { id } = await setUp(more)
    await prove(id)
    await testSignIn(id)
    // Nothing listens at the sign-on URL of these tests.
    await sql`update admin_sign_ons set state = 'active', proven_version = settings_version where id = ${id}`.execute(
      platform().platform.db,
    )
    return id
  }

  test('the values to enter at the provider are addresses at the host of the store', async () => {
    const { id } = await setUp()
    expect(await sides(id)).toMatchObject({
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
    const metadata = await browserAt(platform().url, host)('/saml/metadata')
    expect([metadata.status, metadata.text]).toEqual([
      200,
      expect.stringContaining(`https://${host}/saml/acs`),
    ])
  })

  test('they are told of a store before anything is set up, and of no store beyond reach', async () => {
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
    const { id } = await setUp()
    expect(await sides(id)).toMatchObject(body.admins)
    const other = await newStore(call)
    const account = await platform().addAccount(['storesRead'], [other.id])
    const limited = await signedIn(platform(), account)
    expect((await limited('GET', path)).status).toBe(404)
  })

  test('a store has one set-up, and nothing but sign-on answers at its host', async () => {
    await setUp()
    expect((await call('POST', '/adminSignOns', { body: values() })).status).toBe(422)
    const browser = browserAt(platform().url, host)
    expect((await browser('/sign-on')).text).toMatch(/isn&#39;t active/)
    for (const path of ['/stores', '/openapi.json', '/'])
      expect((await browser(path)).text, path).toMatch(/This page doesn&#39;t exist/)
    const elsewhere = browserAt(platform().url, `${randomUUID()}.stores.example.com`)
    expect((await elsewhere('/saml/metadata')).status).toBe(404)
  })

  test('sixty sign-ons a minute may be begun from one network, before anything is kept or asked; others go on', async () => {
    await setUp()
    const crowd = browserAt(platform().url, host, '203.0.113.9')
    const answers = await Promise.all(Array.from({ length: 61 }, () => crowd('/sign-on')))
    expect(answers.filter(({ status }) => status === 429)).toMatchObject([
      { text: expect.stringContaining('Try again in a minute') },
    ])
    expect((await browserAt(platform().url, host, '198.51.100.7')('/sign-on')).status).toBe(403)
  })

  test('a certificate that is none, groups that reach further and a break-glass account that cannot are refused at their fields', async () => {
    const wide = await call('POST', '/adminSignOns', {
      body: values({
        certificate: 'hello!',
        nextCertificate: key.privateKey,
        groupRules: 'staff = Super administrators',
      }),
    })
    const without = await call('POST', '/adminSignOns', {
      body: values({ enforcement: 'required' }),
    })
    expect(without.body.fields).toEqual({
      breakGlassId: expect.stringMatching(/Choose a break-glass account/),
    })
    expect([wide.status, wide.body.fields]).toEqual([
      422,
      {
        certificate: expect.stringMatching(/isn't a certificate/),
        nextCertificate: expect.stringMatching(/private key/),
        groupRules: expect.stringMatching(/grants access to stores/),
      },
    ])
    const none = values({
      groupRules: 'staff = Nobody',
      enforcement: 'required',
      breakGlassId: platform().operator.id,
    })
    const { fields } = (await call('POST', '/adminSignOns', { body: none })).body
    expect(fields).toEqual({
      groupRules: "There's no user group named Nobody.",
      breakGlassId: expect.stringMatching(/doesn't exist/),
    })
  })

  test('nobody gives rights through a rule that they do not hold', async () => {
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
    const limited = await signedIn(platform(), account)
    const { status, body } = await limited('POST', '/adminSignOns', {
      body: values({ groupRules: `staff = Sizers ${store.id}` }),
    })
    expect([status, body.fields]).toEqual([422, { groupRules: expect.stringMatching(/Sizes/) }])
  })

  test('a test sign-in keeps claims and what they would lead to, and gives no session and no account', async () => {
    const { id } = await setUp()
    const { status, text, cookies } = await testSignIn(id)
    expect(status).toBe(200)
    expect(text).toMatch(/Test sign-in passed/)
    expect(cookies.filter((cookie) => cookie.startsWith('storeAdminToken'))).toEqual([])
    expect((await sides(id)).lastTest).toMatchObject({
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

  test('a preset has the claims read that such a provider sends, and asks for a new test', async () => {
    const { id, version, settingsVersion } = await setUp()
    const body = { preset: 'entra' }
    const changed = await call('PATCH', `/adminSignOns/${id}`, { body, ifMatch: version })
    expect(changed.body.settingsVersion).toBe(settingsVersion + 1)
    const { read } = await sides(id)
    const claims = { [read.email]: 'bo@acme.example', [read.firstName]: 'Bo' }
    expect(Object.keys(claims)[0]).toMatch(/^http:.*emailaddress$/)
    const { text } = await testSignIn(id, { person: { nameId: 'x', claims } })
    expect(text).toMatch(/would create the account bo@acme\.example \(Bo\)/)
    const openId = { protocol: 'oidc', preset: 'google', entityId: null }
    const ifMatch = changed.body.version
    await call('PATCH', `/adminSignOns/${id}`, { body: openId, ifMatch })
    expect((await sides(id)).read).toMatchObject({
      issuer: 'https://accounts.google.com',
      email: 'email',
    })
  })

  test('a test sign-in that the answer does not allow says why, at the store and in the history', async () => {
    const { id } = await setUp()
    const { status, text } = await testSignIn(id, { audience: 'https://other.example.com' })
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
    expect((await testSignIn(id, { person: foreign })).text).toMatch(
      /from one of this store&#39;s verified domains/,
    )
  })

  test('an answer counts once, and for the browser that asked', async () => {
    const { id } = await setUp()
    const used = await testSignIn(id)
    expect((await used.browser('/saml/acs', used.answer)).text).toMatch(/request this sign-in/)
    // The same assertion in the answer to another request, whose outer part anybody may write.
    const again = await samlSignIn((await sides(id)).testUrl, { seconds: 300 })
    expect(again.status).toBe(200)
    const other = browserAt(platform().url, host)
    const begun = await other((await sides(id)).testUrl)
    const xml = await samlAnswer({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo: requestIn(begun.location).id,
    })
    const answer = {
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: requestIn(begun.location).state,
    }
    const taken = await other('/saml/acs', answer)
    expect(taken.status).toBe(303)
    expect((await other('/saml/acs', answer)).text).toMatch(/already used/)
    const stranger = browserAt(platform().url, host)
    expect((await stranger(taken.location)).text).toMatch(/in another browser/)
  })

  test('an admin signs on: an account of this store alone is made, and the next time it is the same', async () => {
    await active()
    const { status, text, cookies } = await samlSignIn('/sign-on')
    expect([status, text]).toEqual([200, expect.stringMatching(/Signed in/)])
    const token = /storeAdminToken=([\w-]+); Path=\/; HttpOnly; Secure; SameSite=Strict/.exec(
      cookies.join('\n'),
    )?.[1]
    const call = visitor(platform(), token)
    expect((await call('GET', '/users/roles/details')).status).toBe(401)
    const again = await samlSignIn('/sign-on')
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

  describe("groups that a store's provider assigns", () => {
    const makeGroup = async () => {
      const body = {
        name: `Sizers ${store.id}`,
        description: null,
        permissions: ['Sizes', 'Sizes:read'],
        allStores: false,
        storeIds: [],
      }
      return (await call('POST', '/userGroups', { body })).body
    }
    const makeAdmin = async (storeIds: readonly number[]) => {
      const admin = await platform().addAccount([], storeIds, storeAdminIdentifier)
      return admin
    }
    const activateWithRules = async () => {
      const group = await makeGroup()
      const signOnId = await active({
        groupRules: `staff = ${group.name}`,
        emailDomains: ['acme.example', 'example.com'],
      })
      return { group, signOnId }
    }
    /** Signs on as a member of these groups, and answers what the session may do, and where. */
    const signOnAs = async (email: string, groups = ['staff']) => {
      const claims = { email, groups }
      const { status, cookies } = await samlSignIn('/sign-on', {
        person: { nameId: email, claims },
      })
      expect([email, status]).toEqual([email, 200])
      const [, token = ''] = /storeAdminToken=([\w-]+)/.exec(cookies.join()) ?? []
      return token
    }
    const sessionOf = async (token: string) => {
      const caller = await findCaller(platform().platform, `Bearer ${token}`, ['store'])
      const { permissions, storeIds } = caller
      return { permissions, storeIds }
    }
    const ssoGroupsOf = async (id: number) => {
      const { rows } = await sql<{ storeId: number; groupId: number }>`
        select store_id, group_id from sso_groups where user_id = ${id}`.execute(
        platform().platform.db,
      )
      return rows
    }
    const rights = ['Sizes', 'Sizes:read']

    test('count for an admin of several stores, in a session of that store, and nowhere else', async () => {
      const other = await newStore(call)
      const admin = await makeAdmin([store.id, other.id])
      await activateWithRules()
      const token = await signOnAs(admin.email)
      expect(await sessionOf(token)).toEqual({ permissions: rights, storeIds: [store.id] })
      const withPassword = await tokenOf(platform(), admin)
      const { permissions, storeIds } = await sessionOf(withPassword)
      expect([permissions, storeIds?.toSorted()]).toEqual([[], [store.id, other.id].toSorted()])
      expect((await visitor(platform(), token)('GET', '/sizes')).status).toBe(401)
      const told = (await call('GET', `/users/${admin.id}/rights`)).body.rights
      expect(told).toEqual(
        rights.map((right) => ({
          right,
          from: [expect.stringMatching(/\(only in .+, through SSO\)$/)],
        })),
      )
    })

    test('count in every session of an admin who has that store only, until a second store is added', async () => {
      const admin = await makeAdmin([store.id])
      const { group } = await activateWithRules()
      await signOnAs(admin.email)
      expect(await ssoGroupsOf(admin.id)).toEqual([{ storeId: store.id, groupId: group.id }])
      const withPassword = await tokenOf(platform(), admin)
      expect((await sessionOf(withPassword)).permissions).toEqual(rights)
      const other = await newStore(call)
      const { version } = (await call('GET', `/users/${admin.id}`)).body
      const body = { storeIds: [store.id, other.id] }
      const changed = await call('PATCH', `/users/${admin.id}`, { body, ifMatch: version })
      expect(changed.status).toBe(200)
      expect((await sessionOf(withPassword)).permissions).toEqual([])
    })

    test('leave the groups alone that an operator gave, and end when the provider says no more', async () => {
      const admin = await makeAdmin([store.id])
      const { groupIds } = (await call('GET', `/users/${admin.id}`)).body
      await activateWithRules()
      await signOnAs(admin.email)
      expect((await call('GET', `/users/${admin.id}`)).body.groupIds).toEqual(groupIds)
      const token = await signOnAs(admin.email, [])
      expect((await sessionOf(token)).permissions).toEqual([])
      const { rows } = await sql<{ changes: object }>`select changes from audit
        where target_type = 'users' and target_id = ${admin.id} and stream = 'security'
        order by id desc limit 2`.execute(platform().platform.db)
      expect(rows.map(({ changes }) => changes)).toMatchObject([
        { ssoGroups: { before: [`Sizers ${store.id}`], after: [] } },
        { ssoGroups: { before: [], after: [`Sizers ${store.id}`] } },
      ])
    })

    test.each(['the store is taken away', 'the setup is deleted', 'the account is an operator'])(
      'are gone for good once %s',
      async (what) => {
        const other = await newStore(call)
        const admin = await makeAdmin([store.id, other.id])
        const { signOnId } = await activateWithRules()
        const token = await signOnAs(admin.email)
        const { db } = platform().platform
        const [storeIds, both] = [[other.id], [store.id, other.id]]
        if (what === 'the setup is deleted')
          await sql`delete from admin_sign_ons where id = ${signOnId}`.execute(db)
        else if (what === 'the account is an operator')
          await sql`update users set s_identifier = 1 where id = ${admin.id}`.execute(db)
        else
          await sql`update users set store_ids = ${storeIds}::int[] where id = ${admin.id}`.execute(
            db,
          )
        await sql`update users set s_identifier = 2, store_ids = ${both}::int[] where id = ${admin.id}`.execute(
          db,
        )
        expect(await ssoGroupsOf(admin.id)).toEqual([])
        if (what !== 'the account is an operator')
          expect((await sessionOf(token)).permissions).toEqual([])
      },
    )

    test('move with their members to another group, which gives no stores, and keep a group from being deleted', async () => {
      const admin = await makeAdmin([store.id])
      const { group } = await activateWithRules()
      await signOnAs(admin.email)
      const path = `/userGroups/${group.id}`
      const refused = await call('DELETE', path, { ifMatch: group.version })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        409,
        expect.stringContaining('user from an identity provider'),
      ])
      const widen = await call('PATCH', path, { body: { allStores: true }, ifMatch: group.version })
      expect([widen.status, Object.keys(widen.body.fields ?? {})]).toEqual([422, ['allStores']])
      const make = async (more: object) => {
        const body = { name: randomUUID(), permissions: ['Colors:read'], storeIds: [], ...more }
        return (await call('POST', '/userGroups', { body })).body.id as number
      }
      const [wide, narrow] = [await make({ allStores: true }), await make({ allStores: false })]
      const replace = (groupId: number) =>
        call('POST', `${path}/replacement`, { body: { groupId }, ifMatch: group.version })
      expect((await replace(wide)).status).toBe(422)
      const told = await replace(narrow)
      const reach = told.body.reach
      expect(reach).toMatchObject({
        reaches: 1,
        worse: [
          { what: expect.stringMatching(/^Permissions lost: /) },
          { what: expect.stringMatching(/^Permissions gained: /) },
        ],
      })
      const replaced = await call('POST', `${path}/replacement?reach=${reach.token}`, {
        body: { groupId: narrow },
        ifMatch: group.version,
      })
      expect(replaced.status).toBe(204)
      expect(await ssoGroupsOf(admin.id)).toEqual([{ storeId: store.id, groupId: narrow }])
    })
    test('keep an operator with fewer rights from taking over the account', async () => {
      const admin = await makeAdmin([store.id])
      await activateWithRules()
      await signOnAs(admin.email)
      const limited = await platform().addAccount(['users'], [store.id])
      const by = await signedIn(platform(), limited)
      expect((await by('POST', `/users/${admin.id}/link`)).status).toBe(403)
      await signOnAs(admin.email, [])
      expect((await by('POST', `/users/${admin.id}/link`)).status).toBe(201)
    })
  })

  test.each([
    ['keys', 403, /a check of the provider or its email domains failed/],
    ['domains', 403, /a check of the provider or its email domains failed/],
    ['fit', 403, /a check of the provider or its email domains failed/],
    ['provider', 200, /Signed in/],
    ['clock', 200, /Signed in/],
  ])(
    'a setup that is degraded by the step %s: sign-in answers %i',
    async (name, status, sentence) => {
      const id = await active()
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
        const ended = await samlSignIn('/sign-on')
        expect([ended.status, ended.text]).toEqual([200, expect.stringMatching(sentence)])
        await sql`delete from users where email = 'ana@acme.example'`.execute(db)
        return
      }
      const begun = await browserAt(platform().url, host)('/sign-on')
      expect([begun.status, begun.text]).toEqual([status, expect.stringMatching(sentence)])
    },
  )

  test('a sign-in that began before the setup was disabled ends there', async () => {
    const id = await active()
    const browser = browserAt(platform().url, host)
    const begun = await browser('/sign-on')
    await sql`update admin_sign_ons set state = 'disabled' where id = ${id}`.execute(
      platform().platform.db,
    )
    const { id: inResponseTo, state } = requestIn(begun.location)
    const xml = await samlAnswer({
      issuer: entityId,
      key,
      person,
      audience: `https://${host}/saml/metadata`,
      acsUrl: `https://${host}/saml/acs`,
      inResponseTo,
    })
    const answer = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
    const taken = await browser('/saml/acs', answer)
    const done = taken.status === 303 ? await browser(taken.location) : taken
    expect([done.status, done.text]).toEqual([403, expect.stringMatching(/isn&#39;t active/)])
  })

  test('an operator, whose address the provider may name, is not signed on', async () => {
    await active({ emailDomains: ['acme.example', 'example.com'] })
    const { email } = platform().operator
    const operator = { nameId: email, claims: { email } }
    const { status, text, cookies } = await samlSignIn('/sign-on', { person: operator })
    expect([status, text]).toEqual([403, expect.stringMatching(/is an operator/)])
    expect(cookies.some((cookie) => cookie.startsWith('storeAdminToken'))).toBe(false)
  })

  test('where sign-on is required, admins of the store have no password but for the break-glass account', async () => {
    const admin = await platform().addAccount([], [store.id], storeAdminIdentifier)
    const glass = await platform().addAccount([], [store.id], storeAdminIdentifier)
    await active({ enforcement: 'required', breakGlassId: glass.id })
    const { lockedOut } = await sides(
      (await call('GET', `/adminSignOns?filter[storeId][eq]=${store.id}`)).body.data[0].id,
    )
    expect(lockedOut).toEqual({ count: 1, emails: [admin.email] })
    const refused = await visitor(platform())('POST', '/auth/login', {
      body: { email: admin.email, password: admin.password },
    })
    expect([refused.status, refused.body.code]).toEqual([401, 'sign_on_required'])
    expect(await tokenOf(platform(), glass)).toMatch(/./)
  })

  test('metadata is read from a text or a URL, and what is none is refused at its field', async () => {
    const read = (body: object) => call('POST', '/signOnMetadata', { body })
    expect((await read({ xml: '<html/>' })).body.fields).toEqual({
      xml: expect.stringMatching(/web page/),
    })
    expect((await read({ url: 'http://10.0.0.1/' })).body.fields).toEqual({
      url: expect.any(String),
    })
    expect((await read({ url: 'http://127.0.0.1:9/' })).body.fields.url).toMatch(
      /Nothing is listening/,
    )
    expect((await read({})).status).toBe(400)
    const ours = buildServiceProviderMetadata(
      { entityId, acsUrl: 'https://x.example.com', signingKey: null },
      { nameIdFormat: 'email', signRequests: false, wantAssertionsSigned: true },
    )
    expect((await read({ xml: ours })).body.fields.xml).toMatch(
      /isn't the service provider's metadata/,
    )
    const caseFile = (name: string) => readFileSync(`tests/cases/${name}`, 'utf8')
    expect((await read({ xml: caseFile('saml-expired-metadata.xml') })).body.fields).toEqual({
      xml: 'This metadata expired on 01/01/2021. Get the current metadata from the provider.',
    })
    expect((await read({ xml: caseFile('saml-certificate-chain.xml') })).body).toMatchObject({
      certificate: expect.stringContaining('BEGIN CERTIFICATE'),
      nextCertificate: null,
    })
  })

  test('the second certificate takes the place of the first without a new test', async () => {
    const id = await active({ nextCertificate: nextKey.certificate })
    const { version } = await now(id)
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
    const none = await call('POST', `/adminSignOns/${id}/rotation`, {
      body: {},
      ifMatch: body.version,
    })
    expect(none.status).toBe(409)
    const { data } = (await call('GET', '/integrations/expiries?days=366')).body
    expect(data).toEqual([])
  })

  test('signed requests carry our signature, and our metadata its certificate', async () => {
    const { id, signingKey } = await setUp({ signRequests: true })
    expect(signingKey).toMatchObject({ set: true })
    const begun = await browserAt(platform().url, host)((await sides(id)).testUrl)
    expect(new URL(begun.location).searchParams.get('SigAlg')).toMatch(/sha256$/)
    const { text } = await browserAt(platform().url, host)('/saml/metadata')
    expect(text).toContain('X509Certificate')
  })

  test('steps name what is missing, with the field that mends it', async () => {
    const { id } = await setUp({ entityId: null })
    expect(step(await test1(id), 'fit')).toMatchObject({ outcome: 'failed', field: 'entityId' })
    await call('PATCH', `/adminSignOns/${id}`, { body: { entityId }, ifMatch: 1 })
    const unproven = await test1(id)
    expect(step(unproven, 'keys')).toMatchObject({
      outcome: 'passed',
      sentence: expect.stringMatching(/expires on/),
    })
    expect(step(unproven, 'domains')).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/no TXT record _store-sign-on\.acme\.example/),
    })
    await prove(id)
    const reached = await test1(id)
    expect(step(reached, 'domains')).toMatchObject({ outcome: 'passed' })
    expect(step(reached, 'request')).toMatchObject({ outcome: 'failed', code: 'ECONNREFUSED' })
  })

  describe('with OpenID Connect', () => {
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

    test('from the first save to active: steps, a test sign-in, activation, and a sign-on', async () => {
      const body = {
        name: randomUUID(),
        permissions: ['Sizes:read'],
        allStores: false,
        storeIds: [],
      }
      const group = (await call('POST', '/userGroups', { body })).body
      const { id } = await setUp({ ...oidc(), groupRules: `staff = ${group.name}` })
      provider.allow((await sides(id)).redirectUri)
      await prove(id)
      const entry = await test1(id)
      expect(
        entry.steps.map((one: { name: string; outcome: string }) => [one.name, one.outcome]),
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
      const turned = () =>
        call('POST', `/adminSignOns/${id}/state`, { body: { event: 'activate' } })
      expect((await turned()).status).toBe(409)

      const signIn = async (from: string) => {
        const browser = browserAt(platform().url, host)
        const begun = await browser(from)
        const back = await signInAtProvider(begun.location, 'ana')
        const taken = await browser(back.pathname + back.search)
        return browser(taken.location)
      }
      expect((await signIn((await sides(id)).testUrl)).text).toMatch(/Test sign-in passed/)
      expect((await now(id)).state).toBe('verified')
      expect((await turned()).body.state).toBe('active')
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
      const browser = browserAt(platform().url, host)
      const begun = await browser(from)
      const back = await signInAtProvider(begun.location, name)
      const taken = await browser(back.pathname + back.search)
      return taken.status === 303 ? browser(taken.location) : taken
    }

    test('an address that the provider does not vouch for signs nobody on until the operator trusts it', async () => {
      const { id, version } = await setUp(oidc())
      provider.allow((await sides(id)).redirectUri)
      expect((await signInAs('bo', (await sides(id)).testUrl)).text).toMatch(
        /say that bo@acme\.example is verified/,
      )
      const body = { trustEmails: true }
      const trusted = await call('PATCH', `/adminSignOns/${id}`, { body, ifMatch: version })
      expect(trusted.body.settingsVersion).toBe(2)
      expect((await signInAs('bo', (await sides(id)).testUrl)).text).toMatch(/would create/)
    })

    test.each([
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/organizations/v2.0',
      'https://sts.windows.net/{tenantid}/',
    ])('the issuer %s is rejected when it is saved', async (issuer) => {
      const { status, body } = await call('POST', '/adminSignOns', {
        body: values({ ...oidc(), issuer }),
      })
      expect([status, body.fields]).toEqual([
        422,
        { issuer: expect.stringMatching(/your own tenant/) },
      ])
    })

    test('one of those issuers that was saved before is rejected by the test, and by each sign-in', async () => {
      const { id } = await setUp(oidc())
      await sql`update admin_sign_ons set issuer = 'https://login.microsoftonline.com/common/v2.0'
        where id = ${id}`.execute(platform().platform.db)
      // Each account may test ten times a minute.
      const rights = ['storesRead', 'storesRead:write']
      const another = await signedIn(platform(), await platform().addAccount(rights))
      expect(step(await test1(id, another), 'provider')).toMatchObject({
        outcome: 'failed',
        code: 'ISSUER_OF_MANY',
        field: 'issuer',
        sentence: expect.stringMatching(/your own tenant/),
      })
      const browser = browserAt(platform().url, host)
      expect((await browser((await sides(id)).testUrl)).status).toBe(403)
    })

    test('the day on which the client secret ends is told with what expires', async () => {
      const day = new Date(platform().platform.now().getTime() + 86_400_000 * 20)
      const secretExpiresOn = day.toISOString().slice(0, 10)
      const { id } = await setUp({ ...oidc(), secretExpiresOn })
      const { data } = (await call('GET', '/integrations/expiries?days=30')).body
      expect(data).toContainEqual(
        expect.objectContaining({ resource: 'adminSignOns', id, what: 'Client secret' }),
      )
    })

    test('a provider that wants a secret where none is given is not told as one with a wrong secret', async () => {
      const { id } = await setUp({ ...oidc(), clientSecret: null })
      await prove(id)
      expect(step(await test1(id), 'credentials')).toMatchObject({
        outcome: 'failed',
        sentence: expect.stringMatching(/requires a client secret that isn't set/),
        field: 'clientSecret',
      })
    })

    test('a wrong secret and a redirect URI that is not registered are found by the steps', async () => {
      const { id } = await setUp({ ...oidc(), clientSecret: 'wrong-secret' })
      await prove(id)
      provider.allow('https://other.example.com/oidc/callback')
      expect(step(await test1(id), 'credentials')).toMatchObject({
        outcome: 'failed',
        field: 'clientSecret',
      })
      await call('PATCH', `/adminSignOns/${id}`, {
        body: { clientSecret: client.secret },
        ifMatch: 1,
      })
      expect(step(await test1(id), 'request')).toMatchObject({
        outcome: 'failed',
        sentence: expect.stringMatching(/isn't registered/),
      })
    })
  })

  test('a link to a test is ours, of this set-up and of the last half hour', async () => {
    const { id } = await setUp()
    const { testUrl } = await sides(id)
    const browser = browserAt(platform().url, host)
    expect((await browser(testUrl.replace(/.$/, 'A') + 'x')).text).toMatch(/This link has expired/)
    platform().advance(31 * 60_000)
    expect((await browser(testUrl)).text).toMatch(/This link has expired/)
    const reader = await signedIn(platform(), await platform().addAccount(['storesRead:read']))
    expect((await reader('GET', `/adminSignOns/${id}/sides`)).body.testUrl).toBe('')
  })

  test('sign-ins that are over are forgotten, the last test of a set-up is not', async () => {
    const { id } = await setUp()
    await testSignIn(id)
    platform().advance(25 * 60 * 60_000)
    await purgePendingSignIns(platform().platform)
    call = await signedIn(platform())
    expect((await sides(id)).lastTest).not.toBe(null)
  })
})
