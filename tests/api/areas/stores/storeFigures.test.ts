import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, toDay } from '#shared/format/dates.ts'
import { refreshStoresAndCounts } from '#server/platform/areas/stores/figures/refreshStores.ts'
import { refreshStoreStats } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { partOfDay } from '#tests/api/support/partOfDay.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { addDefaults, addMembers, addTheme, newStore, storeNow } from '#tests/api/support/stores.ts'

describe.each(usually('PostgreSQL'))('figures of stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    await addDefaults(platform())
  })
  const db = () => platform().platform.db
  const today = () => toDay(platform().platform.now())
  const refresh = (ids: number[] | null) =>
    refreshStoresAndCounts(db(), platform().platform.now(), ids)

  /** What a store did so many days ago. */
  const addDay = (id: number, ago: number, orders: number, failed = 0) =>
    sql`insert into store_days (store_id, day, orders, revenue, payments_failed)
      values (${id}, ${addDays(today(), -ago)}::date, ${orders}, ${orders * 100}, ${failed})`.execute(
      db(),
    )
  const setState = (id: number, kind: string, state: string) =>
    sql`insert into integrations (store_id, kind, state) values (${id}, ${kind}, ${state})
      on conflict (store_id, kind) do update set state = excluded.state`.execute(db())

  test('sums are of the last 30 and 7 days, today included', async () => {
    const { id } = await newStore(call)
    for (const [ago, orders, failed] of [
      [0, 1, 1],
      [6, 10, 10],
      [7, 100, 100],
      [29, 1000, 0],
      [30, 10_000, 0],
    ] as const)
      await addDay(id, ago, orders, failed)
    await refresh([id])
    expect(await storeNow(call, id)).toMatchObject({
      orders30d: 1111,
      failedPayments7d: 11,
      version: 1,
    })
  })

  test('members are counted for stores and for their groups', async () => {
    const { id } = await newStore(call)
    const group = await addMembers(platform(), id, 3)
    await refresh([id])
    expect((await storeNow(call, id)).members).toBe(3)
    expect((await call('GET', `/memberGroups/${group}`)).body.members).toBe(3)
    await sql`delete from members where store_id = ${id}`.execute(db())
    await refresh(null)
    expect((await storeNow(call, id)).members).toBe(0)
    expect((await call('GET', `/memberGroups/${group}`)).body.members).toBe(0)
  })

  test('a write adds who came, moved and went to what is counted, and counts nobody else', async () => {
    const { id } = await newStore(call)
    const one = await addMembers(platform(), id, 5)
    const { rows } = await sql<{ id: number }>`
      insert into member_groups (store_id, name, type, priority, is_default,
        created_at, created_by, updated_at, updated_by)
      values (${id}, 'Others', 'manual', 2, false, now(), '', now(), '') returning id`.execute(db())
    const other = rows[0]?.id ?? 0
    // What is wrong stays wrong by as much: so nothing was counted anew.
    await sql`update stores set members = 1005 where id = ${id}`.execute(db())
    await sql`update member_groups set members = 105 where id = ${one}`.execute(db())
    const counts = async () => [
      (await storeNow(call, id)).members,
      (await call('GET', `/memberGroups/${one}`)).body.members,
      (await call('GET', `/memberGroups/${other}`)).body.members,
    ]
    const writing = (statement: RawBuilder<unknown>) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await statement.execute(trx)
          await recomputeStoreStats(trx, platform().platform.now())
        })
    await writing(sql`update members set name = 'Renamed' where store_id = ${id}`)
    expect(await counts()).toEqual([1005, 105, 0])
    await writing(
      sql`update members set group_id = ${other} where store_id = ${id} and email < '3'`,
    )
    expect(await counts()).toEqual([1005, 103, 2])
    await writing(sql`delete from members where store_id = ${id} and email < '2'`)
    expect(await counts()).toEqual([1004, 103, 1])
    await writing(sql`insert into members (store_id, group_id, name, email, active,
        created_at, created_by, updated_at, updated_by)
      values (${id}, ${one}, 'New', 'a@b.dev', true, now(), '', now(), ''),
        (${id}, null, 'New', 'c@d.dev', true, now(), '', now(), '')`)
    expect(await counts()).toEqual([1006, 104, 1])
    await refreshStoreStats(platform().platform)
    expect(await counts()).toEqual([6, 4, 1])
  })

  test('states are those of the integrations, and one that is degraded makes the store failing', async () => {
    const { id } = await newStore(call)
    expect(await storeNow(call, id)).toMatchObject({ mailState: 'not_configured', failing: false })
    await setState(id, 'mail', 'active')
    await setState(id, 'signOn', 'draft')
    await setState(id, 'print', 'degraded')
    await refresh(null)
    expect(await storeNow(call, id)).toMatchObject({
      mailState: 'active',
      signOnState: 'draft',
      paymentState: 'not_configured',
      printState: 'degraded',
      failing: true,
    })
    await setState(id, 'print', 'active')
    await refresh([id])
    expect(await storeNow(call, id)).toMatchObject({ printState: 'active', failing: false })
  })

  test('the last activity is the newest order or entry of the log', async () => {
    const { id, lastActivityAt, createdAt } = await newStore(call)
    expect(lastActivityAt).toBe(createdAt)
    const later = '2099-01-01T00:00:00.000Z'
    await sql`insert into orders (store_id, placed_at, amount, currency, status)
      values (${id}, ${later}, 1, 'USD', 'paid')`.execute(db())
    await refresh(null)
    expect((await storeNow(call, id)).lastActivityAt).toBe(later)
  })

  test('organisations count their stores, also those that come from another one', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(
        async () => (await call('POST', '/organisations', { body: { name: randomUUID() } })).body,
      ),
    )
    const counts = async () =>
      Promise.all(
        [one, other].map(async ({ id }) => (await call('GET', `/organisations/${id}`)).body.stores),
      )
    const made = await Promise.all(
      Array.from({ length: 5 }, () => newStore(call, { organisationId: one.id })),
    )
    expect(await counts()).toEqual([5, 0])
    await Promise.all(
      made
        .slice(0, 3)
        .map(({ id }) =>
          call('PATCH', `/stores/${id}`, { body: { organisationId: other.id }, ifMatch: 1 }),
        ),
    )
    expect(await counts()).toEqual([2, 3])
    await sql`update organisations set stores = 77`.execute(db())
    await refresh(null)
    expect(await counts()).toEqual([2, 3])
  })

  test('readiness follows each write of the store, and of what it inherits', async () => {
    const { id } = (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
    const store = await newStore(call, { type: 'points' })
    // Theme and contrast are inherited; organisation, admin, mail, group and members are missing.
    expect(store.readiness).toBe(28)
    const admin = { adminName: 'First', adminEmail: 'first@example.com' }
    const change = { body: { organisationId: id, ...admin }, ifMatch: 1 }
    const { body } = await call('PATCH', `/stores/${store.id}`, change)
    expect(body.readiness).toBe(57)
    await addMembers(platform(), store.id, 1)
    await setState(store.id, 'mail', 'active')
    await refresh(null)
    expect((await storeNow(call, store.id)).readiness).toBe(100)

    const defaults = (await call('GET', '/storeDefaults/1')).body
    const put = (themeId: number, ifMatch: number) =>
      confirmed(call, '/storeDefaults/1', { body: { themeId }, ifMatch })
    await put(await addTheme(platform(), 'draft'), defaults.version)
    expect(await storeNow(call, store.id)).toMatchObject({ readiness: 85, version: 2 })
    await put(defaults.themeId, defaults.version + 1)
    expect((await storeNow(call, store.id)).readiness).toBe(100)
  })

  test('GET /stores/ID/readiness names each check and what is missing', async () => {
    const store = await newStore(call, { type: 'points' })
    // From before such a pair was refused.
    await sql`update stores set primary_colour = '#ffffff' where id = ${store.id}`.execute(db())
    await refresh(null)
    const { status, body } = await call('GET', `/stores/${store.id}/readiness`)
    expect(status).toBe(200)
    expect(body.percent).toBe((await storeNow(call, store.id)).readiness)
    expect(body.checks).toContainEqual({ key: 'theme', ok: true, detail: null })
    expect(body.checks).toContainEqual({
      key: 'contrast',
      ok: false,
      detail: 'Text on the primary color has a contrast of 1.00. The minimum is 4.5.',
    })
    expect((await call('GET', `/stores/${2 ** 30}/readiness`)).status).toBe(404)
  })

  test('figures that are right are not written again', async () => {
    await refresh(null)
    const places = async () =>
      (await sql`select id, xmin::text as writer from stores`.execute(db())).rows
    const before = await places()
    await refresh(null)
    expect(await places()).toEqual(before)
  })

  test('the regular run brings all up to date, and does nothing while another one is at it', async () => {
    const { id } = await newStore(call)
    await addMembers(platform(), id, 2)
    await Promise.all([
      refreshStoreStats(platform().platform),
      refreshStoreStats(platform().platform),
    ])
    expect((await storeNow(call, id)).members).toBe(2)
    const { rows } = await sql`
      select pg_try_advisory_lock(hashtext('store figures')) as free`.execute(db())
    expect(rows).toEqual([{ free: true }])
    await sql`select pg_advisory_unlock_all()`.execute(db())
  })

  test('GET /stores/ID/figures compares the last 30 days with the same weekdays before them', async () => {
    const { id } = await newStore(call, { defaultCurrency: 'EUR', type: 'points' })
    await addDay(id, 0, 4, 1)
    await addDay(id, 29, 2)
    await addDay(id, 30, 1000)
    await addDay(id, 36, 3)
    await addDay(id, 64, 1, 5)
    await addDay(id, 65, 1000)
    await addMembers(platform(), id, 3)
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

  test('of the running day what was entered until the same hour is compared, five weeks earlier', async () => {
    const { id } = await newStore(call)
    const before = await partOfDay(platform(), id)
    await addDay(id, 35, 86_400)
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [id]))
    const ask = async () => (await one('GET', `/stores/${id}/figures`)).body
    const told = await ask()
    for (const [name, sum] of Object.entries(before)) expect(told[name].before, name).toBe(sum)
    expect(told.ordersByDay.before.at(-1)).toBe(before.orders)
    // Ten minutes later, in which nothing was entered then.
    platform().advance(600_000)
    expect((await ask()).revenue.before).toBe(before.revenue)
    expect((await one('GET', '/dashboard')).body).toMatchObject({
      orders: { before: before.orders },
      mailSent: { before: before.mailSent },
      giftCardsFailed: { before: before.giftCardsFailed },
    })
  })
})
