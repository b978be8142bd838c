import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAdyenEvent, buildAdyenItem, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import {
  buildBraintreeDispute,
  buildBraintreeEvent,
  defaultBraintreeState,
} from '#scripts/mockProviders/braintree.ts'
import {
  buildPaypalDispute,
  buildPaypalEvent,
  startPaypal,
  defaultPaypalState,
} from '#scripts/mockProviders/paypal.ts'
import { buildStripeDispute, buildStripeEvent } from '#scripts/mockProviders/stripeEvents.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const hmacKey = 'A1'.repeat(32)
const stripeSecret = 'whsec_mockProvider'
const keys = {
  publicKey: defaultBraintreeState.publicKey,
  privateKey: defaultBraintreeState.privateKey,
}
const credentials = {
  stripe: { testSecretKey: 'sk_test_mockProvider0123456789', testWebhookSecret: stripeSecret },
  adyen: {
    testSecretKey: defaultAdyenState.key,
    testWebhookSecret: hmacKey,
    merchantAccount: defaultAdyenState.merchantAccount,
  },
  paypal: {
    testPublishableKey: defaultPaypalState.client,
    testSecretKey: defaultPaypalState.secret,
    testWebhookSecret: 'WH1',
  },
  braintree: { testPublishableKey: keys.publicKey, testSecretKey: keys.privateKey },
}
type Provider = keyof typeof credentials
type State = 'open' | 'review' | 'won' | 'lost'
type WebhookRequest = { body: string; headers?: Record<string, string> }
const providers: Provider[] = ['stripe', 'adyen', 'paypal', 'braintree']
let counter = 0

/** Builds each provider's event about a dispute, the given number of minutes after it began. */
const builders: Record<
  Provider,
  (state: State, payment: string, minutes: number, now: Date) => WebhookRequest
> = {
  stripe(state, payment, minutes, now) {
    const status = { open: 'needs_response', review: 'under_review', won: 'won', lost: 'lost' }
    const at = new Date(now.getTime() - 3_600_000 + minutes * 60_000)
    const { body } = buildStripeEvent(stripeSecret, {
      type: `charge.dispute.${state === 'open' ? 'created' : 'updated'}`,
      object: buildStripeDispute(payment, { id: `dp_${payment}`, status: status[state] }),
      id: `evt_${++counter}`,
      at,
    })
    // Signed when it was sent: the event itself may be older.
    const { signature } = resignStripe(body, now)
    return { body, headers: { 'stripe-signature': signature } }
  },
  adyen(state, payment, minutes) {
    const eventCode = {
      open: 'CHARGEBACK',
      review: 'NOTIFICATION_OF_CHARGEBACK',
      won: 'CHARGEBACK_REVERSED',
      lost: 'SECOND_CHARGEBACK',
    }[state]
    const item = buildAdyenItem(0, {
      eventCode,
      eventDate: new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString(),
      merchantReference: 'unknown',
      originalReference: payment,
      pspReference: `D${++counter}`,
      success: 'true',
    })
    return { body: buildAdyenEvent(hmacKey, item) }
  },
  paypal(state, payment, minutes) {
    const status = { open: 'OPEN', review: 'UNDER_REVIEW', won: 'RESOLVED', lost: 'RESOLVED' }
    const code = state === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
    return buildPaypalEvent('WH1', {
      id: `WH-${++counter}`,
      type: 'CUSTOMER.DISPUTE.UPDATED',
      resource: buildPaypalDispute(payment, {
        dispute_id: `PP-${payment}`,
        status: status[state],
        update_time: new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString(),
        ...(status[state] === 'RESOLVED' && { dispute_outcome: { outcome_code: code } }),
      }),
    })
  },
  braintree: (state, payment, minutes) => ({
    body: buildBraintreeEvent([keys], {
      kind: `dispute_${{ open: 'opened', review: 'under_review', won: 'won', lost: 'lost' }[state]}`,
      at: new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString(),
      subject: buildBraintreeDispute(payment, { id: `d${payment}` }),
    }),
  }),
}

/** Signs a body as Stripe does when it sends it. */
function resignStripe(body: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  const signed = createHmac('sha256', stripeSecret).update(`${seconds}.${body}`).digest('hex')
  return { signature: `t=${seconds},v1=${signed}` }
}

