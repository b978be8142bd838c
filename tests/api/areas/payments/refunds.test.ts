import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { defaultPaypalState } from '#scripts/mockProviders/paypal.ts'
import { defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { approvalRuleMessages } from '#server/platform/core/approval/messages.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { completePendingRefunds } from '#server/platform/areas/payments/refunds/pendingRefunds.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'
import { members } from '#shared/areas/members/members.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import {
  chargerNames,
  insertPaymentSetups,
  startPaymentProviders,
} from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertPaidCharge, insertPaidOrder } from '#tests/api/support/orders.ts'
import { buildSampleValues, insertRows } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
/** Above the limit of 500 units of a currency that the migration sets. */
const largeAmount = 50_001
let numberOfPayments = 0

describe.each(chooseDatabases('PostgreSQL'))('Refunds on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let providers: Awaited<ReturnType<typeof startPaymentProviders>>
  let call: Caller
  let second: Caller
  let storeId: number
  beforeAll(async () => {
    providers = await startPaymentProviders()
    platform().platform.endpoints = providers.endpoints
    call = await openSession(platform())
    second = await openSession(platform(), await platform().addAccount(allPermissions))
    const store = await createStore(call, { defaultCurrency: 'EUR' })
    storeId = Number(store.id)
    await insertPaymentSetups(platform(), storeId)
  })
  afterAll(() => providers.stop())
  beforeEach(() => {
    Object.assign(providers.stripe.state, defaultStripeState)
    Object.assign(providers.adyen.state, defaultAdyenState)
    Object.assign(providers.paypal.state, defaultPaypalState)
    Object.assign(providers.braintree.state, defaultBraintreeState)
  })
  const db = () => platform().platform.db

  const buildMember = async () => {
    const [member] = await insertRows(platform(), members, [
      { ...buildSampleValues(members), storeId, email: `m${Math.random()}@example.com` },
    ])
    return member?.id ?? 0
  }
  const buildOrder = async (
    gateway: Charger | 'manual' = 'stripe',
    { amount = 4500, withMember = false } = {},
  ) => {
    numberOfPayments += 1
    return insertPaidOrder(db(), {
      gateway,
      amount,
      storeId,
      memberId: withMember ? await buildMember() : null,
      at: platform().platform.now().toISOString(),
      reference: `payment${numberOfPayments}`,
    })
  }
  type Order = Awaited<ReturnType<typeof buildOrder>>
  const refund = (
    { orderId, chargeId }: Order,
    values: object = {},
    { caller = call, key }: { caller?: Caller; key?: string } = {},
  ) =>
    caller('POST', `/orders/${orderId}/refunds`, {
      body: { chargeId, amount: 1000, reason: 'Charged twice', asCredits: false, ...values },
      ...(key && { key }),
    })
  const decide = (
    { id, version }: { id: number; version: number },
    body: object,
    caller: Caller = second,
  ) => caller('POST', `/paymentRefunds/${id}/decision`, { body, ifMatch: version })
  const loadRefund = async (id: number) => (await call('GET', `/paymentRefunds/${id}`)).body
  const loadRefundable = async ({ orderId }: Order) =>
    (await call('GET', `/orders/${orderId}/refundableCharges`)).body.data[0].refundable
  const countMade = (gateway: Charger) => {
    const { refunds } = providers[gateway]
    return 'size' in refunds ? refunds.size : refunds.length
  }

  test.each([
    ['stripe', 'succeeded', 're_mockProvider'],
    ['adyen', 'processing', 'PSP-refund-'],
    ['paypal', 'succeeded', 'REFUND-'],
    ['braintree', 'processing', 'refund'],
  ] as const)('%s refunds a part of a charge once', async (gateway, state, reference) => {
    const order = await buildOrder(gateway)
    const before = countMade(gateway)
    const key = `once-${gateway}-${Math.random()}`
    const first = await refund(order, {}, { key })
    expect(first, JSON.stringify(first.body)).toMatchObject({
      status: 201,
      body: { state, amount: 1000, gateway, reference: expect.stringContaining(reference) },
    })
    const again = await refund(order, {}, { key })
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, state } })
    expect(countMade(gateway)).toBe(before + 1)
    expect(await loadRefundable(order)).toBe(3500)
  })

  test('a refund of a manual payment records that the money was returned by hand', async () => {
    const order = await buildOrder('manual')
    expect((await refund(order, { amount: 4500 })).body).toMatchObject({
      state: 'succeeded',
      reference: null,
    })
  })

  test('never refunds more than was charged, in parts or at once', async () => {
    const order = await buildOrder()
    expect((await refund(order, { amount: 4501 })).body.fields).toEqual({
      amount: 'Only 45.00 EUR of this payment can still be refunded.',
    })
    expect((await refund(order, { amount: 3000 })).status).toBe(201)
    expect((await refund(order, { amount: 1501 })).status).toBe(422)
    expect((await refund(order, { amount: 1500 })).status).toBe(201)
    expect((await refund(order, { amount: 1 })).body.fields).toEqual({
      amount: 'This payment was already refunded in full.',
    })
    const other = await buildOrder()
    const results = await Promise.all([
      refund(other, { amount: 3000 }),
      refund(other, { amount: 3000 }, { caller: second }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await loadRefundable(other)).toBe(1500)
  })

  test('an order charged twice has a rest for each charge', async () => {
    const order = await buildOrder()
    const chargeId = await insertPaidCharge(db(), order.orderId, 'second')
    expect((await refund({ ...order, chargeId }, { amount: 4500 })).status).toBe(201)
    const { data } = (await call('GET', `/orders/${order.orderId}/refundableCharges`)).body
    expect(data).toMatchObject([
      { chargeId, refundable: 0 },
      { chargeId: order.chargeId, refundable: 4500 },
    ])
  })

  test('rejects a charge of another order, a failed one, and bad values at the field', async () => {
    const [one, other] = [await buildOrder(), await buildOrder()]
    const fields = { chargeId: 'Choose a payment of this order that succeeded.' }
    expect((await refund({ ...one, chargeId: other.chargeId })).body.fields).toEqual(fields)
    await sql`update payment_charges set state = 'failed' where id = ${one.chargeId}`.execute(db())
    expect((await refund(one)).body.fields).toEqual(fields)
    for (const values of [{ amount: 0 }, { amount: -1 }, { amount: 1.5 }, { amount: 'all' }])
      expect((await refund(other, values)).body.fields).toHaveProperty('amount')
    expect((await refund(other, { reason: ' ' })).body.fields).toHaveProperty('reason')
  })

  test("a provider's rejection fails the refund with its sentence, and it can be retried once", async () => {
    providers.stripe.state.paymentError = {
      status: 400,
      type: 'invalid_request_error',
      code: 'charge_disputed',
    }
    const order = await buildOrder()
    const { body: failed } = await refund(order, { amount: 4500 })
    expect(failed).toMatchObject({
      state: 'failed',
      failure: 'Nothing was refunded. Stripe rejected the request (charge_disputed).',
    })
    expect(await loadRefundable(order)).toBe(4500)
    providers.stripe.state.paymentError = null
    const retry = () => call('POST', `/paymentRefunds/${failed.id}/retry`, { body: {} })
    const retried = await retry()
    expect(retried).toMatchObject({ status: 201, body: { state: 'succeeded', amount: 4500 } })
    expect(retried.body.id).not.toBe(failed.id)
    expect((await retry()).body.detail).toBe('This refund was already retried.')
    const again = await call('POST', `/paymentRefunds/${retried.body.id}/retry`, { body: {} })
    expect(again.status).toBe(409)
  })

  test.each(chargerNames)(
    '%s: a refund whose answer was lost is completed with the same key',
    async (gateway) => {
      const order = await buildOrder(gateway)
      const before = countMade(gateway)
      // The provider is down, so nobody knows whether it got the request.
      const unavailable = {
        stripe: { paymentError: { status: 500, type: 'api_error' } },
        adyen: { refundErrorStatus: 503 },
        paypal: { errorStatus: 503 },
        braintree: { errorStatus: 503 },
      }
      Object.assign(providers[gateway].state, unavailable[gateway])
      const { body } = await refund(order, { amount: 4500 })
      expect(body.state).toBe('requested')
      expect(await loadRefundable(order)).toBe(0)
      const defaults = { paymentError: null, refundErrorStatus: null, errorStatus: null }
      if (gateway === 'braintree') providers.braintree.state.errorStatus = null
      else Object.assign(providers[gateway].state, defaults)
      // A process that was killed had its request answered, but didn't save the outcome.
      const { rows } = await sql<{ key: string; paymentId: string }>`
        select refund.key, charge.reference as payment_id from payment_refunds as refund
        join payment_charges as charge on charge.id = charge_id where refund.id = ${body.id}`.execute(
        db(),
      )
      const setup = { setupId: null, mode: null }
      const request = { storeId, ...order, ...setup, gateway, amount: 4500, currency: 'EUR' }
      const { key = '', paymentId = null } = rows[0] ?? {}
      await paymentProviders[gateway].refund(platform().platform, { ...request, key, paymentId })
      await completePendingRefunds(platform().platform)
      expect((await loadRefund(body.id)).state).toBe('requested') // Another process may still ask.
      platform().advance(5 * 60_000)
      await completePendingRefunds(platform().platform)
      expect(['succeeded', 'processing']).toContain((await loadRefund(body.id)).state)
      expect(countMade(gateway)).toBe(before + 1)
    },
  )

  test('a refund goes through the setup that charged, in the mode of the charge', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from payment_setups
      where ${storeId} = any(store_ids) and provider = 'stripe'`.execute(db())
    const setupId = rows[0]?.id ?? 0
    const setStores = (storeIds: number[]) =>
      sql`update payment_setups set store_ids = ${storeIds} where id = ${setupId}`.execute(db())
    const refundCharge = async (charger: { setupId: number | null; mode: string | null }) => {
      const order = await buildOrder()
      await sql`update payment_charges set mode = ${charger.mode}, setup_id = ${charger.setupId}
        where id = ${order.chargeId}`.execute(db())
      return (await refund(order)).body
    }
    const failure =
      'Nothing was refunded. This store has no Stripe setup with a secret key. Add one, then try again.'
    await setStores([]) // Another setup takes the store's payments now, or none.
    expect(await refundCharge({ setupId, mode: 'test' })).toMatchObject({ state: 'succeeded' })
    expect(await refundCharge({ setupId, mode: 'live' })).toMatchObject({ failure })
    expect(await refundCharge({ setupId: null, mode: null })).toMatchObject({ failure })
    await setStores([storeId])
  })

  test('a refund that is processing is checked until the provider has decided', async () => {
    providers.stripe.state.refundStatus = 'pending'
    const [stripe, braintree] = [await buildOrder(), await buildOrder('braintree')]
    const { body: first } = await refund(stripe)
    const { body: other } = await refund(braintree)
    expect([first.state, other.state]).toEqual(['processing', 'processing'])
    providers.stripe.state.refundStatus = 'failed'
    providers.braintree.state.refundStatus = 'SETTLED'
    platform().advance(5 * 60_000)
    await completePendingRefunds(platform().platform)
    expect(await loadRefund(first.id)).toMatchObject({
      state: 'failed',
      failure: "Stripe couldn't make the refund (failed).",
    })
    expect((await loadRefund(other.id)).state).toBe('succeeded')
  })

  test("a refund isn't asked for again once its provider has forgotten the key", async () => {
    providers.adyen.state.refundErrorStatus = 503
    const { body } = await refund(await buildOrder('adyen'))
    providers.adyen.state.refundErrorStatus = null
    const before = countMade('adyen')
    await sql`update payment_refunds set sent_at = sent_at - interval '8 days', next_look_at = null
      where id = ${body.id}`.execute(db())
    await completePendingRefunds(platform().platform)
    expect(await loadRefund(body.id)).toMatchObject({
      state: 'unknown',
      failure: null,
    })
    expect(countMade('adyen')).toBe(before)
  })

  describe('Above the limit', () => {
    test('a second operator approves, and only then the provider is asked', async () => {
      const order = await buildOrder('stripe', { amount: largeAmount })
      const before = countMade('stripe')
      const { body: waiting } = await refund(order, { amount: largeAmount })
      expect(waiting).toMatchObject({ state: 'waiting' })
      expect(countMade('stripe')).toBe(before)
      expect(await loadRefundable(order)).toBe(0)
      expect((await decide(waiting, { decision: 'approve' }, call)).body.detail).toBe(
        approvalRuleMessages.notOwn,
      )
      expect((await decide(waiting, { decision: 'withdraw' })).body.detail).toBe(
        approvalRuleMessages.notTheirs,
      )
      expect((await decide(waiting, { decision: 'reject' })).body.fields).toHaveProperty('reason')
      const { body: approvers } = await call('GET', `/paymentRefunds/${waiting.id}/approvers`)
      expect(approvers).toEqual({ total: 1, names: ['Second User'] })
      const approved = await decide(waiting, { decision: 'approve' })
      expect(approved, JSON.stringify(approved.body)).toMatchObject({
        status: 200,
        body: { state: 'succeeded' },
      })
      expect(countMade('stripe')).toBe(before + 1)
      expect((await decide(approved.body, { decision: 'approve' })).body.detail).toBe(
        'This request is no longer waiting. Its status is Succeeded.',
      )
    })

    test('a rejected or withdrawn refund gives the amount free', async () => {
      for (const [decision, state, caller] of [
        ['reject', 'rejected', second],
        ['withdraw', 'withdrawn', call],
      ] as const) {
        const order = await buildOrder('stripe', { amount: largeAmount })
        const { body } = await refund(order, { amount: largeAmount })
        const decided = await decide(body, { decision, reason: 'Not agreed' }, caller)
        expect(decided.body).toMatchObject({ state })
        expect(await loadRefundable(order)).toBe(largeAmount)
      }
    })

    test('refunds in parts count together for an order, and for a member', async () => {
      const order = await buildOrder('stripe', { amount: largeAmount })
      expect((await refund(order, { amount: largeAmount - 1 })).body.state).toBe('succeeded')
      expect((await refund(order, { amount: 1 })).body.state).toBe('waiting')
      const memberId = await buildMember()
      const orders = [await buildOrder(), await buildOrder('stripe', { amount: largeAmount })]
      for (const { orderId } of orders)
        await sql`update orders set member_id = ${memberId} where id = ${orderId}`.execute(db())
      expect((await refund(orders[0] as Order)).body.state).toBe('succeeded')
      const atOnce = { amount: largeAmount - 1000 }
      expect((await refund(orders[1] as Order, atOnce)).body.state).toBe('waiting')
    })

    test('a waiting refund whose charge was refunded elsewhere is not approved', async () => {
      const order = await buildOrder('stripe', { amount: largeAmount })
      const { body } = await refund(order, { amount: largeAmount })
      await sql`insert into payment_refunds (store_id, order_id, charge_id, amount, currency, gateway, reason, as_credits,
          state, created_at, created_by, updated_at, updated_by)
        select store_id, order_id, id, 1, currency, gateway, 'Elsewhere', false, 'succeeded', started_at, 'stripe',
          started_at, 'stripe'
        from payment_charges where id = ${order.chargeId}`.execute(db())
      const answer = await decide(body, { decision: 'approve' })
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toContain('Only 500.00 EUR of this payment can still be refunded')
    })
  })

  describe('As credits', () => {
    test('the member gets credits at once, and the provider is not asked', async () => {
      const order = await buildOrder('stripe', { withMember: true })
      const before = countMade('stripe')
      const { body } = await refund(order, { asCredits: true })
      expect(body).toMatchObject({ state: 'succeeded', asCredits: true })
      expect(countMade('stripe')).toBe(before)
      const { data } = (
        await call('GET', `/creditEntries?search=Charged&filter[storeId][eq]=${storeId}`)
      ).body
      expect(data).toMatchObject([
        {
          amount: 1000,
          unit: 'EUR',
          type: 'issue',
          reference: `order-${order.orderId}-refund-${body.id}`,
        },
      ])
      expect(await loadRefundable(order)).toBe(3500)
    })

    test('rejects credits without a member', async () => {
      expect((await refund(await buildOrder(), { asCredits: true })).body.fields).toEqual({
        asCredits: "This order isn't linked to a member, so credits can't be given.",
      })
    })
  })

  test('an operator without the permission or the store makes and decides no refund', async () => {
    const order = await buildOrder('stripe', { amount: largeAmount })
    const { body: waiting } = await refund(order, { amount: largeAmount })
    const reader = await openSession(
      platform(),
      await platform().addAccount(['payments', 'payments:read']),
    )
    expect((await refund(order, {}, { caller: reader })).status).toBe(403)
    expect((await decide(waiting, { decision: 'approve' }, reader)).status).toBe(403)
    const otherStore = Number((await createStore(call)).id)
    const stranger = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [otherStore]),
    )
    expect((await refund(order, {}, { caller: stranger })).status).toBe(404)
    expect((await decide(waiting, { decision: 'approve' }, stranger)).status).toBe(404)
    const path = `/orders/${order.orderId}/refundableCharges`
    expect((await stranger('GET', path)).status).toBe(404)
    expect((await stranger('GET', '/paymentRefunds')).body.data).toEqual([])
  })

  test("the order's timeline tells of its refunds", async () => {
    const order = await buildOrder()
    await refund(order)
    const { data } = (await call('GET', `/orders/${order.orderId}/timeline`)).body
    expect(data.slice(-2)).toMatchObject([
      { kind: 'refundRequested', note: '10.00 EUR. Charged twice', by: platform().operator.email },
      { kind: 'refundSucceeded', note: '10.00 EUR' },
    ])
  })
})
