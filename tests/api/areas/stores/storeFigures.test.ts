import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, toDay } from '#shared/format/dates.ts'
import { refreshStoresAndCounts } from '#server/platform/areas/stores/figures/refreshStores.ts'
import { refreshStoreStats } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertHalfDay } from '#tests/api/support/partOfDay.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import {
  insertStoreDefaults,
  insertMembers,
  insertTheme,
  createStore,
  loadStore,
} from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Store figures on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    await insertStoreDefaults(platform())
  })
  const db = () => platform().platform.db
  const today = () => toDay(platform().platform.now())
  const refresh = (ids: number[] | null) =>
    refreshStoresAndCounts(db(), platform().platform.now(), ids)

  /** Inserts a store's figures for the day that is `ago` days before today. */
  const addDay = (id: number, ago: number, orders: number, failed = 0) =>
    sql`insert into store_days (store_id, day, orders, revenue, payments_failed)
      values (${id}, ${addDays(today(), -ago)}::date, ${orders}, ${orders * 100}, ${failed})`.execute(
      db(),
    )
  const setState = (id: number, kind: string, state: string) =>
    sql`insert into integrations (store_id, kind, state) values (${id}, ${kind}, ${state})
      on conflict (store_id, kind) do update set state = excluded.state`.execute(db())

  test('sums cover the last 30 and 7 days, including today', async () => {
    const { id } = await createStore(call)
    for (const [ago, orders, failed] of [
      [0, 1, 1],
      [6, 10, 10],
      [7, 100, 100],
      [29, 1000, 0],
      [30, 10_000, 0],
    ] as const)
      await addDay(id, ago, orders, failed)
    await refresh([id])
    expect(await loadStore(call, id)).toMatchObject({
      orders30d: 1111,
      failedPayments7d: 11,
      version: 1,
    })
  })

  test('members are counted for stores and for their groups', async () => {
    const { id } = await createStore(call)
    const group = await insertMembers(platform(), id, 3)
    await refresh([id])
    expect((await loadStore(call, id)).members).toBe(3)
    expect((await call('GET', `/memberGroups/${group}`)).body.members).toBe(3)
    await sql`delete from members where store_id = ${id}`.execute(db())
    await refresh(null)
    expect((await loadStore(call, id)).members).toBe(0)
    expect((await call('GET', `/memberGroups/${group}`)).body.members).toBe(0)
  })

  test('a write adds only its own changes to the member counts', async () => {
    const { id } = await createStore(call)
    const groupId = await insertMembers(platform(), id, 5)
    const { rows } = await sql<{ id: number }>`
      insert into member_groups (store_id, name, type, priority, is_default,
        created_at, created_by, updated_at, updated_by)
      values (${id}, 'Others', 'manual', 2, false, now(), '', now(), '') returning id`.execute(db())
    const otherGroupId = rows[0]?.id ?? 0
    // A wrong count keeps its error, which shows that nothing was recounted.
    await sql`update stores set members = 1005 where id = ${id}`.execute(db())
    await sql`update member_groups set members = 105 where id = ${groupId}`.execute(db())
    const loadCounts = async () => [
      (await loadStore(call, id)).members,
      (await call('GET', `/memberGroups/${groupId}`)).body.members,
      (await call('GET', `/memberGroups/${otherGroupId}`)).body.members,
    ]
    const runWrite = (statement: RawBuilder<unknown>) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await statement.execute(trx)
          await recomputeStoreStats(trx, platform().platform.now())
        })
    await runWrite(sql`update members set name = 'Renamed' where store_id = ${id}`)
    expect(await loadCounts()).toEqual([1005, 105, 0])
    await runWrite(
      sql`update members set group_id = ${otherGroupId} where store_id = ${id} and email < '3'`,
    )
    expect(await loadCounts()).toEqual([1005, 103, 2])
    await runWrite(sql`delete from members where store_id = ${id} and email < '2'`)
    expect(await loadCounts()).toEqual([1004, 103, 1])
    await runWrite(sql`insert into members (store_id, group_id, name, email, active,
        created_at, created_by, updated_at, updated_by)
      values (${id}, ${groupId}, 'New', 'a@b.dev', true, now(), '', now(), ''),
        (${id}, null, 'New', 'c@d.dev', true, now(), '', now(), '')`)
    expect(await loadCounts()).toEqual([1006, 104, 1])
    await refreshStoreStats(platform().platform)
    expect(await loadCounts()).toEqual([6, 4, 1])
  })

  test('states follow the integrations, and a degraded one marks the store as failing', async () => {
    const { id } = await createStore(call)
    expect(await loadStore(call, id)).toMatchObject({ mailState: 'not_configured', failing: false })
    await setState(id, 'mail', 'active')
    await setState(id, 'signOn', 'draft')
    await setState(id, 'print', 'degraded')
    await refresh(null)
    expect(await loadStore(call, id)).toMatchObject({
      mailState: 'active',
      signOnState: 'draft',
      paymentState: 'not_configured',
      printState: 'degraded',
      failing: true,
    })
    await setState(id, 'print', 'active')
    await refresh([id])
    expect(await loadStore(call, id)).toMatchObject({ printState: 'active', failing: false })
  })

  test('the last activity is the newest order or log entry', async () => {
    const { id, lastActivityAt, createdAt } = await createStore(call)
    expect(lastActivityAt).toBe(createdAt)
    const later = '2099-01-01T00:00:00.000Z'
    await sql`insert into orders (store_id, placed_at, amount, currency, status)
      values (${id}, ${later}, 1, 'USD', 'paid')`.execute(db())
    await refresh(null)
    expect((await loadStore(call, id)).lastActivityAt).toBe(later)
  })

  test('organizations count their stores, including stores that move between them', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(
        async () => (await call('POST', '/organisations', { body: { name: randomUUID() } })).body,
      ),
    )
    const loadCounts = async () =>
      Promise.all(
        [one, other].map(async ({ id }) => (await call('GET', `/organisations/${id}`)).body.stores),
      )
    const createdStores = await Promise.all(
      Array.from({ length: 5 }, () => createStore(call, { organisationId: one.id })),
    )
    expect(await loadCounts()).toEqual([5, 0])
    await Promise.all(
      createdStores
        .slice(0, 3)
        .map(({ id }) =>
          call('PATCH', `/stores/${id}`, { body: { organisationId: other.id }, ifMatch: 1 }),
        ),
    )
    expect(await loadCounts()).toEqual([2, 3])
    await sql`update organisations set stores = 77`.execute(db())
    await refresh(null)
    expect(await loadCounts()).toEqual([2, 3])
  })

  test('readiness follows each change to the store and its inherited defaults', async () => {
    const { id } = (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
    const store = await createStore(call, { type: 'points' })
    // Theme and contrast are inherited. Organization, admin, email, group, and members are missing.
    expect(store.readiness).toBe(29)
    const admin = { adminName: 'First', adminEmail: 'first@example.com' }
    const change = { body: { organisationId: id, ...admin }, ifMatch: 1 }
    const { body } = await call('PATCH', `/stores/${store.id}`, change)
    expect(body.readiness).toBe(57)
    await insertMembers(platform(), store.id, 1)
    await setState(store.id, 'mail', 'active')
    await refresh(null)
    expect((await loadStore(call, store.id)).readiness).toBe(100)

    const defaults = (await call('GET', '/storeDefaults/1')).body
    const updateTheme = (themeId: number, ifMatch: number) =>
      patchConfirmed(call, '/storeDefaults/1', { body: { themeId }, ifMatch })
    await updateTheme(await insertTheme(platform(), 'draft'), defaults.version)
    expect(await loadStore(call, store.id)).toMatchObject({ readiness: 86, version: 2 })
    await updateTheme(defaults.themeId, defaults.version + 1)
    expect((await loadStore(call, store.id)).readiness).toBe(100)
  })

  test('GET /stores/ID/readiness returns each check and the reason why it fails', async () => {
    const store = await createStore(call, { type: 'points' })
    // Older stores can have such a color: it was saved before contrast was validated.
    await sql`update stores set primary_colour = '#ffffff' where id = ${store.id}`.execute(db())
    await refresh(null)
    const { status, body } = await call('GET', `/stores/${store.id}/readiness`)
    expect(status).toBe(200)
    expect(body.percent).toBe((await loadStore(call, store.id)).readiness)
    expect(body.checks).toContainEqual({ key: 'theme', ok: true, detail: null })
    expect(body.checks).toContainEqual({
      key: 'contrast',
      ok: false,
      detail: 'Text on the primary color has a contrast of 1.00. The minimum is 4.5.',
    })
    expect((await call('GET', `/stores/${2 ** 30}/readiness`)).status).toBe(404)
  })

  test('correct figures are not written again', async () => {
    await refresh(null)
    const loadRowWriters = async () =>
      (await sql`select id, xmin::text as writer from stores`.execute(db())).rows
    const before = await loadRowWriters()
    await refresh(null)
    expect(await loadRowWriters()).toEqual(before)
  })

  test('the scheduled run refreshes all figures and does nothing while another run is active', async () => {
    const { id } = await createStore(call)
    await insertMembers(platform(), id, 2)
    await Promise.all([
      refreshStoreStats(platform().platform),
      refreshStoreStats(platform().platform),
    ])
    expect((await loadStore(call, id)).members).toBe(2)
    const { rows } = await sql`
      select pg_try_advisory_lock(hashtext('store figures')) as free`.execute(db())
    expect(rows).toEqual([{ free: true }])
    await sql`select pg_advisory_unlock_all()`.execute(db())
  })

  test('GET /stores/ID/figures compares the last 30 days with the same weekdays of the previous period', async () => {
    const { id } = await createStore(call, { defaultCurrency: 'EUR', type: 'points' })
    await addDay(id, 0, 4, 1)
    await addDay(id, 29, 2)
    await addDay(id, 30, 1000)
    await addDay(id, 36, 3)
    await addDay(id, 64, 1, 5)
    await addDay(id, 65, 1000)
    await insertMembers(platform(), id, 3)
    await sql`update members set created_at = now() - interval '40 days'
      where store_id = ${id} and name = 'Member 1'`.execute(db())
    await sql`update members set created_at = now() - interval '400 days'
      where store_id = ${id} and name = 'Member 2'`.execute(db())
    const { status, body } = await call('GET', `/stores/${id}/figures`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      range: { from: addDays(today(), -29), to: today() },
      before: { from: addDays(today(), -64), to: addDays(today(), -35) },
      currency: 'EUR',
      unit: 'points',
      orders: { now: 6, before: 4 },
      revenue: { now: 600, before: 400 },
      paymentsFailed: { now: 1, before: 5 },
      mailSent: { now: 0, before: 0 },
      members: { all: 3, joined: { now: 1, before: 1 } },
    })
    const { now, before } = body.ordersByDay
    expect([now.length, now[0], now[29]]).toEqual([30, 2, 4])
    expect([before.length, before[0], before[28], before[29]]).toEqual([30, 1, 3, 0])
    expect((await call('GET', `/stores/${2 ** 30}/figures`)).status).toBe(404)
  })

  test('today is compared with the same hours of the day five weeks earlier', async () => {
    const { id } = await createStore(call)
    const before = await insertHalfDay(platform(), id)
    await addDay(id, 35, 86_400)
    const limited = await openSession(platform(), await platform().addAccount(allPermissions, [id]))
    const loadFigures = async () => (await limited('GET', `/stores/${id}/figures`)).body
    const figures = await loadFigures()
    for (const [name, sum] of Object.entries(before)) expect(figures[name].before, name).toBe(sum)
    expect(figures.ordersByDay.before.at(-1)).toBe(before.orders)
    // Nothing was entered in the next ten minutes of the earlier day.
    platform().advance(600_000)
    expect((await loadFigures()).revenue.before).toBe(before.revenue)
    expect((await limited('GET', '/dashboard')).body).toMatchObject({
      orders: { before: before.orders },
      mailSent: { before: before.mailSent },
      giftCardsFailed: { before: before.giftCardsFailed },
    })
  })
})