describe.each(chooseDatabases('PostgreSQL'))('Disputes on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  const setups = new Map<Provider, { id: number; storeId: number }>()
  const getSetup = (provider: Provider) => setups.get(provider) ?? { id: 0, storeId: 0 }
  let call: Caller
  let paypal: Awaited<ReturnType<typeof startPaypal>>
  beforeAll(async () => {
    paypal = await startPaypal()
    platform().platform.endpoints = { paypal: paypal.url }
    call = await openSession(platform())
    for (const provider of providers) {
      const storeId = Number((await createStore(call)).id)
      const values = { ...getInitialValues(paymentSetups), ...credentials[provider] }
      const body = { ...values, name: provider, provider, storeIds: [storeId] }
      const created = await call('POST', '/paymentSetups', { body })
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      setups.set(provider, { id: created.body.id, storeId })
    }
    await sql`update payment_setups set state = 'active'`.execute(db())
  })
  afterAll(() => paypal.stop())

  /** Inserts an order that was paid, and returns the provider's ID of the payment. */
  async function buildPaidOrder(provider: Provider) {
    const { id, storeId } = getSetup(provider)
    const at = platform().platform.now().toISOString()
    const order = await insertOrder(db(), { storeId, at, amount: 4200, currency: 'EUR' })
    const payment = `pay${order}`
    await sql`insert into payment_charges (store_id, order_id, key, gateway, amount, currency, state, reference,
        started_at, started_by, ended_at, setup_id)
      values (${storeId}, ${order}, ${payment}, ${provider}, 4200, 'EUR', 'paid', ${payment}, ${at}, 'stripe', ${at}, ${id})`.execute(
      db(),
    )
    return { order, payment }
  }
  async function send(provider: Provider, state: State, payment: string, minutes: number) {
    const { body, headers = {} } = builders[provider](
      state,
      payment,
      minutes,
      platform().platform.now(),
    )
    const type = provider === 'braintree' ? 'application/x-www-form-urlencoded' : 'application/json'
    const url = `${platform().url}/webhooks/${provider}/${getSetup(provider).id}`
    const init = { method: 'POST', headers: { 'content-type': type, ...headers }, body }
    expect((await fetch(url, init)).status).toBe(200)
  }
  const findDisputes = async (order: number) =>
    (await call('GET', `/disputes?search=${encodeURIComponent(`#${order}`)}`)).body.data
  const findAlerts = async (order: number) => {
    await refreshAlerts(platform().platform)
    const { data } = (await call('GET', '/attentionItems?search=disputed&limit=100')).body
    return data.filter(({ title }: { title: string }) => title.includes(`#${order}:`))
  }

  describe.each(providers)('at %s', (provider) => {
    test('an opened dispute shows on its order and raises an alert until it is decided', async () => {
      const { order, payment } = await buildPaidOrder(provider)
      await send(provider, 'open', payment, 0)
      expect(await findDisputes(order)).toEqual([
        expect.objectContaining({ orderId: order, status: 'open', amount: 4200, currency: 'EUR' }),
      ])
      expect((await call('GET', `/orders/${order}`)).body.issue).toBe('disputed')
      const { disputes, events } = (await call('GET', `/orders/${order}/charges`)).body
      expect(disputes).toEqual([expect.objectContaining({ status: 'open' })])
      expect(events).toEqual([expect.objectContaining({ outcome: 'done' })])
      await send(provider, 'won', payment, 9)
      expect((await findDisputes(order))[0]).toMatchObject({ status: 'won' })
      expect((await call('GET', `/orders/${order}`)).body.issue).toBeNull()
      expect(await findAlerts(order)).toEqual([])
    })

    test('an older event changes nothing', async () => {
      const { order, payment } = await buildPaidOrder(provider)
      await send(provider, 'lost', payment, 9)
      await send(provider, 'open', payment, 0)
      const disputes = await findDisputes(order)
      expect(disputes).toEqual([expect.objectContaining({ status: 'lost' })])
      expect(disputes[0].closedAt).not.toBeNull()
    })
  })

  test('the alert says until when to respond', async () => {
    const { order, payment } = await buildPaidOrder('paypal')
    await send('paypal', 'open', payment, 0)
    const [{ id }] = await findDisputes(order)
    expect(await findAlerts(order)).toEqual([
      expect.objectContaining({
        title: `Disputed payment for order #${order}: respond by 12/05/2026`,
        detail: 'A member disputes 42.00 EUR. Send your evidence in your PayPal account.',
        fix: `/paymentAttempt?disputes&dispute=${id}`,
      }),
    ])
  })

  test('a dispute of an unknown payment is ignored', async () => {
    await send('stripe', 'open', 'ch_unknown', 0)
    const { data } = (await call('GET', `/paymentSetups/${getSetup('stripe').id}/events`)).body
    expect(data[0]).toMatchObject({ outcome: 'ignored', orderId: null })
  })
})
