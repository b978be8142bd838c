import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRandom, pickRandom } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { foldPlatformDays } from '#server/platform/areas/dashboard/foldPlatformDays.ts'
import { dayFigures } from '#server/platform/areas/stores/index.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { insertHalfDay } from '#tests/api/support/partOfDay.ts'
import { insertRows } from '#tests/api/support/records.ts'

const dayMs = 86_400_000
/** The first and the last instant of an hour, and one of another month, which has a partition. */
const times = [
  '2026-01-31T22:59:59.999Z',
  '2026-01-31T23:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00.000Z',
]

/** What the source tables add up to, as the dashboard adds up the last hour. */
const sources = sql`
  select store_id, placed_at as at, 1 as orders,
    case when status in ('paid', 'fulfilled') then amount else 0 end as revenue,
    0 as payments_failed, 0 as payments_recovered, 0 as credits_issued, 0 as credits_redeemed,
    0 as gift_cards_sent, 0 as gift_cards_failed, 0 as mail_sent, 0 as mail_failed from orders
  union all select store_id, attempted_at, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 from payment_attempts
  union all select store_id, recovered_at, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 from payment_attempts
  union all select store_id, entered_at, 0, 0, 0, 0, greatest(amount, 0), greatest(-amount, 0), 0, 0, 0, 0
    from credit_entries where type in ('issue', 'redeem')
  union all select store_id, sent_at, 0, 0, 0, 0, 0, 0, (status = 'sent')::int,
    (status = 'failed')::int, 0, 0 from gift_cards
  union all select store_id, ended_at, 0, 0, 0, 0, 0, 0, 0, 0, (status = 'sent')::int,
    (status = 'failed')::int from mails`

