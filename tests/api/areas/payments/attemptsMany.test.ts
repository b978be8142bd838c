import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockOrder, recordRecoveredPayment } from '#server/platform/areas/payments/attempts.ts'
import type { ChargeRequest } from '#server/platform/areas/payments/providers/charge.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { members } from '#shared/areas/members/members.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { replaceCharges } from '#tests/api/support/replaceCharges.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { runWhileLocked } from '#tests/api/support/waiting.ts'

const hour = 3_600_000

describe.each(chooseDatabases('PostgreSQL'))(
  'Bulk changes of failed payments on $name',
  (database) => {
    const requests: ChargeRequest[] = []
    const platform = usePlatform(database)
    replaceCharges('stripe', {
      charge(_platform, request) {
        requests.push(request)
        return Promise.resolve({ result: 'paid' })
      },
    })
    const db = () => platform().platform.db
    let call: Caller
    let storeId: number
    beforeAll(async () => {
      call = await openSession(platform())
      storeId = Number((await createStore(call)).id)
    })
    beforeEach(() => (requests.length = 0))

    const createFailedOrder = (overrides: Partial<Parameters<typeof insertFailedOrder>[1]> = {}) =>
      insertFailedOrder(db(), {
        storeId,
        at: platform().platform.now().toISOString(),
        ...overrides,
      })
    const loadAttempts = async (order: number) =>
      (
        await call(
          'GET',
          `/paymentAttempts?filter[orderId][gte]=${order}&filter[orderId][lte]=${order}`,
        )
      ).body.data
    const loadAttemptIds = async (orders: readonly number[]) => {
      const attempts = []
      for (const order of orders) attempts.push(...(await loadAttempts(order)))
      return attempts.map(({ id }: { id: number }) => id)
    }
    const createPlan = async (action: string, orders: readonly number[], values: object = {}) =>
      await call('POST', '/paymentAttempts/bulk/plan', {
        body: { action, values, ids: await loadAttemptIds(orders) },
      })
    const runBulkJob = async (job: number) => {
      await runProductJob(platform(), job)
      return getOutcomes(db(), job)
    }
    const startPlan = async (id: number) =>
      (await call('POST', '/paymentAttempts/bulk', { body: { plan: id } })).body.id
    const loadOrderStatuses = async (orders: readonly number[]) =>
      (
        await sql<{ status: string }>`select status from orders where id = any(${orders}::int[])
        order by id`.execute(db())
      ).rows.map(({ status }) => status)

    test('a bulk retry charges only retryable payments, and its plan shows the totals', async () => {
      const orders = [
        await createFailedOrder({ amount: 1250 }),
        await createFailedOrder({ amount: 5000, currency: 'JPY' }),
        await createFailedOrder({ decline: { code: 'stolen_card' } }),
      ]
      await recordSecondFailure(orders[0] ?? 0)
      const { body } = await createPlan('retry', orders)
      expect(body.counts).toEqual({ changes: 2, refused: 1, unchanged: 1, total: 4 })
      expect(body.refused[0].sentence).toContain("the card's bank doesn't allow it")
      expect(body.reaches).toEqual([
        'This charges the member 12.50 EUR for 1 order.',
        'This charges the member 5,000 JPY for 1 order.',
      ])
      const job = await startPlan(body.id)
      expect((await runBulkJob(job)).map(([, outcome]) => outcome)).toEqual([
        'done',
        'done',
        'refused',
        'unchanged',
      ])
      expect(requests.map(({ amount, currency }) => [amount, currency])).toEqual([
        [1250, 'EUR'],
        [5000, 'JPY'],
      ])
      expect(await loadOrderStatuses(orders)).toEqual(['paid', 'paid', 'unpaid'])
      expect((await call('POST', `/jobs/${job}/undo`)).status).toBe(409)
    })

    /** Adds a second failed attempt to the order. */
    async function recordSecondFailure(orderId: number) {
      const { recordAttempt } = await import('#server/platform/areas/payments/attempts.ts')
      const at = platform().platform.now().toISOString()
      const decline = { code: 'insufficient_funds' }
      const attempt = {
        orderId,
        at,
        decline,
        gateway: 'stripe',
        amount: 1250,
        currency: 'EUR',
      } as const
      await db()
        .transaction()
        .execute((trx) => recordAttempt(trx, attempt))
    }

    test('a bulk dismissal needs a reason and cancels the orders, and undo reopens both', async () => {
      const orders = [
        await createFailedOrder(),
        await createFailedOrder({ decline: { code: 'expired_card' } }),
      ]
      expect((await createPlan('dismiss', orders)).body.fields).toEqual({
        reason: 'Reason for dismissal is a required field',
      })
      const { body } = await createPlan('dismiss', orders, { reason: 'Test orders' })
      expect(body.counts).toMatchObject({ changes: 2, refused: 0 })
      const job = await startPlan(body.id)
      expect((await runBulkJob(job)).map(([, outcome]) => outcome)).toEqual(['done', 'done'])
      expect((await loadAttempts(orders[0] ?? 0))[0]).toMatchObject({
        status: 'dismissed',
        closedReason: 'Test orders',
        nextRetryAt: null,
      })
      expect(await loadOrderStatuses(orders)).toEqual(['cancelled', 'cancelled'])
      await runBulkJob((await call('POST', `/jobs/${job}/undo`)).body.id)
      expect((await loadAttempts(orders[0] ?? 0))[0]).toMatchObject({ status: 'scheduled' })
      expect((await loadAttempts(orders[1] ?? 0))[0]).toMatchObject({ status: 'waiting' })
      expect(await loadOrderStatuses(orders)).toEqual(['unpaid', 'unpaid'])
    })

    /** Makes the attempts of these orders old enough to be abandoned. */
    const makeAbandonable = (orders: readonly number[]) =>
      sql`update payment_attempts set attempted_at = attempted_at - interval '8 days',
      updated_at = updated_at - interval '8 days' where order_id = any(${orders})`.execute(db())

    test("a payment that can't be abandoned doesn't keep others from being abandoned", async () => {
      const stolen = { decline: { code: 'stolen_card' } }
      const orders = [
        await createFailedOrder(stolen),
        await createFailedOrder(stolen),
        await createFailedOrder(stolen),
      ]
      await makeAbandonable(orders)
      await sql`alter table payment_attempts add constraint for_a_test
      check (order_id <> ${sql.lit(orders[1])} or status <> 'abandoned')`.execute(db())
      await retryPendingCharges(platform().platform).finally(() =>
        sql`alter table payment_attempts drop constraint for_a_test`.execute(db()),
      )
      expect(await loadOrderStatuses(orders)).toEqual(['cancelled', 'unpaid', 'cancelled'])
      expect(platform().log).toContainEqual(
        expect.objectContaining({
          orderId: orders[1],
          msg: "An order's payment couldn't be abandoned",
        }),
      )
    })

    // PGlite runs one transaction at a time.
    describe.skipIf(database.name === 'PGlite')('While another transaction locks the order', () => {
      const startDismissal = async (order: number): Promise<number> =>
        startPlan((await createPlan('dismiss', [order], { reason: 'Test' })).body.id)
      /** Runs a job while the order is locked; the lock's owner proceeds once the job waits. */
      const runWhile = (
        job: number,
        order: number,
        proceed: (trx: Connection) => Promise<unknown>,
      ) =>
        runWhileLocked(db(), {
          lock: (trx) => lockOrder(trx, order),
          start: () => runBulkJob(job),
          proceed,
        })

      test("a payment whose charge starts isn't dismissed", async () => {
        const order = await createFailedOrder()
        const [id] = await loadAttemptIds([order])
        const outcomes = await runWhile(await startDismissal(order), order, (trx) =>
          sql`insert into payment_charges
            (store_id, order_id, attempt_id, key, gateway, amount, currency, started_at, started_by)
          values (${storeId}, ${order}, ${id}, 'begun', 'stripe', 1250, 'EUR', now(), 'me')`.execute(
            trx,
          ),
        )
        expect(outcomes).toEqual([
          [`#${order}`, 'refused', 'This order is being charged right now. Wait for the result.'],
        ])
        expect(await loadOrderStatuses([order])).toEqual(['unpaid'])
      })

      test("a payment that succeeds isn't dismissed", async () => {
        const order = await createFailedOrder()
        const at = platform().platform.now().toISOString()
        const outcomes = await runWhile(await startDismissal(order), order, (trx) =>
          recordRecoveredPayment(trx, { orderId: order, at }),
        )
        expect(outcomes).toMatchObject([[`#${order}`, 'refused', expect.any(String)]])
        expect(await loadOrderStatuses([order])).toEqual(['paid'])
      })

      test("a payment that succeeds isn't abandoned", async () => {
        const order = await createFailedOrder({ decline: { code: 'stolen_card' } })
        await makeAbandonable([order])
        const at = platform().platform.now().toISOString()
        await runWhileLocked(db(), {
          lock: (trx) => lockOrder(trx, order),
          start: () => retryPendingCharges(platform().platform),
          proceed: (trx) => recordRecoveredPayment(trx, { orderId: order, at }),
        })
        expect(await loadAttempts(order)).toMatchObject([{ status: 'recovered' }])
        expect(await loadOrderStatuses([order])).toEqual(['paid'])
      })

      test("a payment that changes isn't abandoned", async () => {
        const order = await createFailedOrder({ decline: { code: 'stolen_card' } })
        await makeAbandonable([order])
        await runWhileLocked(db(), {
          lock: (trx) => lockOrder(trx, order),
          start: () => retryPendingCharges(platform().platform),
          proceed: (trx) =>
            sql`update payment_attempts set updated_at = ${platform().platform.now().toISOString()}
            where order_id = ${order}`.execute(trx),
        })
        expect(await loadAttempts(order)).toMatchObject([{ status: 'open' }])
      })

      test("a dismissed payment that succeeds isn't reopened by undo", async () => {
        const order = await createFailedOrder()
        const job = await startDismissal(order)
        await runBulkJob(job)
        const undo = (await call('POST', `/jobs/${job}/undo`)).body.id
        const at = platform().platform.now().toISOString()
        const outcomes = await runWhile(undo, order, (trx) =>
          recordRecoveredPayment(trx, { orderId: order, at }),
        )
        expect(outcomes).toMatchObject([[`#${order}`, 'refused', expect.any(String)]])
        expect(await loadOrderStatuses([order])).toEqual(['paid'])
      })
    })

    test("the store's payment setup decides when a payment is retried automatically", async () => {
      const loadRetryDelay = async (decline: { code: string }) => {
        const [{ attemptedAt, nextRetryAt }] = await loadAttempts(
          await createFailedOrder({ decline }),
        )
        return (Date.parse(nextRetryAt) - Date.parse(attemptedAt)) / hour
      }
      const [setup] = await insertRows(platform(), paymentSetups, [
        {
          ...buildSampleValues(paymentSetups),
          provider: 'stripe',
          storeIds: [storeId],
          state: 'active',
          retryFunds: ['6h', '2d'],
          retryErrors: [],
        },
      ])
      expect(await loadRetryDelay({ code: 'insufficient_funds' })).toBe(6)
      const [{ id, attemptedAt }] = await loadAttempts(await createFailedOrder())
      expect((await call('GET', `/paymentAttempts/${id}/rule`)).body).toEqual({
        at: new Date(Date.parse(attemptedAt) + 6 * hour).toISOString(),
        setup: setup?.['name'],
      })
      expect(await loadRetryDelay({ code: 'processing_error' })).toBe(1)
      await sql`update payment_setups set state = 'draft' where id = ${setup?.id}`.execute(db())
      expect(await loadRetryDelay({ code: 'insufficient_funds' })).toBe(24)
      expect((await call('GET', `/paymentAttempts/${id}/rule`)).body.setup).toBeNull()
    })

    test('a payment link is emailed to the member if the store can send email', async () => {
      const createLink = async (order: number) => {
        const [{ id, version }] = await loadAttempts(order)
        return (await call('POST', `/paymentAttempts/${id}/link`, { body: {}, ifMatch: version }))
          .body
      }
      const [member] = await insertRows(platform(), members, [
        { ...buildSampleValues(members), storeId, name: 'Ada Example', email: 'ada@example.com' },
      ])
      const orders = [await createFailedOrder(), await createFailedOrder()]
      await sql`update orders set member_id = ${member?.id} where id = ${orders[1]}`.execute(db())
      expect(await createLink(orders[0] ?? 0)).toMatchObject({
        mailed: false,
        url: expect.any(String),
      })
      await insertRows(platform(), smtpSettings, [
        {
          ...getInitialValues(smtpSettings),
          name: 'All',
          host: 'mail.example.com',
          fromAddress: 'a@example.com',
          scope: 'platform',
        },
      ])
      expect(await createLink(orders[1] ?? 0)).toMatchObject({ mailed: true })
      const { rows } = await sql`select kind, recipient, store_id, subject from mails`.execute(db())
      expect(rows).toEqual([
        {
          kind: 'payLink',
          recipient: 'ada@example.com',
          storeId,
          subject: expect.stringContaining(`#${orders[1]}`),
        },
      ])
    })
  },
)
