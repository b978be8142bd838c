import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAdyenEvent, buildAdyenItem, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { buildFailedCharge, buildStripeEvent } from '#scripts/mockProviders/stripeEvents.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder, insertOrder, insertPaidOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const hmacKey = 'A1'.repeat(32)
const stripeSecret = 'whsec_mockProvider'
const credentials = {
  stripe: { testSecretKey: 'sk_test_mockProvider0123456789', testWebhookSecret: stripeSecret },
  adyen: {
    testSecretKey: defaultAdyenState.key,
    testWebhookSecret: hmacKey,
    merchantAccount: defaultAdyenState.merchantAccount,
  },
}
type Provider = keyof typeof credentials
const providers: Provider[] = ['stripe', 'adyen']
const amount = 4500
const currency = 'CAD'
let counter = 0

describe.each(chooseDatabases('PostgreSQL'))('Charges of an order on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const now = () => platform().platform.now()
  const setups = { stripe: { id: 0, storeId: 0 }, adyen: { id: 0, storeId: 0 } }
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    for (const provider of providers) {
      const storeId = Number((await createStore(call)).id)
      const name = `${provider} account`
      const body = { ...getInitialValues(paymentSetups), name, provider, storeIds: [storeId] }
      const created = await call('POST', '/paymentSetups', {
        body: { ...body, ...credentials[provider] },
      })
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      setups[provider] = { id: created.body.id, storeId }
    }
    await sql`update payment_setups set state = 'active'`.execute(db())
  })

  const buildOrder = (provider: Provider) =>
    insertOrder(db(), {
      storeId: setups[provider].storeId,
      at: now().toISOString(),
      amount,
      currency,
    })
  const send = async (provider: Provider, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${platform().url}/webhooks/${provider}/${setups[provider].id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(response.status).toBe(200)
  }
  const sendStripe = (type: string, object: object, id = `evt_${++counter}`) => {
    const { body, signature } = buildStripeEvent(stripeSecret, { type, object, id, at: now() })
    return send('stripe', body, { 'stripe-signature': signature })
  }
  const sendAdyen = (order: number, pspReference: string, overrides: object = {}) =>
    send(
      'adyen',
      buildAdyenEvent(
        hmacKey,
        buildAdyenItem(order, {
          amount: { value: amount, currency },
          success: 'true',
          reason: '',
          pspReference,
          ...overrides,
        }),
      ),
    )
  const loadCharges = async (order: number) => (await call('GET', `/orders/${order}/charges`)).body
  const paidCharge = (order: number, id: string) =>
    buildFailedCharge(order, {
      id: `ch_${id}`,
      payment_intent: `pi_${id}`,
      amount,
      amount_captured: amount,
      captured: true,
      currency: 'cad',
      metadata: { order: String(order) },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    })
  const paidIntent = (order: number, id: string) => ({
    id: `pi_${id}`,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    currency: 'cad',
    metadata: { order: String(order) },
    latest_charge: `ch_${id}`,
  })
  const findDoubleCharges = async () => {
    await refreshAlerts(platform().platform)
    const { data } = (await call('GET', '/attentionItems?search=charged%20twice')).body
    const alerts: { title: string; detail: string; fix: string }[] = data
    return alerts
  }

  test('an event about a first payment adds a charge with its setup and card', async () => {
    const order = await buildOrder('stripe')
    await sendStripe('payment_intent.succeeded', paidIntent(order, `first-${order}`))
    await sendStripe('charge.succeeded', paidCharge(order, `first-${order}`))
    const { data, events } = await loadCharges(order)
    expect(data).toEqual([
      expect.objectContaining({
        state: 'paid',
        amount,
        currency,
        gateway: 'stripe',
        by: 'stripe',
        reference: `pi_first-${order}`,
        url: `https://dashboard.stripe.com/test/payments/pi_first-${order}`,
        setup: { id: setups.stripe.id, name: 'stripe account' },
        cardBrand: 'visa',
        cardLast4: '4242',
      }),
    ])
    expect(events).toEqual(
      ['payment_intent.succeeded', 'charge.succeeded'].map((kind) =>
        expect.objectContaining({ kind, chargeId: data[0].id, outcome: 'done' }),
      ),
    )
  })

  test("a charge by Braintree links to the merchant's dashboard, sandbox or live", async () => {
    const storeId = Number((await createStore(call)).id)
    const created = await call('POST', '/paymentSetups', {
      body: {
        ...getInitialValues(paymentSetups),
        name: 'Braintree account',
        provider: 'braintree',
        testMerchantId: 'sandbox1merchant',
      },
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const details = { storeId, at: now().toISOString(), reference: 'bt_1' }
    const { orderId: order } = await insertPaidOrder(db(), details)
    const loadUrl = async (mode: 'test' | 'live') => {
      await sql`update payment_charges set gateway = 'braintree', mode = ${mode},
        setup_id = ${created.body.id} where order_id = ${order}`.execute(db())
      return (await loadCharges(order)).data[0].url
    }
    expect(await loadUrl('test')).toBe(
      'https://sandbox.braintreegateway.com/merchants/sandbox1merchant/transactions/bt_1',
    )
    expect(await loadUrl('live')).toBeNull()
    const changed = await call('PATCH', `/paymentSetups/${created.body.id}`, {
      body: { liveMerchantId: 'live1merchant' },
      ifMatch: 1,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await loadUrl('live')).toBe(
      'https://www.braintreegateway.com/merchants/live1merchant/transactions/bt_1',
    )
    const wrong = { body: { liveMerchantId: 'live/merchant' }, ifMatch: changed.body.version }
    const rejected = await call('PATCH', `/paymentSetups/${created.body.id}`, wrong)
    expect(rejected.body.fields).toEqual({
      liveMerchantId: 'Live merchant ID: use only letters, digits, hyphens, and underscores.',
    })
  })

  test('a charge that is only authorized is not a payment', async () => {
    const order = await buildOrder('stripe')
    await sendStripe('charge.succeeded', { ...paidCharge(order, `held-${order}`), captured: false })
    expect((await loadCharges(order)).data).toEqual([])
  })

  test('an event that repeats adds nothing', async () => {
    const order = await buildOrder('stripe')
    const event = paidIntent(order, `same-${order}`)
    await sendStripe('payment_intent.succeeded', event, `evt_same_${order}`)
    const before = await loadCharges(order)
    await sendStripe('payment_intent.succeeded', event, `evt_same_${order}`)
    expect(await loadCharges(order)).toEqual(before)
    await sendStripe('payment_intent.succeeded', event)
    const { data, events } = await loadCharges(order)
    expect([data.length, events.length]).toEqual([1, 2])
    expect(await findDoubleCharges()).not.toContainEqual(
      expect.objectContaining({ fix: `/paymentAttempt?orders&order=${order}` }),
    )
  })

  test("an event that doesn't match the order belongs to no charge", async () => {
    const order = await buildOrder('adyen')
    await sendAdyen(order, `small-${order}`, { amount: { value: 1, currency } })
    const { data, events } = await loadCharges(order)
    expect(data).toEqual([])
    expect(events).toEqual([expect.objectContaining({ chargeId: null, outcome: 'mismatched' })])
  })

  test('two payments for one order raise an alert', async () => {
    const order = await buildOrder('adyen')
    await sendAdyen(order, `ONE${order}`)
    expect((await call('GET', `/orders/${order}`)).body.issue).toBeNull()
    await sendAdyen(order, `TWO${order}`)
    expect((await call('GET', `/orders/${order}`)).body.issue).toBe('chargedTwice')
    expect((await loadCharges(order)).data[1].url).toBe(
      `https://ca-test.adyen.com/ca/ca/accounts/showTx.shtml?pspReference=TWO${order}&txType=Payment`,
    )
    expect(await findDoubleCharges()).toContainEqual(
      expect.objectContaining({
        title: `Charged twice: order #${order}`,
        detail: 'Two payments succeeded (45.00 CAD + 45.00 CAD). Refund all but one.',
        fix: `/paymentAttempt?orders&order=${order}`,
        storeIds: [setups.adyen.storeId],
      }),
    )
    const { counts } = (await call('GET', '/orders?counts=issue')).body
    expect(counts.chargedTwice.total).toBe(1)
  })

  test('a dismissed alert stays dismissed', async () => {
    const [alert] = await findDoubleCharges()
    const { id, version } = alert as unknown as { id: number; version: number }
    await call('POST', `/attentionItems/${id}/state`, {
      body: { state: 'resolved', reason: 'The member was called' },
      ifMatch: version,
    })
    expect(await findDoubleCharges()).toEqual([expect.objectContaining({ state: 'resolved' })])
  })

  test('a retry has the setup of its store and the card that failed', async () => {
    const { storeId, id } = setups.stripe
    const failed = { storeId, at: now().toISOString(), amount, currency, reference: 'ch_failed' }
    const order = await insertFailedOrder(db(), failed)
    await sendStripe('payment_intent.succeeded', paidIntent(order, `link-${order}`))
    expect((await loadCharges(order)).data).toEqual([
      expect.objectContaining({ state: 'paid', setup: { id, name: 'stripe account' } }),
    ])
  })

  test('an order of another store is not found', async () => {
    expect((await call('GET', '/orders/999999/charges')).status).toBe(404)
  })
})
