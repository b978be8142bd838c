import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { stores } from '#shared/areas/stores/stores.ts'
import { createRandom, pickRandom } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { foldPlatformDays } from '#server/platform/areas/dashboard/foldPlatformDays.ts'
import { dayFigures } from '#server/platform/areas/stores/index.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'

const days = ['2026-01-10', '2026-01-11', '2026-01-12']
const reasons = ['expired_card', 'fraud_block', 'gateway_error']

describe.each(databases)('Sums per day on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const fold = () => foldPlatformDays(platform().platform)
  let storeIds: number[] = []
  beforeAll(async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
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
    await sql`insert into orders (id, store_id, placed_at, amount, currency, status)
      overriding system value select id, id, now(), 100, 'USD', 'unpaid' from stores`.execute(db())
  })

  const sums = sql.join(
    dayFigures.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`),
  )
  const isAny = sql.join(
    dayFigures.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  )

  /** Compares the sums that the database keeps with what stores and failed payments add up to. */
  async function expectSums() {
    const { rows: kept } = await sql`
      select to_char(day, 'YYYY-MM-DD') as day, currency, unit, ${sums} from platform_days
      group by platform_days.day, currency, unit having ${isAny} order by 1, 2, 3`.execute(db())
    const { rows: added } = await sql`
      select to_char(day, 'YYYY-MM-DD') as day, default_currency as currency,
        case type when 'points' then 'points' else default_currency end as unit, ${sums}
      from store_days join stores on stores.id = store_id
      group by store_days.day, 2, 3 having ${isAny} order by 1, 2, 3`.execute(db())
    expect(kept).toEqual(added)
    const { rows: keptReasons } = await sql`
      select to_char(day, 'YYYY-MM-DD') as day, reason, sum(payments_failed)::int as failed
      from platform_reasons group by platform_reasons.day, 2 having sum(payments_failed) <> 0
      order by 1, 2`.execute(db())
    const { rows: addedReasons } = await sql`
      select to_char(attempted_at at time zone 'UTC', 'YYYY-MM-DD') as day, reason,
        count(*)::int as failed
      from payment_attempts group by 1, 2 order by 1, 2`.execute(db())
    expect(keptReasons).toEqual(addedReasons)
    return added.length + addedReasons.length
  }

  const addDay = (storeId: number, day: string, orders: number) =>
    sql`insert into store_days (store_id, day, orders, revenue, credits_issued)
      values (${storeId}, ${day}::date, ${orders}, ${orders * 100}, 7)
      on conflict (store_id, day) do update set orders = store_days.orders + excluded.orders,
        revenue = store_days.revenue + excluded.revenue,
        credits_issued = store_days.credits_issued + 7`.execute(db())
  const addAttempt = (storeId: number, day: string, reason: string) =>
    sql`insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway,
        attempt, reason, raw_code, status)
      values (${storeId}, ${storeId}, ${`${day}T23:59:59.999Z`}::timestamptz, 100, 'USD', 'stripe',
        1, ${reason}, 'x', 'open')`.execute(db())
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
    const [storeId, day, reason] = [pick(storeIds), pick(days), pick(reasons)]
    return pick<() => Promise<unknown>>([
      () => addDay(storeId, day, Math.ceil(random() * 9)),
      () => addDay(storeId, day, Math.ceil(random() * 9)),
      () => addAttempt(storeId, day, reason),
      () => addAttempt(storeId, day, reason),
      () =>
        sql`update store_days set orders = orders - 1 where store_id = ${storeId}`.execute(db()),
      () =>
        sql`delete from store_days where store_id = ${storeId} and day = ${day}::date`.execute(
          db(),
        ),
      () =>
        sql`update payment_attempts set status = 'dismissed', reason = ${reason}
          where store_id = ${storeId}`.execute(db()),
      () =>
        changeStore(storeId, {
          type: pick(['points', 'retail']),
          currency: pick(['USD', 'EUR', 'GBP']),
        }),
      fold,
    ])
  }

  test('equal the sums over stores after any writes', async () => {
    const random = createRandom(42)
    for (let round = 0; round < 60; round++) {
      await pickWrite(random)()
      await expectSums()
    }
    expect(await expectSums()).toBeGreaterThan(5)
  })

  test('equal the sums over stores after many writers at once', async () => {
    const random = createRandom(43)
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 30 }, () => pickWrite(random)()))
      await expectSums()
    }
  })

  test('a rebuild gives the same sums', async () => {
    await sql`select rebuild_platform_days()`.execute(db())
    await expectSums()
  })

  test('a failed write adds nothing', async () => {
    const write = db()
      .transaction()
      .execute(async (trx) => {
        await sql`update store_days set orders = orders + 1`.execute(trx)
        throw new Error('Rolled back')
      })
    await expect(write).rejects.toThrow('Rolled back')
    await expectSums()
  })

  test('become one row per key', async () => {
    await fold()
    for (const [table, keys] of [
      ['platform_days', sql`day, currency, unit`],
      ['platform_reasons', sql`day, reason`],
    ] as const) {
      const { rows } = await sql`select ${keys} from ${sql.table(table)}
        group by ${keys} having count(*) > 1 or not bool_and(is_folded)`.execute(db())
      expect(rows).toEqual([])
    }
    await expectSums()
  })

  test("a deleted store's days are subtracted", async () => {
    await addDay(storeIds[0] ?? 0, '2026-01-10', 5)
    await sql`delete from stores where id = ${storeIds[0]}`.execute(db())
    await expectSums()
  })

  // PGlite has one connection, which the open transaction uses.
  test.skipIf(database.name === 'PGlite')(
    'writers of the same day do not wait for each other',
    async () => {
      const [one = 0, other = 0] = storeIds.slice(1)
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`insert into store_days (store_id, day, orders) values (${one}, '2026-02-01', 1)`.execute(
            trx,
          )
          await addDay(other, '2026-02-01', 1)
          await fold()
        })
      await expectSums()
    },
  )
})
