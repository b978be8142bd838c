import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { operatorIdentifier, storeAdminIdentifier } from '#shared/engine/user.ts'
import { tokenLifetime } from '#server/platform/core/auth/tokens.ts'
import { createApp } from '#server/platform/app.ts'
import { sessionCheckMs } from '#server/platform/core/http/openStreams.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

/** All streams in the API document, so a new one is tested automatically. */
const streams = buildCalls(areas)
  .filter(({ success }) => success.types?.includes('text/event-stream'))
  .map(({ path }) => path)

test('stream sessions are checked at least every second', () => {
  expect(sessionCheckMs).toBeLessThanOrEqual(1000)
})

test('the API describes its streams', () => {
  expect(streams).toContain('/jobs/:id/events')
  expect(streams).toContain('/logEntries/events')
  expect(streams).toContain('/smtpSettings/:id/tests/events')
})

describe.each(chooseDatabases('PostgreSQL'))('Event streams on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const storeIds: number[] = []
  /** Builds for each stream a URL that stays open for this account. */
  const urlBuilders = new Map<string, (userId: number) => Promise<string>>()

  beforeAll(async () => {
    const call = await openSession(platform())
    for (let at = 0; at < 2; at++) storeIds.push((await createStore(call)).id)
    for (const path of streams) urlBuilders.set(path, await createUrlBuilder(path))
  })

  async function createUrlBuilder(path: string): Promise<(userId: number) => Promise<string>> {
    const [, name = '', ...rest] = path.split('/')
    if (rest.length === 1) return async () => path
    if (name === 'jobs')
      return async (userId) => {
        const { rows } = await sql<{ id: number }>`
          insert into jobs (user_id, kind, needs, title, status, created_at, created_by)
          values (${userId}, 'counting', 'Sizes:write', 'Count', 'waiting', now(), 'me')
          returning id`.execute(db())
        return path.replace(':id', String(rows[0]?.id))
      }
    const resource = getResource(name)
    if (!resource || rest.join('/') !== ':id/tests/events')
      throw new Error(`Say how ${path} is kept open, so that this test covers it`)
    const values = {
      ...buildSampleValues(resource),
      ...(resource.relations.scope && { storeId: storeIds[0] }),
    }
    const [record] = await insertRows(platform(), resource, [values])
    await sql`insert into integration_history (resource, record_id, what, version, actor, started_at, outcome)
      values (${name}, ${record?.id}, 'test', 1, 'me', now(), 'running')`.execute(db())
    return async () => path.replace(':id', String(record?.id))
  }

  /** Opens every stream for a new account, and returns the account and the streams still open. */
  async function openAll(stores: readonly number[] | null = storeIds, url = platform().url) {
    const account = await platform().addAccount(allPermissions, stores)
    const token = await fetchToken(platform(), account)
    const openStreams = await Promise.all(
      streams.map(async (path) => {
        const address = (await urlBuilders.get(path)?.(account.id)) ?? path
        const response = await fetch(url + address, {
          headers: { Authorization: `Bearer ${token}` },
        })
        expect([path, response.status]).toEqual([path, 200])
        return { path, reader: response.body?.getReader() }
      }),
    )
    for (const { reader } of openStreams) expect((await reader?.read())?.done).toBe(false)
    let openPaths = openStreams.map(({ path }) => path)
    for (const { path, reader } of openStreams)
      void (async () => {
        while ((await reader?.read())?.done === false);
        openPaths = openPaths.filter((one) => one !== path)
      })().catch(() => {}) // The test stops the platform before the stream ends.
    return { account, call: createCaller(platform(), token), stillOpen: () => openPaths }
  }

  const selectGroups = (id: number) => sql`(select unnest(group_ids) from users where id = ${id})`
  const triggers: Record<
    string,
    (session: Awaited<ReturnType<typeof openAll>>) => Promise<unknown>
  > = {
    'the account is suspended': ({ account: { id } }) =>
      sql`update users set status = 'suspended' where id = ${id}`.execute(db()),
    'the account signs out': ({ call }) => call('POST', '/auth/logout'),
    'an operator ends its sessions': async ({ account: { id } }) =>
      (await openSession(platform()))('DELETE', `/users/${id}/sessions`),
    'a permission is lost': ({ account: { id } }) =>
      sql`update user_groups set permissions = '{Sizes:read}' where id in ${selectGroups(id)}`.execute(
        db(),
      ),
    'a store is lost': ({ account: { id } }) =>
      sql`update users set store_ids = ${storeIds.slice(0, 1)}::int[] where id = ${id}`.execute(
        db(),
      ),
    'the account changes its kind': ({ account: { id } }) =>
      sql`update users set s_identifier = case s_identifier when ${operatorIdentifier}::int
          then ${storeAdminIdentifier}::int else ${operatorIdentifier}::int end where id = ${id}`.execute(
        db(),
      ),
    'the account is deleted': async ({ account: { id } }) => {
      await sql`delete from jobs where user_id = ${id}`.execute(db())
      await sql`delete from users where id = ${id}`.execute(db())
    },
  }

  test.each(Object.entries(triggers))('all streams end when %s', async (_when, trigger) => {
    const session = await openAll()
    expect(session.stillOpen()).toEqual(streams)
    await trigger(session)
    await expect.poll(session.stillOpen, { timeout: 8000, interval: 50 }).toEqual([])
  })

  test('all streams end when an account for all stores is limited to some', async () => {
    const session = await openAll(null)
    await sql`update users set all_stores = false where id = ${session.account.id}`.execute(db())
    await expect.poll(session.stillOpen, { timeout: 8000, interval: 50 }).toEqual([])
  })

  test('streams stay open while only other accounts change', async () => {
    const [session, other] = [await openAll(), await openAll()]
    await other.call('POST', '/auth/logout')
    await expect.poll(other.stillOpen, { timeout: 8000, interval: 50 }).toEqual([])
    expect(session.stillOpen()).toEqual(streams)
  })

  test('streams share their queries: three sessions query no more often than one', async () => {
    const { platform: basePlatform } = platform()
    let [queryCount, sessionQueries] = [0, 0]
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        queryCount += 1
        if (JSON.stringify(node).includes('"tokens"')) sessionQueries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const server = createServer(
      createApp({ ...basePlatform, db: basePlatform.db.withPlugin(counter) }),
    )
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo // It listens on a TCP port.
    const sessions = []
    for (let at = 0; at < 3; at++) sessions.push(await openAll(null, `http://127.0.0.1:${port}`))
    const [queriesBefore, sessionQueriesBefore] = [queryCount, sessionQueries]
    await expect
      .poll(() => sessionQueries - sessionQueriesBefore, { timeout: 8000 })
      .toBeGreaterThanOrEqual(3)
    // Per second: one query for sessions, one for logs, one for jobs, four for tests; plus each
    // stream's first check.
    expect(queryCount - queriesBefore).toBeLessThan(3 * 7 + 3 * streams.length * 2 + 10)
    for (const { stillOpen } of sessions) expect(stillOpen()).toEqual(streams)
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('all streams end when their session expires', async () => {
    const session = await openAll()
    platform().advance(tokenLifetime.idleMs + 1)
    await expect.poll(session.stillOpen, { timeout: 8000, interval: 50 }).toEqual([])
  })
})
