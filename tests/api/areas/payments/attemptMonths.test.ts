import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import {
  findLastAttempt,
  recordAttempt,
  recordRecoveredPayment,
  setOrderPaymentStatus,
} from '#server/platform/areas/payments/attempts.ts'
import { purgeExpiredData } from '#server/platform/core/platform/retention.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { insertFailedOrder, insertPaidCharge } from '#tests/api/support/orders.ts'
import { buildSampleValues, insertRows } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

const dayMs = 24 * 60 * 60_000
const retentionDays = 740

describe.each(databases)('Months of failed payments on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await openSession(platform())
    storeId = (await createStore(call)).id
  })

  const daysAgo = (days: number) =>
    new Date(platform().platform.now().getTime() - days * dayMs).toISOString()
  const getMonth = (days: number) =>
    `payment_attempts_${daysAgo(days).slice(0, 7).replace('-', '_')}`

  /** Inserts an order whose payment failed, and which was dismissed on the same day. */
  async function insertDismissedOrder(days: number, reference: string | null): Promise<number> {
    const at = daysAgo(days)
    const orderId = await insertFailedOrder(db(), { storeId, at, reference })
    await sql`update payment_attempts set status = 'dismissed', next_retry_at = null, updated_at = ${at}
      where order_id = ${orderId}`.execute(db())
    await sql`update orders set status = 'cancelled' where id = ${orderId}`.execute(db())
    await createMonthPartitions(platform().platform)
    return orderId
  }

  async function purge(): Promise<void> {
    const { platform: settings } = platform()
    const retention = { ...settings.retention, failedPayments: retentionDays }
    await purgeExpiredData({ ...settings, retention })
  }

  const query = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(db())).rows
  const hasMonth = async (days: number) => {
    const [row] = await query(
      sql<{ found: string | null }>`select to_regclass(${getMonth(days)}) as found`,
    )
    return row?.found !== null
  }

  test('has each failed payment in the month of its attempt', async () => {
    await createMonthPartitions(platform().platform)
    const orderId = await insertFailedOrder(db(), { storeId, at: daysAgo(0), reference: null })
    const rows = await query(sql`
      select tableoid::regclass::text as month from payment_attempts where order_id = ${orderId}`)
    expect(rows).toEqual([{ month: getMonth(0) }])
  })

  test('reads and writes a failed payment, by its ID or its order, in its month only', async () => {
    const orderId = await insertDismissedOrder(400, null)
    const months = await db()
      .transaction()
      .execute(async (trx) => {
        const last = await findLastAttempt(trx, orderId)
        const resource = limitToCaller({ storeIds: [storeId] }, paymentAttempts)
        const record = await lockRecord(trx, resource, Number(last?.id), null)
        expect(record).toMatchObject({ orderId, status: 'dismissed' })
        const change = { status: 'dismissed', closedReason: 'Paid in cash' } as const
        await setOrderPaymentStatus(trx, orderId, change, { at: daysAgo(400), by: 'x' })
        // The triggers of foreign keys and of the search read no failed payments either.
        const { rows } = await sql<{ name: string }>`
          select distinct relname as name from pg_locks join pg_class on pg_class.oid = relation
          where pid = pg_backend_pid() and relkind = 'r' and relname like 'payment\_attempts\_%'`.execute(
          trx,
        )
        return rows.map(({ name }) => name)
      })
    expect(months).toEqual([getMonth(400)])
  })

  test("counts a provider's reference once, also if it comes again years later", async () => {
    await insertDismissedOrder(1600, 'pi_once')
    const again = await insertFailedOrder(db(), { storeId, at: daysAgo(1), reference: 'pi_once' })
    expect(await findLastAttempt(db(), again)).toBeUndefined()
    await purge()
    expect(await hasMonth(1600)).toBe(false)
    const later = await insertFailedOrder(db(), { storeId, at: daysAgo(0), reference: 'pi_once' })
    expect(await findLastAttempt(db(), later)).toBeUndefined()
  })

  test('keeps a month by default, and a month that retention has not reached', async () => {
    await insertDismissedOrder(1500, 'pi_default')
    await purgeExpiredData(platform().platform)
    expect(await hasMonth(1500)).toBe(true)
    await insertDismissedOrder(700, 'pi_recent')
    await purge()
    expect([await hasMonth(1500), await hasMonth(700)]).toEqual([false, true])
  })

  test('drops a month with its comments, and keeps orders, charges, sums, and search entries', async () => {
    const orderId = await insertDismissedOrder(1400, 'pi_dropped1')
    const chargeId = await insertPaidCharge(db(), orderId, 'pi_charge')
    await sql`update payment_charges set state = 'failed' where id = ${chargeId}`.execute(db())
    const [attempt] = await query(
      sql<{ id: number }>`select id from payment_attempts where order_id = ${orderId}`,
    )
    const body = { resource: 'paymentAttempts', recordId: attempt?.id, body: 'Called the member' }
    expect((await call('POST', '/comments', { body })).status).toBe(201)
    const loadSums = () =>
      query(sql`
        select (select sum(payments_failed)::int from store_days where store_id = ${storeId}) as stores,
          (select sum(payments_failed)::int from platform_days) as days,
          (select sum(payments_failed)::int from platform_reasons) as reasons`)
    const sums = await loadSums()
    await purge()

    expect(await hasMonth(1400)).toBe(false)
    const read = await call('GET', `/paymentAttempts/${attempt?.id}`)
    expect([read.status, read.body.code]).toEqual([404, 'not_found'])
    expect(await loadSums()).toEqual(sums)
    await sql`select rebuild_platform_days()`.execute(db())
    expect(await loadSums()).toEqual(sums)
    expect(
      await query(sql`select id from comments where record_id = ${attempt?.id}
        and resource = 'paymentAttempts'`),
    ).toEqual([])
    expect(
      await query(sql`select attempt_id, state from payment_charges where id = ${chargeId}`),
    ).toEqual([{ attemptId: attempt?.id, state: 'failed' }])
    const timeline = await call('GET', `/orders/${orderId}/timeline`)
    // Log entries about the failed payment stay as long as the logs.
    expect(timeline.body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'commentAdded',
    ])
    const found = await call('GET', '/orders?search=pi_dropped1')
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([orderId])
    const countEntries = () =>
      query(sql`select record_id::int as id from search_entries
        where source = 'payment_attempts' and source_id = ${attempt?.id}`)
    expect(await countEntries()).toEqual([{ id: orderId }])
    await sql`delete from orders where id = ${orderId}`.execute(db())
    expect(await countEntries()).toEqual([])
  })

  test('numbers the next attempt of an order after those that were deleted', async () => {
    const orderId = await insertDismissedOrder(1300, null)
    await purge()
    expect(await findLastAttempt(db(), orderId)).toBeUndefined()
    await db()
      .transaction()
      .execute((trx) =>
        recordAttempt(trx, {
          orderId,
          gateway: 'stripe',
          amount: 1250,
          currency: 'EUR',
          at: daysAgo(0),
          decline: { code: 'insufficient_funds' },
        }),
      )
    // The number is part of the idempotency key of the next charge.
    expect((await findLastAttempt(db(), orderId))?.attempt).toBe(2)
  })

  test('counts a payment of an order whose failed payments were deleted, once', async () => {
    const orderId = await insertDismissedOrder(1200, null)
    await purge()
    const day = daysAgo(1200).slice(0, 10)
    const loadOrder = () =>
      query(sql`select status, (select revenue::int from store_days
          where store_days.store_id = orders.store_id and day = ${day}::date) as revenue
        from orders where id = ${orderId}`)
    for (let time = 0; time < 2; time++) {
      await db()
        .transaction()
        .execute((trx) => recordRecoveredPayment(trx, { orderId, at: daysAgo(0) }))
      expect(await loadOrder()).toEqual([{ status: 'paid', revenue: 1250 }])
    }
  })

  describe('keeps a month', () => {
    const cases: Record<string, (orderId: number, at: string) => Promise<unknown>> = {
      'with an open payment': (orderId) =>
        sql`update payment_attempts set status = 'open' where order_id = ${orderId}`.execute(db()),
      'with a payment that is processing': (orderId) =>
        sql`update payment_attempts set status = 'processing' where order_id = ${orderId}`.execute(
          db(),
        ),
      'with a payment whose charge is unknown': (orderId) =>
        sql`update payment_attempts set unclear = true where order_id = ${orderId}`.execute(db()),
      'with a payment that was dismissed later': (orderId) =>
        sql`update payment_attempts set updated_at = ${daysAgo(10)} where order_id = ${orderId}`.execute(
          db(),
        ),
      'with an unfinished charge': async (orderId) => {
        const id = await insertPaidCharge(db(), orderId, 'pi_unfinished')
        await sql`update payment_charges set state = 'asked' where id = ${id}`.execute(db())
      },
      'with an unfinished refund': async (orderId, at) => {
        const id = await insertPaidCharge(db(), orderId, 'pi_refunded')
        await sql`insert into payment_refunds (store_id, order_id, charge_id, amount, currency, gateway,
            reason, as_credits, state, created_at, created_by, updated_at, updated_by)
          values (${storeId}, ${orderId}, ${id}, 100, 'EUR', 'stripe', 'Damaged', false, 'unknown',
            ${at}, 'x', ${at}, 'x')`.execute(db())
      },
      'with an open dispute': async (orderId, at) => {
        const [setup] = await insertRows(platform(), paymentSetups, [
          buildSampleValues(paymentSetups),
        ])
        await sql`insert into disputes (store_id, order_id, setup_id, opened_at, changed_at, amount, currency,
            gateway, order_number, status, reference)
          values (${storeId}, ${orderId}, ${Number(setup?.id)}, ${at}, ${at}, 100, 'EUR', 'stripe', 'x',
            'open', 'dp_1')`.execute(db())
      },
      'with an order that was charged twice': (orderId) =>
        sql`update orders set issue = 'chargedTwice' where id = ${orderId}`.execute(db()),
      'with an open incident': (_orderId, at) =>
        sql`insert into incidents (key, cause, status, reason, gateway, stores, failures, stake, currency,
            opened_at, last_at, created_at, created_by, updated_at, updated_by)
          values ('event/1', 'x', 'open', 'funds', 'stripe', 1, 1, 0, 'EUR', ${at}, ${at},
            ${at}, 'x', ${at}, 'x')`.execute(db()),
    }
    const closeAll = async () => {
      await sql`update payment_attempts set status = 'dismissed', unclear = false, updated_at = attempted_at
        where attempted_at < ${daysAgo(retentionDays)}`.execute(db())
      await sql`update payment_charges set state = 'failed'`.execute(db())
      await sql`update payment_refunds set state = 'failed'`.execute(db())
      await sql`update disputes set status = 'lost'`.execute(db())
      await sql`update orders set issue = null where issue is not null`.execute(db())
      await sql`update incidents set status = 'resolved'`.execute(db())
    }

    test.each(Object.keys(cases))('%s', async (name) => {
      const days = 1100
      const orderId = await insertDismissedOrder(days, null)
      await cases[name]?.(orderId, daysAgo(days))
      await purge()
      expect(await hasMonth(days)).toBe(true)
      expect(await findLastAttempt(db(), orderId)).toMatchObject({ orderId })
      await closeAll()
      await purge()
      expect(await hasMonth(days)).toBe(false)
    })
  })

  test('drops only months of failed payments', async () => {
    await expect(sql`select drop_attempt_month('rest', now())`.execute(db())).rejects.toThrow(
      'Not a month of failed payments',
    )
  })
})