describe.each(databases)('Sums per hour on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const fold = () => foldPlatformDays(platform().platform)
  let storeIds: number[] = []
  let memberIds: number[] = []
  beforeAll(async () => {
    const rows = Array.from({ length: 4 }, (_, index) => ({
      name: `Store ${index}`,
      code: `store-${index}`,
      subdomain: `store-${index}`,
      type: index % 3 === 0 ? 'points' : 'retail',
      plan: 'growth',
      country: 'US',
      defaultCurrency: index % 2 === 0 ? 'USD' : 'EUR',
      status: 'active',
    }))
    storeIds = (await insertRows(platform(), stores, rows)).map(({ id }) => id)
    const people = storeIds.map((storeId) => ({
      name: 'Ana',
      email: `${storeId}@example.com`,
      storeId,
      active: true,
    }))
    memberIds = (await insertRows(platform(), members, people)).map(({ id }) => id)
  })

  const sums = sql.join(
    dayFigures.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`),
  )
  const isAny = sql.join(
    dayFigures.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  )

  /** Compares the sums that the database keeps with what the source tables add up to. */
  async function expectSums(): Promise<number> {
    const { rows: kept } = await sql`
      select hour, currency, unit, ${sums} from platform_hours
      group by hour, currency, unit having ${isAny} order by 1, 2, 3`.execute(db())
    const { rows: added } = await sql`
      select date_trunc('hour', at, 'UTC') as hour, default_currency as currency,
        case type when 'points' then 'points' else default_currency end as unit, ${sums}
      from (${sources}) as sources join stores on stores.id = store_id
      where at is not null group by 1, 2, 3 having ${isAny} order by 1, 2, 3`.execute(db())
    expect(kept).toEqual(added)
    return added.length
  }

  /** Locks the store before the change, as the platform does. */
  const changeStore = (storeId: number, change: { type: string; currency: string }) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`select id from stores where id = ${storeId} for update`.execute(trx)
        await sql`update stores set type = ${change.type}, default_currency = ${change.currency}
          where id = ${storeId}`.execute(trx)
      })

  /** Returns one write of any kind. */
  function pickWrite(random: RandomSource) {
    const pick = <Item>(items: readonly Item[]) => pickRandom(random, items)
    const index = Math.floor(random() * storeIds.length)
    const [storeId, memberId] = [storeIds[index] ?? 0, memberIds[index] ?? 0]
    const [time, other] = [sql`${pick(times)}::timestamptz`, sql`${pick(times)}::timestamptz`]
    // One row, because changes of several rows at once could wait for each other forever.
    const isNewest = (table: string) =>
      sql`id = (select max(id) from ${sql.table(table)} where store_id = ${storeId})`
    const amount = Math.ceil(random() * 900)
    const status = pick(['paid', 'fulfilled', 'unpaid'])
    const ended = pick(['sent', 'failed', 'waiting'])
    const statement = pick([
      sql`insert into orders (store_id, placed_at, amount, currency, status)
        values (${storeId}, ${time}, ${amount}, 'USD', ${status}), (${storeId}, ${other}, 1, 'USD', 'paid')`,
      sql`update orders set status = ${status}, amount = amount + 1 where ${isNewest('orders')}`,
      sql`update orders set placed_at = ${other} where ${isNewest('orders')}`,
      sql`insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway,
          attempt, reason, raw_code, status)
        select store_id, id, ${time}, 100, 'USD', 'stripe', 1, 'fraud_block', 'x', 'open'
        from orders where ${isNewest('orders')} for key share`,
      sql`update payment_attempts set status = 'recovered', recovered_at = ${other}
        where ${isNewest('payment_attempts')}`,
      sql`update payment_attempts set status = 'dismissed' where ${isNewest('payment_attempts')}`,
      sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance,
          reason, issued_by)
        values (${storeId}, ${memberId}, ${time}, 'issue', ${amount}, 'points', 0, 'x', 'x'),
          (${storeId}, ${memberId}, ${other}, 'redeem', -1, 'points', 0, 'x', 'x')`,
      sql`insert into gift_cards (store_id, sent_at, amount, currency, status)
        values (${storeId}, ${time}, 100, 'USD', ${ended}), (null, ${time}, 100, 'USD', 'sent')`,
      sql`update gift_cards set status = ${ended} where ${isNewest('gift_cards')}`,
      sql`insert into mails (time, kind, recipient, subject, store_id, status, ended_at)
        values (${time}, 'giftCard', 'x', 'x', ${storeId}, ${ended}, ${ended === 'waiting' ? null : other}),
          (${time}, 'invitation', 'x', 'x', null, 'sent', ${time})`,
      sql`update mails set status = 'waiting', ended_at = null where ${isNewest('mails')}`,
      sql`delete from mails where ${isNewest('mails')}`,
      sql`delete from orders where ${isNewest('orders')}`,
    ])
    return pick<() => Promise<unknown>>([
      ...Array.from({ length: 12 }, () => () => statement.execute(db())),
      () =>
        changeStore(storeId, { type: pick(['points', 'retail']), currency: pick(['USD', 'EUR']) }),
      fold,
    ])
  }

  test('equal the sums over the source tables after any writes', async () => {
    const random = createRandom(44)
    for (let round = 0; round < 120; round++) {
      await pickWrite(random)()
      await expectSums()
    }
    expect(await expectSums()).toBeGreaterThan(5)
  })

  test('equal the sums over the source tables after many writers at once', async () => {
    const random = createRandom(45)
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 30 }, () => pickWrite(random)()))
      await expectSums()
    }
  })

  test('a rebuild gives the same sums', async () => {
    await sql`select rebuild_platform_hours()`.execute(db())
    await expectSums()
  })

  test('hours are those of UTC, whatever the time zone of a connection', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local time zone 'Asia/Kolkata'`.execute(trx)
        await sql`insert into orders (store_id, placed_at, amount, currency, status)
          select ${storeIds[0]}, at, 5, 'USD', 'paid' from unnest(${times}::timestamptz[]) as at`.execute(
          trx,
        )
      })
    await expectSums()
  })

  test('a failed write adds nothing', async () => {
    const write = db()
      .transaction()
      .execute(async (trx) => {
        await sql`update orders set amount = amount + 7`.execute(trx)
        throw new Error('Rolled back')
      })
    await expect(write).rejects.toThrow('Rolled back')
    await expectSums()
  })

  test('become one row per key', async () => {
    await fold()
    const { rows } = await sql`select from platform_hours group by hour, currency, unit
      having count(*) > 1 or not bool_and(is_folded)`.execute(db())
    expect(rows).toEqual([])
    await expectSums()
  })

  test("a deleted store's hours are subtracted", async () => {
    await sql`delete from stores where id = ${storeIds[0]}`.execute(db())
    await expectSums()
  })

  test('rows in another month are counted when they are written, not when they move', async () => {
    for (const table of ['mails', 'credit_entries'])
      await sql`select make_month(${table}, '2026-01-01T00:00:00Z')`.execute(db())
    await expectSums()
  })

  test('a dropped month of emails stays counted, and those it keeps are not counted twice', async () => {
    const countEmails = async () => {
      const { rows } = await sql`select sum(mail_sent)::int as sent from platform_hours`.execute(
        db(),
      )
      return rows[0]
    }
    await sql`insert into mails (time, kind, recipient, subject, store_id, status, ended_at)
      select '2026-01-31T22:00:00Z', 'giftCard', 'x', 'x', ${storeIds[1]}, 'sent', ended_at
      from (values ('2026-01-31T22:10:00Z'::timestamptz), ('2026-03-05T10:10:00Z')) as kept (ended_at)`.execute(
      db(),
    )
    const before = await countEmails()
    await sql`select drop_email_month('2026_01', '2026-03-01T00:00:00Z')`.execute(db())
    const { rows } = await sql`select from mails where time < '2026-02-01T00:00:00Z'
      and ended_at > '2026-03-01T00:00:00Z'`.execute(db())
    expect(rows).toHaveLength(1)
    expect(await countEmails()).toEqual(before)
  })

  test('the dashboard compares the same figures for all stores as for each of them', async () => {
    const [storeId = 0] = storeIds.slice(1)
    await insertHalfDay(platform(), storeId)
    const all = await openSession(platform())
    const permissions = ['ordersRead', 'ordersRead:read']
    const limited = await openSession(
      platform(),
      await platform().addAccount(permissions, storeIds),
    )
    const getDay = (ago: number) =>
      new Date(platform().platform.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
    // It's noon, and the store's second hour of activity began at 13:00.
    const steps = [
      { ms: 0, orders: 3 },
      { ms: 55 * 60_000, orders: 3 },
      { ms: 10 * 60_000, orders: 6 },
      { ms: 90 * 60_000, orders: 6 },
    ]
    for (const { ms, orders } of steps) {
      platform().advance(ms)
      const query = `?from=${getDay(34)}&to=${getDay(0)}`
      const { body } = await all('GET', `/dashboard${query}`)
      const { body: expected } = await limited('GET', `/dashboard${query}`)
      // Accounts of some stores don't see the emails without a store.
      const { mailSent, ...figures } = body
      const { mailSent: storeMailSent, ...expectedFigures } = expected
      expect(figures).toEqual(expectedFigures)
      expect(figures.orders.before).toBe(orders)
      expect(mailSent.before).toBeGreaterThanOrEqual(storeMailSent.before)
    }
  })
})
