import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAdyenEvent, buildAdyenItem, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { buildBraintreeEvent, defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { buildPaypalEvent } from '#scripts/mockProviders/paypal.ts'
import { buildStripeEvent, buildStripeRefund } from '#scripts/mockProviders/stripeEvents.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'
import { toPaymentSetup } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { recordEvent } from '#server/platform/areas/payments/webhooks/recordEvent.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chargerNames, insertPaymentSetups } from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertPaidOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Told = {
  payment: string
  state: 'processing' | 'succeeded' | 'failed'
  id?: string
  key?: string
}
let numberOfEvents = 0

/** Builds the body of each provider's event about a refund of 10.00 EUR. */
const eventBodies: Record<Charger, (told: Told) => string> = {
  stripe: ({ payment, state, id = 'refund1', key }) => {
    const status = state === 'processing' ? 'pending' : state
    return buildStripeEvent('whsec_test', {
      type: state === 'processing' ? 'refund.created' : 'refund.updated',
      id: `evt_${numberOfEvents++}`,
      at: new Date(),
      object: buildStripeRefund(payment, { id, status, metadata: key ? { refund: key } : {} }),
    }).body
  },
  adyen: ({ payment, state, id = 'refund1', key = 'another' }) =>
    buildAdyenEvent('A1'.repeat(32), {
      ...buildAdyenItem(0),
      eventCode: state === 'failed' ? 'REFUND_FAILED' : 'REFUND',
      success: 'true',
      amount: { value: 1000, currency: 'EUR' },
      pspReference: id,
      originalReference: payment,
      merchantReference: key,
      reason: '',
    }),
  paypal: ({ payment, state, id = 'refund1', key }) =>
    buildPaypalEvent('WH1', {
      id: `WH-${numberOfEvents++}`,
      type: state === 'failed' ? 'PAYMENT.REFUND.FAILED' : 'PAYMENT.CAPTURE.REFUNDED',
      resource: {
        id,
        amount: { value: '10.00', currency_code: 'EUR' },
        status: { processing: 'PENDING', succeeded: 'COMPLETED', failed: 'FAILED' }[state],
        links: [
          { rel: 'self', href: `https://api.paypal.com/v2/payments/refunds/${id}` },
          { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${payment}` },
        ],
        ...(key && { custom_id: key }),
      },
    }).body,
  braintree: ({ payment, state, id = 'refund1', key = '' }) => {
    const { publicKey, privateKey } = defaultBraintreeState
    const form = buildBraintreeEvent([{ publicKey, privateKey }], {
      kind: state === 'failed' ? 'refund_failed' : 'transaction_settled',
      order: key,
      id,
      at: new Date(1_790_000_000_000 + 1000 * numberOfEvents++).toISOString(),
      money: { amount: '10.00', currency: 'EUR' },
      extraXml: `<type>credit</type><refunded-transaction-id>${payment}</refunded-transaction-id>`,
    })
    return Buffer.from(new URLSearchParams(form).get('bt_payload') ?? '', 'base64').toString()
  },
}

describe.each(chooseDatabases('PostgreSQL'))('Events about refunds on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await openSession(platform())
    // No provider answers.
    platform().platform.endpoints = Object.fromEntries(
      chargerNames.map((name) => [name, 'http://127.0.0.1:9']),
    )
    storeId = Number((await createStore(call)).id)
    await insertPaymentSetups(platform(), storeId)
  })
  const db = () => platform().platform.db

  const buildOrder = (gateway: Charger) =>
    insertPaidOrder(db(), {
      gateway,
      storeId,
      amount: 4500,
      at: platform().platform.now().toISOString(),
      reference: `${gateway}-payment${numberOfEvents++}`,
    })
  const loadPaymentId = async (chargeId: number) =>
    (
      await sql<{ reference: string }>`
        select reference from payment_charges where id = ${chargeId}`.execute(db())
    ).rows[0]?.reference ?? ''
  const receiveBody = async (gateway: Charger, body: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from payment_setups where provider = ${gateway}`.execute(db())
    const resource = { ...paymentSetups, storeIds: null }
    const setup = toPaymentSetup(await loadRecord(db(), resource, rows[0]?.id ?? 0))
    const event = paymentProviders[gateway].webhook?.parseSaved(body, 'test')
    if (!event) throw new Error(`${gateway} reads no events`)
    const result = await recordEvent(platform().platform, setup, event)
    return { result, id: event.id }
  }
  const receive = (gateway: Charger, told: Told) => receiveBody(gateway, eventBodies[gateway](told))
  const loadRefunds = async (orderId: number) =>
    (await call('GET', `/paymentRefunds?filter[orderId][eq]=${orderId}&sort=createdAt`)).body.data
  const loadRefundable = async (orderId: number) =>
    (await call('GET', `/orders/${orderId}/refundableCharges`)).body.data[0].refundable

  test.each(chargerNames)(
    '%s: a refund that was made at the provider counts once, in any order of events',
    async (gateway) => {
      const { orderId, chargeId } = await buildOrder(gateway)
      const payment = await loadPaymentId(chargeId)
      const id = `${gateway}-refund-a`
      const told = { payment, id }
      await receive(gateway, { ...told, state: 'succeeded' })
      await receive(gateway, { ...told, state: 'succeeded' })
      expect(await loadRefunds(orderId)).toMatchObject([
        { state: 'succeeded', amount: 1000, reference: id, createdBy: gateway },
      ])
      expect(await loadRefundable(orderId)).toBe(3500)
      const tooMuch = await call('POST', `/orders/${orderId}/refunds`, {
        body: { chargeId, amount: 3501, reason: 'All of it', asCredits: false },
      })
      expect(tooMuch.status).toBe(422)
      await receive(gateway, { ...told, state: 'failed' })
      await receive(gateway, { ...told, state: 'processing' })
      expect(await loadRefunds(orderId)).toMatchObject([{ state: 'failed' }])
      expect(await loadRefundable(orderId)).toBe(4500)
    },
  )

  test.each(chargerNames)(
    '%s: an event that is faster than the answer to our request updates our refund',
    async (gateway) => {
      const { orderId, chargeId } = await buildOrder(gateway)
      const payment = await loadPaymentId(chargeId)
      const { body } = await call('POST', `/orders/${orderId}/refunds`, {
        body: { chargeId, amount: 1000, reason: 'Broken', asCredits: false },
      })
      expect(body.state).toBe('requested')
      const { rows } = await sql<{ key: string }>`
        select key from payment_refunds where id = ${body.id}`.execute(db())
      const key = rows[0]?.key ?? ''
      await receive(gateway, { payment, key, id: `${gateway}-refund-b`, state: 'succeeded' })
      expect(await loadRefunds(orderId)).toMatchObject([
        { id: body.id, state: 'succeeded', reference: `${gateway}-refund-b`, reason: 'Broken' },
      ])
    },
  )

  test("Stripe's total adds what no other event told, and single events replace it", async () => {
    const { orderId, chargeId } = await buildOrder('stripe')
    const payment = await loadPaymentId(chargeId)
    const receiveTotal = (amount: number) =>
      receiveBody(
        'stripe',
        buildStripeEvent('whsec_test', {
          type: 'charge.refunded',
          id: `evt_${numberOfEvents++}`,
          at: new Date(),
          object: {
            id: payment,
            object: 'charge',
            amount: 4500,
            amount_refunded: amount,
            currency: 'eur',
          },
        }).body,
      )
    await receiveTotal(3000)
    await receiveTotal(3000)
    expect(await loadRefundable(orderId)).toBe(1500)
    for (const id of ['re_total1', 're_total2', 're_total3'])
      await receive('stripe', { payment, id, state: 'succeeded' })
    expect(await loadRefundable(orderId)).toBe(1500)
    expect(await loadRefunds(orderId)).toHaveLength(3)
    await receiveTotal(3000)
    expect(await loadRefunds(orderId)).toHaveLength(3)
  })

  test('a refund of an unknown payment, of another account, or in another currency adds nothing', async () => {
    const { orderId, chargeId } = await buildOrder('adyen')
    const payment = await loadPaymentId(chargeId)
    await receive('adyen', { payment: 'unknown', id: 'unknown', state: 'succeeded' })
    const item = {
      ...buildAdyenItem(0),
      eventCode: 'REFUND',
      success: 'true',
      originalReference: payment,
    }
    const amount = { value: 1000, currency: 'EUR' }
    for (const change of [
      { pspReference: 'r1', amount, merchantAccountCode: 'Other' },
      { pspReference: 'r2', amount: { value: 1000, currency: 'USD' } },
    ])
      await receiveBody('adyen', buildAdyenEvent('A1'.repeat(32), { ...item, ...change }))
    expect(await loadRefunds(orderId)).toEqual([])
    const { rows } = await sql<{ outcome: string }>`
      select outcome from payment_events where event_id like 'REFUND/r_/true' or event_id = 'REFUND/unknown/true'
      order by id`.execute(db())
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ignored', 'mismatched', 'mismatched'])
    expect(defaultAdyenState.merchantAccount).not.toBe('Other')
  })
})
