import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockOrder, recordPayment } from '#server/platform/areas/payments/attempts.ts'
import type { ChargeRequest } from '#server/platform/areas/payments/charges/types.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { members } from '#shared/areas/members/members.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'
import { doWhileHeld } from '#tests/api/support/waiting.ts'

const hour = 3_600_000

describe.each(usually('PostgreSQL'))('many failed payments on $name', (database) => {
  const asked: ChargeRequest[] = []
  const platform = usePlatform(database, {
    chargers: {
      stripe: (request) => {
        asked.push(request)
        return Promise.resolve({ result: 'paid' })
      },
    },
  })
  const db = () => platform().platform.db
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await signedIn(platform())
    storeId = Number((await newStore(call)).id)
  })
  beforeEach(() => (asked.length = 0))

  const failed = (told: Partial<Parameters<typeof failedOrder>[1]> = {}) =>
    failedOrder(db(), { storeId, at: platform().platform.now().toISOString(), ...told })
  const attemptsOf = async (order: number) =>
    (
      await call(
        'GET',
        `/paymentAttempts?filter[orderId][gte]=${order}&filter[orderId][lte]=${order}`,
      )
    ).body.data
  const idsOf = async (orders: readonly number[]) => {
    const found = []
    for (const order of orders) found.push(...(await attemptsOf(order)))
    return found.map(({ id }: { id: number }) => id)
  }
  const plan = async (action: string, orders: readonly number[], values: object = {}) =>
    await call('POST', '/paymentAttempts/bulk/plan', {
      body: { action, values, ids: await idsOf(orders) },
    })
  const run = async (job: number) => {
    await runProductJob(platform(), job)
    return outcomesOf(db(), job)
  }
  const start = async (id: number) =>
    (await call('POST', '/paymentAttempts/bulk', { body: { plan: id } })).body.id
  const ordersOf = async (orders: readonly number[]) =>
    (
      await sql<{ status: string }>`select status from orders where id = any(${orders}::int[])
        order by id`.execute(db())
    ).rows.map(({ status }) => status)

  test('are charged again as a job, those alone that it can help, and the plan says how much', async () => {
    const orders = [
      await failed({ amount: 1250 }),
      await failed({ amount: 5000, currency: 'JPY' }),
      await failed({ decline: { code: 'stolen_card' } }),
    ]
    await failedOrderAgain(orders[0] ?? 0)
    const { body } = await plan('retry', orders)
    expect(body.counts).toEqual({ changes: 2, refused: 1, unchanged: 1, total: 4 })
    expect(body.refused[0].sentence).toContain("the card's bank doesn't allow it")
    expect(body.reaches).toEqual([
      'This charges 12.50 EUR for 1 order.',
      'This charges 5,000 JPY for 1 order.',
    ])
    const job = await start(body.id)
    expect((await run(job)).map(([, outcome]) => outcome)).toEqual([
      'done',
      'done',
      'refused',
      'unchanged',
    ])
    expect(asked.map(({ amount, currency }) => [amount, currency])).toEqual([
      [1250, 'EUR'],
      [5000, 'JPY'],
    ])
    expect(await ordersOf(orders)).toEqual(['paid', 'paid', 'unpaid'])
    expect((await call('POST', `/jobs/${job}/undo`)).status).toBe(409)
  })

  /** Its first charge fails once more. */
  async function failedOrderAgain(orderId: number) {
    const { recordAttempt } = await import('#server/platform/areas/payments/attempts.ts')
    const at = platform().platform.now().toISOString()
    const decline = { code: 'insufficient_funds' }
    const told = { orderId, at, decline, gateway: 'stripe', amount: 1250, currency: 'EUR' } as const
    await db()
      .transaction()
      .execute((trx) => recordAttempt(trx, told))
  }

  test('are dismissed for a reason with their orders, and undo opens both again', async () => {
    const orders = [await failed(), await failed({ decline: { code: 'expired_card' } })]
    expect((await plan('dismiss', orders)).body.fields).toEqual({
      reason: 'Reason for dismissal is a required field',
    })
    const { body } = await plan('dismiss', orders, { reason: 'Test orders' })
    expect(body.counts).toMatchObject({ changes: 2, refused: 0 })
    const job = await start(body.id)
    expect((await run(job)).map(([, outcome]) => outcome)).toEqual(['done', 'done'])
    expect((await attemptsOf(orders[0] ?? 0))[0]).toMatchObject({
      status: 'dismissed',
      closedReason: 'Test orders',
      nextRetryAt: null,
    })
    expect(await ordersOf(orders)).toEqual(['cancelled', 'cancelled'])
    await run((await call('POST', `/jobs/${job}/undo`)).body.id)
    expect((await attemptsOf(orders[0] ?? 0))[0]).toMatchObject({ status: 'scheduled' })
    expect((await attemptsOf(orders[1] ?? 0))[0]).toMatchObject({ status: 'waiting' })
    expect(await ordersOf(orders)).toEqual(['unpaid', 'unpaid'])
  })

  /** Has nothing become of these orders for longer than they are waited for. */
  const age = (orders: readonly number[]) =>
    sql`update payment_attempts set attempted_at = attempted_at - interval '8 days',
      updated_at = updated_at - interval '8 days' where order_id = any(${orders})`.execute(db())

  test('one that cannot be given up keeps no other from it', async () => {
    const stolen = { decline: { code: 'stolen_card' } }
    const orders = [await failed(stolen), await failed(stolen), await failed(stolen)]
    await age(orders)
    await sql`alter table payment_attempts add constraint for_a_test
      check (order_id <> ${sql.lit(orders[1])} or status <> 'abandoned')`.execute(db())
    await retryPendingCharges(platform().platform).finally(() =>
      sql`alter table payment_attempts drop constraint for_a_test`.execute(db()),
    )
    expect(await ordersOf(orders)).toEqual(['cancelled', 'unpaid', 'cancelled'])
    expect(platform().log).toContainEqual(
      expect.objectContaining({
        orderId: orders[1],
        msg: "An order's payment couldn't be abandoned",
      }),
    )
  })

  // PGlite takes one transaction after the other.
  describe.skipIf(database.name === 'PGlite')('wait for whoever has the order:', () => {
    const dismissal = async (order: number): Promise<number> =>
      start((await plan('dismiss', [order], { reason: 'Test' })).body.id)
    /** Runs the job while somebody has the order, who goes on once the job waits; answers what came of the job. */
    const runWhile = (job: number, order: number, goOn: (trx: Connection) => Promise<unknown>) =>
      doWhileHeld(db(), {
        hold: (trx) => lockOrder(trx, order),
        begin: () => run(job),
        goOn,
      })

    test('one that begins to be charged is not dismissed', async () => {
      const order = await failed()
      const [id] = await idsOf([order])
      const ended = await runWhile(await dismissal(order), order, (trx) =>
        sql`insert into payment_charges
            (store_id, order_id, attempt_id, key, gateway, amount, currency, started_at, started_by)
          values (${storeId}, ${order}, ${id}, 'begun', 'stripe', 1250, 'EUR', now(), 'me')`.execute(
          trx,
        ),
      )
      expect(ended).toEqual([
        [`#${order}`, 'refused', 'This order is being charged right now. Wait for the result.'],
      ])
      expect(await ordersOf([order])).toEqual(['unpaid'])
    })

    test('one that is paid is not dismissed', async () => {
      const order = await failed()
      const at = platform().platform.now().toISOString()
      const ended = await runWhile(await dismissal(order), order, (trx) =>
        recordPayment(trx, { orderId: order, at }),
      )
      expect(ended).toMatchObject([[`#${order}`, 'refused', expect.any(String)]])
      expect(await ordersOf([order])).toEqual(['paid'])
    })

    test('one that is paid is not given up', async () => {
      const order = await failed({ decline: { code: 'stolen_card' } })
      await age([order])
      const at = platform().platform.now().toISOString()
      await doWhileHeld(db(), {
        hold: (trx) => lockOrder(trx, order),
        begin: () => retryPendingCharges(platform().platform),
        goOn: (trx) => recordPayment(trx, { orderId: order, at }),
      })
      expect(await attemptsOf(order)).toMatchObject([{ status: 'recovered' }])
      expect(await ordersOf([order])).toEqual(['paid'])
    })

    test('one that somebody did something about is not given up', async () => {
      const order = await failed({ decline: { code: 'stolen_card' } })
      await age([order])
      await doWhileHeld(db(), {
        hold: (trx) => lockOrder(trx, order),
        begin: () => retryPendingCharges(platform().platform),
        goOn: (trx) =>
          sql`update payment_attempts set updated_at = ${platform().platform.now().toISOString()}
            where order_id = ${order}`.execute(trx),
      })
      expect(await attemptsOf(order)).toMatchObject([{ status: 'open' }])
    })

    test('one that is paid is not opened again', async () => {
      const order = await failed()
      const job = await dismissal(order)
      await run(job)
      const undo = (await call('POST', `/jobs/${job}/undo`)).body.id
      const at = platform().platform.now().toISOString()
      const ended = await runWhile(undo, order, (trx) => recordPayment(trx, { orderId: order, at }))
      expect(ended).toMatchObject([[`#${order}`, 'refused', expect.any(String)]])
      expect(await ordersOf([order])).toEqual(['paid'])
    })
  })

  test('are charged again by themselves when the setup of the store says', async () => {
    const nextIn = async (decline: { code: string }) => {
      const [{ attemptedAt, nextRetryAt }] = await attemptsOf(await failed({ decline }))
      return (Date.parse(nextRetryAt) - Date.parse(attemptedAt)) / hour
    }
    const [setup] = await insertRows(platform(), paymentSetups, [
      {
        ...sampleValues(paymentSetups),
        provider: 'stripe',
        storeIds: [storeId],
        state: 'active',
        retryFunds: ['6h', '2d'],
        retryErrors: [],
      },
    ])
    expect(await nextIn({ code: 'insufficient_funds' })).toBe(6)
    const [{ id, attemptedAt }] = await attemptsOf(await failed())
    expect((await call('GET', `/paymentAttempts/${id}/rule`)).body).toEqual({
      at: new Date(Date.parse(attemptedAt) + 6 * hour).toISOString(),
      setup: setup?.['name'],
    })
    expect(await nextIn({ code: 'processing_error' })).toBe(1)
    await sql`update payment_setups set state = 'draft' where id = ${setup?.id}`.execute(db())
    expect(await nextIn({ code: 'insufficient_funds' })).toBe(24)
    expect((await call('GET', `/paymentAttempts/${id}/rule`)).body.setup).toBeNull()
  })

  test('a pay link is mailed to the member, where mail serves the store', async () => {
    const linked = async (order: number) => {
      const [{ id, version }] = await attemptsOf(order)
      return (await call('POST', `/paymentAttempts/${id}/link`, { body: {}, ifMatch: version }))
        .body
    }
    const [member] = await insertRows(platform(), members, [
      { ...sampleValues(members), storeId, name: 'Ada Example', email: 'ada@example.com' },
    ])
    const orders = [await failed(), await failed()]
    await sql`update orders set member_id = ${member?.id} where id = ${orders[1]}`.execute(db())
    expect(await linked(orders[0] ?? 0)).toMatchObject({ mailed: false, url: expect.any(String) })
    await insertRows(platform(), smtpSettings, [
      {
        ...getInitialValues(smtpSettings),
        name: 'All',
        host: 'mail.example.com',
        fromAddress: 'a@example.com',
        scope: 'platform',
      },
    ])
    expect(await linked(orders[1] ?? 0)).toMatchObject({ mailed: true })
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
})
