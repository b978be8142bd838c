import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completePendingRefunds } from '#server/platform/areas/payments/refunds/pendingRefunds.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { openSession, openUnconfirmedSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { insertPaymentSetups, startPaymentProviders } from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertPaidCharge, insertPaidOrder } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore, insertMembers } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
/** Above the limit of 500 units of a currency that the migration sets. */
const largeAmount = 50_001
let numberOfPayments = 0

describe.each(chooseDatabases('PostgreSQL'))('Bulk refunds of orders on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let providers: Awaited<ReturnType<typeof startPaymentProviders>>
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    providers = await startPaymentProviders()
    platform().platform.endpoints = providers.endpoints
    call = await openSession(platform())
    storeId = Number((await createStore(call, { defaultCurrency: 'EUR' })).id)
    await insertPaymentSetups(platform(), storeId)
  })
  afterAll(() => providers.stop())
  const db = () => platform().platform.db

  const buildOrder = async ({
    charges = 1,
    ...values
  }: { charges?: number; gateway?: Charger | 'manual'; amount?: number } = {}) => {
    numberOfPayments += 1
    const { orderId } = await insertPaidOrder(db(), {
      storeId,
      at: platform().platform.now().toISOString(),
      reference: `paid${numberOfPayments}`,
      ...values,
    })
    for (let count = 1; count < charges; count += 1)
      await insertPaidCharge(db(), orderId, `paid${numberOfPayments}-${count}`)
    return orderId
  }
  const plan = (ids: readonly number[], values: object = {}, caller = call) =>
    caller('POST', '/orders/bulk/plan', {
      body: {
        action: 'refund',
        values: { scope: 'duplicates', reason: 'Charged twice', ...values },
        ids,
      },
    })
  const start = async (planId: number, key?: string) =>
    call('POST', '/orders/bulk', { body: { plan: planId }, ...(key && { key }) })
  const run = async (job: number) => {
    await runProductJob(platform(), job)
    return (await getOutcomes(db(), job)).map(([, outcome, sentence]) => [outcome, sentence])
  }
  const loadRefunds = async (orderId: number) =>
    (await call('GET', `/paymentRefunds?filter[orderId][eq]=${orderId}&sort=createdAt`)).body.data
  type PlanBody = { first: { id: number; warns: string[] }[] }
  const findWarnings = ({ first }: PlanBody, orderId: number | undefined) =>
    first.find(({ id }) => id === orderId)?.warns
  const sent = "Sent to the payment provider. You'll see the result under Refunds."

  test('the plan says what is refunded and what is skipped, and the job refunds just that, once', async () => {
    const twice = await buildOrder({ charges: 2 })
    const once = await buildOrder()
    const { body } = await plan([twice, once])
    expect(body.counts).toEqual({ changes: 1, unchanged: 0, refused: 1, total: 2 })
    expect(body.reaches).toEqual(['This refunds 45.00 EUR to the member of 1 order.'])
    expect(body.first).toMatchObject([{ id: twice, warns: ['Refunds 45.00 EUR through Stripe.'] }])
    expect(body.refused).toMatchObject([
      {
        id: once,
        sentence: 'This order has only one payment that can be refunded, so none is a duplicate.',
      },
    ])
    const before = providers.stripe.refunds.size
    const started = await start(body.id, 'bulk-refund')
    const repeated = await start(body.id, 'bulk-refund')
    expect([repeated.status, repeated.body]).toEqual([202, started.body])
    expect((await start(body.id)).status).toBe(409)
    expect(await run(started.body.id)).toEqual([
      ['done', sent],
      ['refused', body.refused[0].sentence],
    ])
    expect(await loadRefunds(twice)).toMatchObject([{ state: 'requested', amount: 4500 }])
    await completePendingRefunds(platform().platform)
    await run(started.body.id)
    await completePendingRefunds(platform().platform)
    expect(await loadRefunds(twice)).toMatchObject([
      { state: 'succeeded', reason: 'Charged twice' },
    ])
    expect(providers.stripe.refunds.size).toBe(before + 1)
    const again = await plan([twice])
    expect(again.body.counts).toMatchObject({ changes: 0, refused: 1 })
    expect((await call('POST', `/jobs/${started.body.id}/undo`)).status).toBe(409)
  })

  test('refunds all payments of an order if asked to, of every provider', async () => {
    const orders = [
      await buildOrder({ charges: 2 }),
      await buildOrder({ gateway: 'adyen' }),
      await buildOrder({ gateway: 'paypal' }),
      await buildOrder({ gateway: 'braintree' }),
    ]
    const { body } = await plan(orders, { scope: 'all', reason: 'Shop closed' })
    expect(body.reaches).toEqual(['This refunds a total of 225.00 EUR to the members of 4 orders.'])
    expect(findWarnings(body, orders[0])).toEqual([
      'Refunds 90.00 EUR through Stripe (2 payments).',
    ])
    expect(await run((await start(body.id)).body.id)).toEqual(orders.map(() => ['done', sent]))
    await completePendingRefunds(platform().platform)
    const states = []
    for (const order of orders)
      states.push(...(await loadRefunds(order)).map(({ state }: { state: string }) => state))
    expect(states).toEqual(['succeeded', 'succeeded', 'processing', 'succeeded', 'processing'])
  })

  test('skips what is paid manually, disputed, without an ID, refunded, or unpaid, and says why', async () => {
    const [manual, disputed, unnamed, refunded, unpaid] = [
      await buildOrder({ gateway: 'manual' }),
      await buildOrder(),
      await buildOrder(),
      await buildOrder(),
      await buildOrder(),
    ]
    await sql`insert into disputes (setup_id, reference, store_id, order_id, order_number, gateway, opened_at, changed_at,
        amount, currency, status)
      select (select min(id) from payment_setups), 'dp_bulk', store_id, id, number, 'stripe', placed_at, placed_at,
        4500, 'EUR', 'open' from orders where id = ${disputed}`.execute(db())
    await sql`update payment_charges set reference = null where order_id = ${unnamed}`.execute(db())
    await sql`update payment_charges set state = 'failed' where order_id = ${unpaid}`.execute(db())
    const first = await plan([refunded], { scope: 'all' })
    await run((await start(first.body.id)).body.id)
    const { body } = await plan([manual, disputed, unnamed, refunded, unpaid], { scope: 'all' })
    const reasons = new Map(
      body.refused.map(({ id, sentence }: { id: number; sentence: string }) => [id, sentence]),
    )
    expect([manual, disputed, unnamed, refunded, unpaid].map((id) => reasons.get(id))).toEqual([
      'This order was paid manually. Return the money yourself, then record the refund on the order.',
      'A payment of this order is disputed. The member could get the money twice, so respond to the dispute first.',
      "Stripe didn't report which payment this was. Refund it in your Stripe account, or give credits.",
      'All payments of this order were already refunded.',
      'No payment of this order succeeded.',
    ])
    expect((await plan([refunded], { reason: '' })).body.fields).toEqual({
      reason: 'Reason is a required field',
    })
  })

  test('rejects a row whose payments changed since the plan, without refunding a part', async () => {
    const order = await buildOrder({ charges: 2 })
    const { body } = await plan([order], { scope: 'all' })
    const { data } = (await call('GET', `/orders/${order}/refundableCharges`)).body
    const oneByOne = { amount: 1, reason: 'Broken', asCredits: false }
    await call('POST', `/orders/${order}/refunds`, {
      body: { ...oneByOne, chargeId: data[0].chargeId },
    })
    expect(await run((await start(body.id)).body.id)).toEqual([
      ['refused', 'Only 44.99 EUR of this payment can still be refunded.'],
    ])
    expect(await loadRefunds(order)).toHaveLength(1)
  })

  test('starting refunds above the limit needs a recent confirmation, others do not', async () => {
    const account = await platform().addAccount(allPermissions)
    const caller = await openUnconfirmedSession(platform(), account)
    const [small, large] = [await buildOrder(), await buildOrder({ amount: largeAmount })]
    // Each of them is below the limit, but not all of them together.
    const several = await Promise.all([1, 2].map(() => buildOrder({ amount: 30_000 })))
    await insertMembers(platform(), storeId, 1)
    await sql`update orders set member_id = (select max(id) from members)
      where id = any(${several}::int[])`.execute(db())
    platform().advance(10 * 60_000 + 1000)
    const startAll = async (ids: number[]) => {
      const { body } = await plan(ids, { scope: 'all' }, caller)
      return caller('POST', '/orders/bulk', { body: { plan: body.id } })
    }
    const required = { status: 403, body: { code: 'step_up_required' } }
    expect(await startAll([small, large])).toMatchObject(required)
    expect((await startAll([small])).status).toBe(202)
    expect(await startAll(several)).toMatchObject(required)
    const proof = { method: 'password', password: account.password }
    expect((await caller('POST', '/auth/stepUp', { body: proof })).status).toBe(204)
    expect((await startAll([large])).status).toBe(202)
  })

  test('leaves refunds above the limit to a second operator', async () => {
    await completePendingRefunds(platform().platform)
    const order = await buildOrder({ amount: largeAmount })
    const { body } = await plan([order, await buildOrder()], { scope: 'all' })
    expect(body.warns).toEqual([
      'The refund of 1 order is above your limit, so a second operator must approve it first.',
    ])
    expect(findWarnings(body, order)).toEqual([
      'Refunds 500.01 EUR through Stripe.',
      'A second operator must approve it.',
    ])
    expect(await run((await start(body.id)).body.id)).toEqual([
      ['done', 'Waiting for a second operator to approve it.'],
      ['done', sent],
    ])
    const before = providers.stripe.refunds.size
    await completePendingRefunds(platform().platform)
    expect(providers.stripe.refunds.size).toBe(before + 1)
    const [waiting] = await loadRefunds(order)
    expect(waiting).toMatchObject({ state: 'waiting' })
    const second = await openSession(platform(), await platform().addAccount(allPermissions))
    const approved = await second('POST', `/paymentRefunds/${waiting.id}/decision`, {
      body: { decision: 'approve' },
      ifMatch: waiting.version,
    })
    expect(approved.body).toMatchObject({ state: 'succeeded' })
  })

  test('needs the permission, and only orders of the stores of the operator', async () => {
    const order = await buildOrder({ charges: 2 })
    const reader = await openSession(
      platform(),
      await platform().addAccount(['payments', 'payments:read']),
    )
    expect((await plan([order], {}, reader)).status).toBe(403)
    const otherStore = Number((await createStore(call)).id)
    const stranger = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [otherStore]),
    )
    expect((await plan([order], {}, stranger)).status).toBe(422)
  })
})
