import { beforeEach, describe, expect, test } from 'vitest'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { findSessions } from '#server/platform/core/auth/sessions.ts'
import { hashToken } from '#server/platform/core/auth/tokens.ts'
import { viewLifetimeMs } from '#server/platform/core/auth/views.ts'
import { httpMessages } from '#server/platform/core/platform/httpMessages.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

const calls = buildCalls(areas)
const writes = calls.filter(({ kind, endsView }) => kind !== 'open' && kind !== 'read' && !endsView)

describe.each(chooseDatabases('PostgreSQL'))('Viewing as another user on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let viewer: TestAccount
  let viewed: TestAccount
  let call: Caller
  beforeEach(async () => {
    viewer = await platform().addAccount(['users', 'Sizes', 'storesRead'])
    viewed = await platform().addAccount(['Sizes', 'Colors', 'storesRead'], [1, 2])
    call = await openSession(platform(), viewer)
  })

  const startView = async (account = viewed, caller = call) => {
    const answer = await caller('POST', '/auth/view', { body: { userId: account.id } })
    expect(answer.status).toBe(201)
    const token = String(answer.body.token)
    return { token, view: createCaller(platform(), token) }
  }
  const listEvents = async () =>
    platform()
      .platform.db.selectFrom('audit')
      .select(['event', 'actor', 'changes', 'targetId'])
      .where('event', 'like', 'users.view%')
      .where('targetId', '=', viewed.id)
      .orderBy('id')
      .execute()

  test('says who is viewed, by whom, and until when', async () => {
    const { view } = await startView()
    const { user, permissions } = (await view('GET', '/users/roles/details')).body
    expect(user).toMatchObject({
      id: viewed.id,
      email: viewed.email,
      sIdentifier: 1,
      view: { viewer: 'Second User', until: expect.stringMatching(/Z$/) },
    })
    expect(permissions).toEqual(['storesRead', 'storesRead:read', 'Sizes', 'Sizes:read'])
  })

  test('shows what both can read, in the stores of both', async () => {
    const { view } = await startView()
    expect((await view('GET', '/sizes')).status).toBe(200)
    // Only the viewed account could read colors, and only the viewer users.
    expect((await view('GET', '/colors')).status).toBe(403)
    expect((await view('GET', '/users')).status).toBe(403)
    const { body } = await view('GET', '/stores')
    expect(body.data.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2])
    const limited = await platform().addAccount(['users', 'storesRead'], [2, 3])
    const all = await platform().addAccount(['storesRead'], [2])
    const { view: narrow } = await startView(all, await openSession(platform(), limited))
    const stores = (await narrow('GET', '/stores')).body.data
    expect(stores.map(({ id }: { id: number }) => id)).toEqual([2])
  })

  test('changes nothing: each write is rejected, whoever is viewed', async () => {
    const other = await platform().addAccount(['users'])
    const { view } = await startView(other, await openSession(platform()))
    const accepted: string[] = []
    await Promise.all(
      writes.map(async ({ method, path }) => {
        const { status, body } = await view(method, path.replaceAll(/:\w+/g, '1'), { body: {} })
        if (status !== 403 || body.detail !== httpMessages.viewIsReadOnly)
          accepted.push(`${method} ${path}`)
      }),
    )
    expect(accepted).toEqual([])
    expect(writes.length).toBeGreaterThan(200)
  })

  test("doesn't show the account's own page", async () => {
    const { view } = await startView()
    for (const path of ['/account', '/account/sessions', '/notificationPreferences'])
      expect(await view('GET', path)).toMatchObject({
        status: 403,
        body: { detail: httpMessages.notInView },
      })
  })

  test('ends by itself', async () => {
    const { view, token } = await startView()
    platform().advance(viewLifetimeMs - 1000)
    expect((await view('GET', '/sizes')).status).toBe(200)
    const { id: tokenId } = await platform()
      .platform.db.selectFrom('tokens')
      .select('id')
      .where('hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect((await findSessions(platform().platform, [tokenId])).get(tokenId)).toMatchObject({
      id: viewed.id,
      storeIds: [1, 2],
    })
    platform().advance(1000)
    expect((await view('GET', '/sizes')).status).toBe(401)
    expect(await findSessions(platform().platform, [tokenId])).toEqual(new Map())
    expect((await call('GET', '/sizes')).status).toBe(200)
  })

  test('ends when it is stopped, and the session goes on', async () => {
    const { view } = await startView()
    expect((await view('POST', '/auth/logout')).status).toBe(204)
    expect((await view('GET', '/sizes')).status).toBe(401)
    expect((await call('GET', '/sizes')).status).toBe(200)
  })

  test.each<[string, (account: TestAccount, caller: Caller) => Promise<unknown>]>([
    ['signs out', (_account, caller) => caller('POST', '/auth/logout')],
    [
      'loses the permission',
      ({ id }) =>
        platform()
          .platform.db.updateTable('users')
          .set({ groupIds: [] })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'is suspended',
      ({ id }) =>
        platform()
          .platform.db.updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', id)
          .execute(),
    ],
  ])('ends when the viewer %s', async (_what, end) => {
    const { view } = await startView()
    await end(viewer, call)
    expect((await view('GET', '/sizes')).status).toBe(401)
  })

  test("isn't a session of either account", async () => {
    await startView()
    expect((await call('GET', '/account/sessions')).body.data).toHaveLength(1)
    const owner = await openSession(platform(), viewed)
    expect((await owner('GET', '/account/sessions')).body.data).toHaveLength(1)
  })

  test('logs its start, each thing that it shows once, and its end', async () => {
    const { view } = await startView()
    await view('GET', '/users/roles/details')
    await view('GET', '/stores/1')
    await view('GET', '/stores/1?again=1')
    await view('GET', '/sizes')
    await view('POST', '/auth/logout')
    const events = await listEvents()
    expect(events.map(({ event }) => event)).toEqual([
      'users.viewStarted',
      'users.viewed',
      'users.viewed',
      'users.viewEnded',
    ])
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([viewer.email]))
    expect(events[1]?.changes).toEqual({ call: { after: 'GET /stores/1' } })
    expect(events[2]?.changes).toEqual({ call: { after: 'GET /sizes' } })
  })

  test('logs a rejected call for the viewer', async () => {
    const { view } = await startView()
    await view('DELETE', '/sizes/1')
    const { actor } = await platform()
      .platform.db.selectFrom('audit')
      .select('actor')
      .where('event', '=', 'auth.callRejected')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(actor).toBe(viewer.email)
  })

  test.each<[string, () => Promise<TestAccount>, number]>([
    ['the own account', async () => viewer, 409],
    ['a store admin', () => platform().addAccount([], [1], 2), 409],
    ['an unknown user', async () => ({ ...viewed, id: 999_999 }), 404],
    ['an ID that no user can have', async () => ({ ...viewed, id: 2 ** 31 }), 400],
  ])('%s is rejected', async (_what, getAccount, status) => {
    const { id } = await getAccount()
    expect((await call('POST', '/auth/view', { body: { userId: id } })).status).toBe(status)
  })

  test("doesn't start from a view", async () => {
    const { view } = await startView()
    const answer = await view('POST', '/auth/view', { body: { userId: viewer.id } })
    expect(answer.status).toBe(403)
  })
})
