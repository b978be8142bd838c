import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { buildStripeEvent, buildStripeRefund } from '#scripts/mockProviders/stripeEvents.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'
import { completePendingRefunds } from '#server/platform/areas/payments/refunds/pendingRefunds.ts'
import { toPaymentSetup } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { recordEvent } from '#server/platform/areas/payments/webhooks/recordEvent.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { insertPaymentSetups, startPaymentProviders } from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertPaidOrder } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const [minute, day] = [60_000, 24 * 3_600_000]
let numberOfPayments = 0

describe.each(chooseDatabases('PostgreSQL'))('Refunds without an answer on $name', (database) => {
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
  beforeEach(() => {
    Object.assign(providers.stripe.state, defaultStripeState)
    Object.assign(providers.adyen.state, defaultAdyenState)
  })
  const db = () => platform().platform.db

  const setAvailable = (isAvailable: boolean) => {
    providers.stripe.state.paymentError = isAvailable ? null : { status: 500, type: 'api_error' }
    providers.adyen.state.refundErrorStatus = isAvailable ? null : 503
  }
  const countMade = () => providers.stripe.refunds.size + providers.adyen.refunds.size
  /** Requests a refund while no provider answers. */
  const requestRefund = async (gateway: 'stripe' | 'adyen') => {
    numberOfPayments += 1
    const reference = `unanswered${numberOfPayments}`
    const at = platform().platform.now().toISOString()
    const order = await insertPaidOrder(db(), { gateway, storeId, at, reference })
    setAvailable(false)
    const { body } = await call('POST', `/orders/${order.orderId}/refunds`, {
      body: { chargeId: order.chargeId, amount: 4500, reason: 'Charged twice', asCredits: false },
    })
    return { ...order, reference, id: Number(body.id) }
  }
  /** Waits until the refund is left to an operator. */
  const loseRefund = async (gateway: 'stripe' | 'adyen', afterMs = day) => {
    const refund = await requestRefund(gateway)
    platform().advance(afterMs)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    expect(await loadRefund(refund.id)).toMatchObject({ state: 'unknown' })
    return refund
  }
  const loadRefund = async (id: number) => (await call('GET', `/paymentRefunds/${id}`)).body
  const check = (id: number, options: { caller?: Caller; key?: string } = {}) =>
    (options.caller ?? call)('POST', `/paymentRefunds/${id}/check`, {
      body: {},
      ...(options.key && { key: options.key }),
    })
  const record = async (
    id: number,
    values: object,
    { caller = call, key }: { caller?: Caller; key?: string } = {},
  ) =>
    caller('POST', `/paymentRefunds/${id}/outcome`, {
      body: { reason: 'Not in the dashboard', ...values },
      ifMatch: (await loadRefund(id)).version,
      ...(key && { key }),
    })
  const loadKey = async (id: number) => {
    const { rows } = await sql<{ key: string }>`
      select key from payment_refunds where id = ${id}`.execute(db())
    return rows[0]?.key ?? ''
  }
  /** Receives Stripe's event about a refund of ours. */
  const receive = async ({ id, reference }: { id: number; reference: string }, status: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from payment_setups where provider = 'stripe'`.execute(db())
    const resource = { ...paymentSetups, storeIds: null }
    const setup = toPaymentSetup(await loadRecord(db(), resource, rows[0]?.id ?? 0))
    const { body } = buildStripeEvent('whsec_test', {
      type: 'refund.updated',
      id: `evt_${id}_${status}`,
      at: new Date(),
      object: buildStripeRefund(reference, {
        id: `re_${id}`,
        amount: 4500,
        status,
        metadata: { refund: await loadKey(id) },
      }),
    })
    const event = paymentProviders.stripe.webhook?.parseSaved(body, 'test')
    if (event) await recordEvent(platform().platform, setup, event)
  }

  test('are left to an operator after a day, with an alert and a step in the timeline', async () => {
    const { id, orderId } = await requestRefund('stripe')
    expect((await record(id, { outcome: 'refunded' })).body.detail).toBe(
      "We're still waiting for Stripe. You can record a result once the refund's status is Unknown.",
    )
    platform().advance(day)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    expect(await loadRefund(id)).toMatchObject({ state: 'unknown', endedAt: null })
    const { body } = await call('GET', `/orders/${orderId}/timeline`)
    expect(body.data.at(-1)).toMatchObject({
      kind: 'refundUnknown',
      note: "45.00 EUR. We couldn't find out whether Stripe made this refund. Ask Stripe again, or check your account there and record the result.",
    })
    const charges = (await call('GET', `/orders/${orderId}/refundableCharges`)).body.data
    expect(charges[0].refundable).toBe(0)
    const loadAlerts = async () => {
      await refreshAlerts(platform().platform)
      const search = encodeURIComponent(`Refund status unknown for order #${orderId}`)
      return (await call('GET', `/attentionItems?search=${search}`)).body.data
    }
    expect(await loadAlerts()).toMatchObject([{ fix: `/paymentAttempt?refunds&refund=${id}` }])
    expect((await record(id, { outcome: 'notRefunded' })).status).toBe(200)
    expect(await loadAlerts()).toEqual([])
  })

  test('are made once when an operator asks again, however often', async () => {
    const { id } = await loseRefund('adyen')
    const before = countMade()
    expect((await check(id)).body.detail).toBe(
      'We asked Adyen less than two minutes ago. Wait for the response, then try again.',
    )
    platform().advance(3 * minute)
    setAvailable(true)
    const key = `check-${id}`
    const answers = await Promise.all([check(id, { key }), check(id)])
    expect(answers.map(({ status }) => status)).toContain(200) // The other one may be too early.
    expect((await check(id, { key })).status).toBe(answers[0]?.status)
    expect(await loadRefund(id)).toMatchObject({ state: 'processing' })
    expect(countMade()).toBe(before + 1)
    platform().advance(3 * minute)
    expect((await check(id)).body.detail).toBe(
      "We can't ask Adyen about this refund. Adyen reports the outcome with a webhook event.",
    )
    platform().advance(8 * day)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    platform().advance(3 * minute)
    expect((await check(id)).body.detail).toBe(
      "Adyen can't say what happened to this refund. Check your account there, then record the result.",
    )
  })

  test('are looked up, not made again, once the provider has forgotten the key', async () => {
    const lost = await loseRefund('stripe')
    setAvailable(true)
    platform().advance(3 * minute)
    expect((await check(lost.id)).body).toMatchObject({ state: 'unknown' })
    const request = { ...lost, storeId, gateway: 'stripe', amount: 4500, currency: 'EUR' } as const
    const charger = { paymentId: lost.reference, setupId: null, mode: null }
    const key = await loadKey(lost.id)
    // The first request had arrived, and only its answer was lost.
    await paymentProviders.stripe.refund(platform().platform, { ...request, ...charger, key })
    const made = countMade()
    platform().advance(5 * minute)
    expect((await check(lost.id)).body).toMatchObject({ state: 'succeeded' })
    expect(countMade()).toBe(made)
    expect((await check(lost.id)).body.detail).toBe("This refund's outcome is already known.")
  })

  test('end as an operator recorded them, once', async () => {
    const { id, orderId } = await loseRefund('stripe')
    expect((await record(id, { outcome: '' })).body.fields).toHaveProperty('outcome')
    expect((await record(id, { outcome: 'refunded', reason: ' ' })).body.fields).toHaveProperty(
      'reason',
    )
    const { version } = await loadRefund(id)
    const send = (outcome: string, key: string) =>
      call('POST', `/paymentRefunds/${id}/outcome`, {
        body: { outcome, reason: 'It is re_123 in the dashboard' },
        ifMatch: version,
        key,
      })
    const recorded = await send('refunded', 'record-once')
    expect(recorded).toMatchObject({
      status: 200,
      body: {
        state: 'succeeded',
        recordedBy: platform().operator.email,
        recordedReason: 'It is re_123 in the dashboard',
      },
    })
    const repeated = await send('refunded', 'record-once')
    expect([repeated.status, repeated.body]).toEqual([200, recorded.body])
    expect((await send('notRefunded', 'record-other')).status).toBe(409)
    expect((await record(id, { outcome: 'notRefunded' })).body.detail).toBe(
      "This refund's outcome is already known.",
    )
    const { body } = await call('GET', `/orders/${orderId}/timeline`)
    expect(body.data.at(-1)).toMatchObject({
      kind: 'refundFoundRefunded',
      note: 'It is re_123 in the dashboard',
      by: platform().operator.email,
    })
  })

  test("can be requested again once an operator recorded that they weren't made", async () => {
    const { id, orderId } = await loseRefund('stripe')
    const { body } = await record(id, { outcome: 'notRefunded' })
    expect(body).toMatchObject({
      state: 'failed',
      failure: "An operator found that Stripe didn't refund this.",
    })
    setAvailable(true)
    const before = countMade()
    const retried = await call('POST', `/paymentRefunds/${id}/retry`, { body: {} })
    expect(retried.body).toMatchObject({ state: 'succeeded', orderId })
    expect(countMade()).toBe(before + 1)
  })

  test("follow the provider's later report, whatever an operator recorded", async () => {
    const lost = await loseRefund('stripe')
    await record(lost.id, { outcome: 'notRefunded' })
    await receive(lost, 'succeeded')
    expect(await loadRefund(lost.id)).toMatchObject({
      state: 'succeeded',
      recordedBy: null,
      failure: null,
    })
    await receive(lost, 'failed')
    await receive({ ...lost, reference: lost.reference }, 'pending')
    expect(await loadRefund(lost.id)).toMatchObject({ state: 'failed' })
  })

  test('are processed by a provider that reports only events, and left to an operator after a week', async () => {
    const { id } = await requestRefund('adyen')
    setAvailable(true)
    platform().advance(5 * minute)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    expect(await loadRefund(id)).toMatchObject({ state: 'processing' })
    platform().advance(6 * day)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    expect(await loadRefund(id)).toMatchObject({ state: 'processing' })
    platform().advance(2 * day)
    await completePendingRefunds(platform().platform)
    call = await openSession(platform())
    expect(await loadRefund(id)).toMatchObject({ state: 'unknown' })
  })

  test('need the permission and the store', async () => {
    const { id } = await loseRefund('stripe')
    const reader = await openSession(
      platform(),
      await platform().addAccount(['payments', 'payments:read']),
    )
    const otherStore = Number((await createStore(call)).id)
    const stranger = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [otherStore]),
    )
    for (const [caller, status] of [
      [reader, 403],
      [stranger, 404],
    ] as const) {
      expect((await check(id, { caller })).status).toBe(status)
      expect((await record(id, { outcome: 'refunded' }, { caller })).status).toBe(status)
    }
  })
})
