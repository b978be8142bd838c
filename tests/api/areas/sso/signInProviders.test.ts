import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { addApp } from '#tests/api/support/factors.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const client = { id: 'console', secret: 'a-client-secret-of-tests', basic: true }
const domain = 'acme.example'
const buildPerson = (name: string, more: object = {}) => ({
  email: `${name}@${domain}`,
  verified: true,
  name: `${name} Prins`,
  groups: ['Staff'],
  ...more,
})
const people = {
  ana: buildPerson('ana'),
  strong: buildPerson('strong', { amr: ['pwd', 'mfa'] }),
  unverified: buildPerson('unverified', { verified: false }),
  foreign: buildPerson('foreign', { email: 'foreign@elsewhere.example' }),
  admin: buildPerson('admin', { groups: ['Staff', 'Console admins'] }),
  suspended: buildPerson('suspended'),
  boss: buildPerson('boss'),
}
type Person = keyof typeof people

describe.each(chooseDatabases('PostgreSQL'))('Sign-in providers on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback })
  let provider: OidcProvider
  let call: Caller
  let id: number
  const visitor = () => createCaller(platform())
  const redirectUri = () => `${platform().platform.consoleOrigin}/auth/providers/callback`

  beforeAll(async () => {
    provider = await startOidcProvider({ client, people })
    provider.allow(redirectUri())
    call = await openSession(platform())
  })
  afterAll(() => provider.stop())
  // A new provider per test, so that no earlier sign-in is linked.
  beforeEach(async () => {
    id = await createProvider()
  })

  const buildValues = (overrides: object = {}) => ({
    ...getInitialValues(signInProviders),
    name: `Okta ${crypto.randomUUID().slice(0, 8)}`,
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    emailDomains: [domain],
    amrValues: ['mfa'],
    ...overrides,
  })
  const createProvider = async (overrides: object = {}): Promise<number> => {
    const body = buildValues(overrides)
    const created = await call('POST', '/signInProviders', { body })
    expect([created.status, created.body.fields]).toEqual([201, undefined])
    return created.body.id
  }
  const addOperator = async (person: Person, permissions: string[] = ['Sizes']) => {
    const account = await platform().addAccount(permissions)
    const { email } = people[person]
    const { db } = platform().platform
    await db
      .updateTable('users')
      .set({ email: `old-${account.id}` })
      .where('email', '=', email)
      .execute()
    await db.updateTable('users').set({ email }).where('id', '=', account.id).execute()
    return { ...account, email }
  }
  const runTest = async () => {
    // A new account avoids the limit of ten tests a minute.
    const tester = await openSession(platform(), await platform().addAccount(['users']))
    const { body } = await tester('POST', `/signInProviders/${id}/test`, { body: {} })
    const kinds = buildJobKinds(areas)
    const jobOptions = { platform: platform().platform, kinds, beforeCommit: recomputeStoreStats }
    await runJobTurn({ ...jobOptions, isTurnOver: () => false }, body.job)
    return (await call('GET', `/signInProviders/${id}/tests`)).body.data[0]
  }
  type Started = { url: string; browser: string }
  const startTestSignIn = async (): Promise<Started> =>
    (await call('POST', `/signInProviders/${id}/testSignIn`, { body: {} })).body
  const complete = async ({ url, browser }: Started, person: Person) => {
    const { search } = await signInAtProvider(url, person)
    return visitor()('POST', '/auth/providers/callback', { body: { search, browser } })
  }
  const start = async (): Promise<Started> => {
    const answer = await visitor()('POST', `/auth/providers/${id}/start`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const signIn = async (person: Person) => complete(await start(), person)
  /** Tests and activates the provider, as an operator does. */
  const activate = async (tester: Person = 'boss') => {
    await runTest()
    expect((await complete(await startTestSignIn(), tester)).body).toEqual({ tested: id })
    const body = { event: 'activate' }
    const answer = await call('POST', `/signInProviders/${id}/state`, { body })
    expect([answer.status, answer.body.state]).toEqual([200, 'active'])
  }
  const change = async (values: object) => {
    const { body } = await call('GET', `/signInProviders/${id}`)
    const options = { body: values, ifMatch: body.version }
    const answer = await call('PATCH', `/signInProviders/${id}`, options)
    expect(answer.status).toBe(200)
  }
  const findReasons = async () => {
    const rows = await platform()
      .platform.db.selectFrom('audit')
      .select(['event', 'cause'])
      .where('event', '=', 'auth.refused')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    return rows[0]?.cause
  }

  test('a provider becomes active only after its steps and a test sign-in passed', async () => {
    await addOperator('boss')
    const entry = await runTest()
    const steps = entry.steps.map(({ name, outcome }: Record<string, string>) => [name, outcome])
    expect(Object.fromEntries(steps)).toEqual({
      provider: 'passed',
      fit: 'passed',
      keys: 'passed',
      clock: 'passed',
      credentials: 'passed',
      request: 'passed',
      signIn: 'unknown',
    })
    const event = { body: { event: 'activate' } }
    expect((await call('POST', `/signInProviders/${id}/state`, event)).status).toBe(409)
    expect((await visitor()('POST', `/auth/providers/${id}/start`)).body.reason).toBe('notActive')
    const { body } = await complete(await startTestSignIn(), 'boss')
    expect(body).toEqual({ tested: id })
    expect((await call('POST', `/signInProviders/${id}/state`, event)).body.state).toBe('active')
    const { data } = (await visitor()('GET', '/auth/providers')).body
    expect(data).toContainEqual({ id, name: expect.stringMatching(/^Okta/) })
  })

  test('an operator is found by the verified address once, and by the subject afterward', async () => {
    await addOperator('boss')
    const account = await addOperator('ana')
    await activate()
    const { status, body } = await signIn('ana')
    expect([status, body.user.email]).toEqual([200, account.email])
    const session = createCaller(platform(), body.token)
    expect((await session('GET', '/sizes')).status).toBe(200)
    // The provider's address changes, but the person is the same.
    const { db } = platform().platform
    await db
      .updateTable('users')
      .set({ email: 'renamed@acme.example' })
      .where('id', '=', account.id)
      .execute()
    expect((await signIn('ana')).body.user.id).toBe(account.id)
    await db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', account.id)
      .execute()
    expect((await signIn('ana')).body).toMatchObject({ code: 'refused', reason: 'inactive' })
  })

  test.each<[Person, string, RegExp]>([
    ['unverified', 'unverified', /isn't verified|is verified/],
    ['foreign', 'otherDomain', /foreign@elsewhere.example isn't in one of/],
    ['ana', 'unknown', /has no account, and no group rule matches/],
  ])('%s is rejected as %s, and the log says why', async (person, reason, cause) => {
    await addOperator('boss')
    if (person !== 'ana') await addOperator(person)
    else
      await platform()
        .platform.db.updateTable('users')
        .set({ email: 'gone@acme.example' })
        .where('email', '=', people.ana.email)
        .execute()
    await activate()
    const { status, body } = await signIn(person)
    expect([status, body.code, body.reason]).toEqual([401, 'refused', reason])
    expect(await findReasons()).toMatch(cause)
  })

  test('a group rule creates an account, gives its groups, and takes them again', async () => {
    await addOperator('boss')
    const suffix = crypto.randomUUID().slice(0, 8)
    const [staff, other] = await Promise.all(
      ['Staff', 'Other'].map(async (name) => {
        const body = {
          name: `${name} ${suffix}`,
          permissions: ['Sizes:read'],
          allStores: false,
          storeIds: [],
        }
        const created = await call('POST', '/userGroups', { body })
        expect([created.status, created.body.fields]).toEqual([201, undefined])
        return created.body
      }),
    )
    await change({ groupRules: `Staff = ${staff.name}\nConsole admins = ${other.name}` })
    await activate()
    const db = platform().platform.db
    await db
      .updateTable('users')
      .set({ email: `old-${suffix}` })
      .where('email', '=', people.admin.email)
      .execute()
    const { status, body } = await signIn('admin')
    expect([status, body.user.groups]).toEqual([200, [other.name, staff.name]])
    const findGroups = async () =>
      (
        await db
          .selectFrom('users')
          .select('groupIds')
          .where('id', '=', body.user.id)
          .executeTakeFirstOrThrow()
      ).groupIds
    // Removed at the provider: the account loses the group, and keeps those that no rule names.
    const own = await platform().addAccount(['Colors'])
    const { groupIds } = await db
      .selectFrom('users')
      .select('groupIds')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('users')
      .set({ groupIds: [...groupIds, staff.id, other.id] })
      .where('id', '=', body.user.id)
      .execute()
    people.admin.groups = ['Staff']
    expect((await signIn('admin')).status).toBe(200)
    people.admin.groups = ['Staff', 'Console admins']
    expect(await findGroups()).toEqual([...groupIds, staff.id])
  })

  test("a strong sign-in at the provider counts as second factor, a weak one doesn't", async () => {
    await addOperator('boss')
    await activate()
    for (const person of ['strong', 'ana'] as const) {
      const account = await addOperator(person)
      const session = await openSession(platform(), account)
      await addApp(platform(), session)
      // The provider's clock stays.
      platform().advance(-31_000)
    }
    expect((await signIn('strong')).status).toBe(200)
    const weak = await signIn('ana')
    expect([weak.status, weak.body.code]).toEqual([401, 'second_factor_required'])
    expect(weak.body).not.toHaveProperty('token')
  })

  test('an answer counts once, in the same browser, and for ten minutes', async () => {
    await addOperator('boss')
    await addOperator('ana')
    await activate()
    const first = await start()
    const { search } = await signInAtProvider(first.url, 'ana')
    const send = (body: object) => visitor()('POST', '/auth/providers/callback', { body })
    const other = { search, browser: (await start()).browser }
    expect((await send(other)).body).toMatchObject({ code: 'refused', reason: 'expired' })
    const answer = { search, browser: first.browser }
    expect((await send(answer)).status).toBe(200)
    expect((await send(answer)).body).toMatchObject({ code: 'refused', reason: 'expired' })
    const late = await start()
    const { search: lateSearch } = await signInAtProvider(late.url, 'ana')
    platform().advance(11 * 60_000)
    const tooLate = await send({ search: lateSearch, browser: late.browser })
    platform().advance(-11 * 60_000)
    expect(tooLate.body.reason).toBe('expired')
    const url = new URL(late.url)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{40,}$/)
    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri())
  })

  test('settings that change during a sign-in end it', async () => {
    await addOperator('boss')
    await addOperator('ana')
    await activate()
    const started = await start()
    await change({ emailDomains: [domain, 'other.example'] })
    expect((await complete(started, 'ana')).body.reason).toBe('notActive')
  })

  test('a new issuer or client forgets who signed in before', async () => {
    await addOperator('boss')
    await addOperator('ana')
    await activate()
    await signIn('ana')
    const count = async () =>
      (
        await platform()
          .platform.db.selectFrom('operatorIdentities')
          .select('userId')
          .where('providerId', '=', id)
          .execute()
      ).length
    await change({ name: `Renamed ${id}` })
    expect(await count()).toBe(1)
    await change({ clientId: 'another' })
    expect(await count()).toBe(0)
  })

  test('only operators with every permission set one up, because it can sign in as any operator', async () => {
    const manager = await openSession(platform(), await platform().addAccount(['users']))
    const created = await manager('POST', '/signInProviders', { body: buildValues() })
    expect([created.status, created.body.detail]).toEqual([
      403,
      expect.stringMatching(/^A sign-in provider can sign in as any operator/),
    ])
    expect((await manager('GET', `/signInProviders/${id}`)).status).toBe(200)
  })

  test('rules name groups that exist and are not built in', async () => {
    const { body } = await call('POST', '/signInProviders', {
      body: buildValues({ groupRules: 'Staff = No such group' }),
    })
    expect(body.fields).toEqual({ groupRules: "There's no user group named No such group." })
    const builtIn = await platform()
      .platform.db.selectFrom('userGroups')
      .select('name')
      .where('builtIn', '=', true)
      .executeTakeFirstOrThrow()
    const rejected = await call('POST', '/signInProviders', {
      body: buildValues({ groupRules: `Staff = ${builtIn.name}` }),
    })
    expect(rejected.body.fields.groupRules).toMatch(/is built in/)
  })

  test('a network starts at most 60 sign-ins a minute', async () => {
    await addOperator('boss')
    await activate()
    const statuses = await Promise.all(
      Array.from(
        { length: 61 },
        async () => (await visitor()('POST', `/auth/providers/${id}/start`)).status,
      ),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    platform().advance(61_000)
    const later = await visitor()('POST', `/auth/providers/${id}/start`)
    platform().advance(-61_000)
    expect(later.status).toBe(200)
  })
})
