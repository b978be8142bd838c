import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usualAdyen } from '#scripts/standIns/adyen.ts'
import { usualBraintree } from '#scripts/standIns/braintree.ts'
import { usualPaypal } from '#scripts/standIns/paypal.ts'
import { usualStripe } from '#scripts/standIns/stripe.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { requestCharge, startCharge } from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { createChargers } from '#server/platform/areas/payments/charges/chargers.ts'
import { members } from '#shared/areas/members/members.ts'
import { chargerNames, insertSetups, startChargers } from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const codes = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
const hour = 3_600_000

describe.each(usually('PostgreSQL'))('charges at providers on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let chargers: Awaited<ReturnType<typeof startChargers>>
  let storeId: number
  let memberId: number
  beforeAll(async () => {
    chargers = await startChargers()
    platform().platform.endpoints = chargers.endpoints
    platform().platform.chargers = createChargers(platform().platform)
    storeId = Number((await newStore(await signedIn(platform()))).id)
    await insertSetups(platform(), storeId)
    const [member] = await insertRows(platform(), members, [{ ...sampleValues(members), storeId }])
    memberId = member?.id ?? 0
  })
  afterAll(() => chargers.stop())
  beforeEach(() => {
    Object.assign(chargers.stripe.state, usualStripe)
    Object.assign(chargers.adyen.state, usualAdyen)
    Object.assign(chargers.paypal.state, usualPaypal)
    Object.assign(chargers.braintree.state, usualBraintree)
  })

  const begun = async (gateway: Charger, more: { amount?: number; currency?: string } = {}) => {
    const { db, now } = platform().platform
    const decline = { code: codes[gateway] }
    const card = { brand: 'visa', last4: '1111' }
    const at = now().toISOString()
    const reference = `failed-${gateway}-${Math.random()}`
    const order = await failedOrder(db, { gateway, decline, card, storeId, at, reference, ...more })
    await sql`update orders set member_id = ${memberId} where id = ${order}`.execute(db)
    return startCharge(platform().platform, order, { by: 'me', confirmed: null })
  }
  const charged = async (gateway: Charger, more = {}) =>
    requestCharge(platform().platform, await begun(gateway, more))

  test.each(['adyen', 'paypal', 'braintree'] as const)(
    '%s charges once for a key',
    async (gateway) => {
      const before = chargers.charges()[gateway]
      const one = await begun(gateway)
      const first = await requestCharge(platform().platform, one)
      expect(first).toMatchObject({ result: 'paid' })
      platform().advance(3 * 60_000)
      expect(await requestCharge(platform().platform, one)).toEqual(first)
      expect(chargers.charges()[gateway]).toBe(before + 1)
    },
  )

  test('what Braintree may still be asked nobody else asks', async () => {
    const before = chargers.charges().braintree
    const one = await begun('braintree')
    const both = [1, 2].map(() => requestCharge(platform().platform, one))
    const ended = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(ended.toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(chargers.charges().braintree).toBe(before + 1)
  })

  test.each([
    ['JPY', 1250, '1250'],
    ['KWD', 1250, '1.250'],
    ['EUR', 5, '0.05'],
  ])('%s is charged in its own units', async (currency, amount, value) => {
    await charged('braintree', { amount, currency })
    expect(chargers.braintree.charged.at(-1)?.amount).toBe(value)
    if (currency !== 'KWD') {
      await charged('paypal', { amount, currency })
      const [made] = [...chargers.paypal.charged.values()].slice(-1)
      expect(JSON.stringify(made?.body)).toContain(`"value":"${value}"`)
    }
    await charged('adyen', { amount, currency })
    const [paid] = [...chargers.adyen.charged.values()].slice(-1)
    expect(paid?.body).toMatchObject({ amount: { value: amount, currency } })
  })

  test('forints have no places with us, and two at Stripe and Adyen', async () => {
    await charged('adyen', { amount: 5000, currency: 'HUF' })
    const [paid] = [...chargers.adyen.charged.values()].slice(-1)
    expect(paid?.body).toMatchObject({ amount: { value: 500_000, currency: 'HUF' } })
    await charged('stripe', { amount: 5000, currency: 'HUF' })
    const [made] = [...chargers.stripe.charged.values()].slice(-1)
    expect(made?.body).toMatchObject({ amount: 500_000 })
  })

  test('of dinars Stripe takes every tenth fils, and PayPal none: nothing is asked of them that they cannot', async () => {
    const before = chargers.charges()
    await expect(charged('stripe', { amount: 1234, currency: 'KWD' })).rejects.toMatchObject({
      problem: { detail: "Nothing was charged. Stripe can't charge this amount in KWD." },
    })
    await expect(charged('paypal', { amount: 1250, currency: 'KWD' })).rejects.toMatchObject({
      problem: { detail: "Nothing was charged. PayPal doesn't support KWD." },
    })
    expect(chargers.charges()).toEqual(before)
    await charged('stripe', { amount: 1250, currency: 'KWD' })
    const [made] = [...chargers.stripe.charged.values()].slice(-1)
    expect(made?.body).toMatchObject({ amount: 1250, currency: 'kwd' })
  })

  test('what is declined is told with its code', async () => {
    chargers.adyen.state.refuses = '6'
    chargers.paypal.state.declines = '5400'
    chargers.braintree.state.declines = '2010'
    const declineOf = async (gateway: Charger) => {
      const told = await charged(gateway)
      return told.result === 'failed' ? told.decline : told.result
    }
    expect(await declineOf('adyen')).toEqual({ code: '6' })
    expect(await declineOf('paypal')).toMatchObject({ code: '5400' })
    expect(await declineOf('braintree')).toEqual({ code: '2010', declineType: 'SOFT' })
  })

  test('what is refused was not charged, and what is not answered nobody knows', async () => {
    chargers.adyen.state.status = 422
    chargers.braintree.state.refuses = 'VALIDATION'
    await expect(charged('adyen')).rejects.toThrow(HttpError)
    await expect(charged('braintree')).rejects.toThrow(HttpError)
    chargers.adyen.state.cards = []
    await expect(charged('adyen')).rejects.toMatchObject({
      problem: {
        detail:
          "Nothing was charged. The card that the member used for this payment isn't saved at Adyen. Send a payment link instead.",
      },
    })
    chargers.adyen.state.cards = ['1111']
    chargers.adyen.state.status = 500
    chargers.paypal.state.status = 503
    chargers.braintree.state.refuses = 'INTERNAL'
    for (const gateway of ['adyen', 'paypal', 'braintree'] as const)
      await expect(charged(gateway)).rejects.not.toBeInstanceOf(HttpError)
    await expect(charged('paypal', { amount: 105, currency: 'TWD' })).rejects.toMatchObject({
      problem: { detail: 'Nothing was charged. PayPal accepts only whole amounts in TWD.' },
    })
  })

  test.each([400, 401, 403, 404])(
    'what Stripe refuses with %i was not charged, before the charge and at it',
    async (status) => {
      chargers.stripe.state.status = status
      await expect(charged('stripe')).rejects.toMatchObject({
        problem: {
          detail: `Nothing was charged. Stripe returned status ${status} when we looked up the failed payment.`,
        },
      })
      chargers.stripe.state.status = null
      chargers.stripe.state.refuses = { status, type: 'invalid_request_error' }
      await expect(charged('stripe')).rejects.toMatchObject({
        problem: { detail: `Nothing was charged. Stripe rejected the request (${status}).` },
      })
    },
  )

  test.each([
    { status: 400, type: 'idempotency_error' }, // Something else was charged with this key.
    { status: 400, type: 'invalid_request_error', code: 'rate_limit' },
    { status: 409, type: 'invalid_request_error', code: 'idempotency_key_in_use' },
    { status: 429, type: 'invalid_request_error' },
    { status: 500, type: 'api_error' },
  ])('of a charge that Stripe answers with %j nobody knows', async (refuses) => {
    chargers.stripe.state.refuses = refuses
    await expect(charged('stripe')).rejects.not.toBeInstanceOf(HttpError)
  })

  test('an outage before the charge is not taken for a refusal, and ends no automatic retry', async () => {
    for (const status of [429, 503]) {
      chargers.adyen.state.cardsStatus = status
      await expect(charged('adyen')).rejects.not.toBeInstanceOf(HttpError)
      chargers.paypal.state.paidWithStatus = status
      await expect(charged('paypal')).rejects.not.toBeInstanceOf(HttpError)
      chargers.braintree.state.status = status
      await expect(charged('braintree')).rejects.not.toBeInstanceOf(HttpError)
    }
    chargers.adyen.state.cardsStatus = 403
    await expect(charged('adyen')).rejects.toThrow(HttpError)
    chargers.paypal.state.paidWithStatus = 404
    await expect(charged('paypal')).rejects.toThrow(HttpError)
    chargers.braintree.state.status = 403
    await expect(charged('braintree')).rejects.toThrow(HttpError)
  })

  describe('of a charge that was asked for, and whose answer nobody heard', () => {
    const unheard = async (gateway: Charger) => {
      const one = await begun(gateway)
      expect(await requestCharge(platform().platform, one)).toMatchObject({ result: 'paid' })
      platform().advance(3 * 60_000)
      return one.request.orderId
    }
    const again = async (orderId: number) => {
      const { platform: known } = platform()
      return requestCharge(known, await startCharge(known, orderId, { by: 'me', confirmed: null }))
    }
    const activate = (state: string) =>
      sql`update payment_setups set state = ${state}`.execute(platform().platform.db)

    test.each(chargerNames)(
      '%s says once it can be asked again, and after a day in which it cannot nobody knows',
      async (gateway) => {
        const one = await unheard(gateway)
        const other = await unheard(gateway)
        const before = chargers.charges()[gateway]
        await activate('draft')
        await expect(again(one)).rejects.not.toBeInstanceOf(HttpError)
        await activate('active')
        expect(await again(one)).toMatchObject({ result: 'paid' })
        await activate('draft')
        platform().advance(24 * hour)
        expect(await again(other)).toEqual({ result: 'unknown' })
        await activate('active')
        expect(chargers.charges()[gateway]).toBe(before)
      },
    )

    test('nothing is said by who does not know us, or what the member paid with, any more', async () => {
      const orders = [await unheard('adyen'), await unheard('paypal'), await unheard('braintree')]
      chargers.adyen.state.cards = []
      chargers.paypal.state.paidWithStatus = 404
      chargers.braintree.state.refuses = 'AUTHENTICATION'
      for (const order of orders) await expect(again(order)).rejects.not.toBeInstanceOf(HttpError)
      chargers.adyen.state.key = 'another'
      chargers.paypal.state.secret = 'another'
      for (const order of orders) await expect(again(order)).rejects.not.toBeInstanceOf(HttpError)
    })

    test.each([401, 404])('%i from Stripe says nothing', async (status) => {
      const order = await unheard('stripe')
      chargers.stripe.state.status = status
      await expect(again(order)).rejects.not.toBeInstanceOf(HttpError)
    })
  })

  test('a key that its provider forgot is not asked with again', async () => {
    const before = chargers.charges().stripe
    const one = await begun('stripe')
    platform().advance(24 * hour)
    expect(await requestCharge(platform().platform, one)).toEqual({ result: 'unknown' })
    expect(chargers.charges().stripe).toBe(before)
  })
})
