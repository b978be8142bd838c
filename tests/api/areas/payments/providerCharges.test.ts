import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { defaultPaypalState } from '#scripts/mockProviders/paypal.ts'
import { defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import {
  requestCharge,
  prepareOrderCharge,
} from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { members } from '#shared/areas/members/members.ts'
import {
  chargerNames,
  insertPaymentSetups,
  startPaymentProviders,
} from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const codes = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
const hour = 3_600_000

describe.each(chooseDatabases('PostgreSQL'))(
  'Charges through payment providers on $name',
  (database) => {
    const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
    let chargers: Awaited<ReturnType<typeof startPaymentProviders>>
    let storeId: number
    let memberId: number
    beforeAll(async () => {
      chargers = await startPaymentProviders()
      platform().platform.endpoints = chargers.endpoints
      storeId = Number((await createStore(await openSession(platform()))).id)
      await insertPaymentSetups(platform(), storeId)
      const [member] = await insertRows(platform(), members, [
        { ...buildSampleValues(members), storeId },
      ])
      memberId = member?.id ?? 0
    })
    afterAll(() => chargers.stop())
    beforeEach(() => {
      Object.assign(chargers.stripe.state, defaultStripeState)
      Object.assign(chargers.adyen.state, defaultAdyenState)
      Object.assign(chargers.paypal.state, defaultPaypalState)
      Object.assign(chargers.braintree.state, defaultBraintreeState)
    })

    const startNewCharge = async (
      gateway: Charger,
      overrides: { amount?: number; currency?: string } = {},
    ) => {
      const { db, now } = platform().platform
      const decline = { code: codes[gateway] }
      const card = { brand: 'visa', last4: '1111' }
      const at = now().toISOString()
      const reference = `failed-${gateway}-${Math.random()}`
      const order = await insertFailedOrder(db, {
        gateway,
        decline,
        card,
        storeId,
        at,
        reference,
        ...overrides,
      })
      await sql`update orders set member_id = ${memberId} where id = ${order}`.execute(db)
      return prepareOrderCharge(platform().platform, order, { by: 'me', confirmed: null })
    }
    const chargeNewOrder = async (gateway: Charger, overrides = {}) =>
      requestCharge(platform().platform, await startNewCharge(gateway, overrides))

    test.each(['adyen', 'paypal', 'braintree'] as const)(
      '%s charges once per idempotency key',
      async (gateway) => {
        const before = chargers.charges()[gateway]
        const charge = await startNewCharge(gateway)
        const first = await requestCharge(platform().platform, charge)
        expect(first).toMatchObject({ result: 'paid' })
        platform().advance(3 * 60_000)
        expect(await requestCharge(platform().platform, charge)).toEqual(first)
        expect(chargers.charges()[gateway]).toBe(before + 1)
      },
    )

    test('two concurrent requests for a Braintree charge make one charge', async () => {
      const before = chargers.charges().braintree
      const charge = await startNewCharge('braintree')
      const requests = [1, 2].map(() => requestCharge(platform().platform, charge))
      const statuses = (await Promise.allSettled(requests)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(chargers.charges().braintree).toBe(before + 1)
    })

    test.each([
      ['JPY', 1250, '1250'],
      ['KWD', 1250, '1.250'],
      ['EUR', 5, '0.05'],
    ])("%s amounts are sent in each provider's format", async (currency, amount, value) => {
      await chargeNewOrder('braintree', { amount, currency })
      expect(chargers.braintree.charges.at(-1)?.amount).toBe(value)
      if (currency !== 'KWD') {
        await chargeNewOrder('paypal', { amount, currency })
        const [paypalRequest] = [...chargers.paypal.charges.values()].slice(-1)
        expect(JSON.stringify(paypalRequest?.body)).toContain(`"value":"${value}"`)
      }
      await chargeNewOrder('adyen', { amount, currency })
      const [adyenRequest] = [...chargers.adyen.charges.values()].slice(-1)
      expect(adyenRequest?.body).toMatchObject({ amount: { value: amount, currency } })
    })

    test('HUF has no decimals here but two at Stripe and Adyen', async () => {
      await chargeNewOrder('adyen', { amount: 5000, currency: 'HUF' })
      const [adyenRequest] = [...chargers.adyen.charges.values()].slice(-1)
      expect(adyenRequest?.body).toMatchObject({ amount: { value: 500_000, currency: 'HUF' } })
      await chargeNewOrder('stripe', { amount: 5000, currency: 'HUF' })
      const [stripeRequest] = [...chargers.stripe.charges.values()].slice(-1)
      expect(stripeRequest?.body).toMatchObject({ amount: 500_000 })
    })

    test("KWD amounts that Stripe or PayPal doesn't support are rejected without a charge", async () => {
      const before = chargers.charges()
      await expect(
        chargeNewOrder('stripe', { amount: 1234, currency: 'KWD' }),
      ).rejects.toMatchObject({
        problem: { detail: "Nothing was charged. Stripe can't charge this amount in KWD." },
      })
      await expect(
        chargeNewOrder('paypal', { amount: 1250, currency: 'KWD' }),
      ).rejects.toMatchObject({
        problem: { detail: "Nothing was charged. PayPal doesn't support KWD." },
      })
      expect(chargers.charges()).toEqual(before)
      await chargeNewOrder('stripe', { amount: 1250, currency: 'KWD' })
      const [stripeRequest] = [...chargers.stripe.charges.values()].slice(-1)
      expect(stripeRequest?.body).toMatchObject({ amount: 1250, currency: 'kwd' })
    })

    test("a declined charge returns the provider's code", async () => {
      chargers.adyen.state.refusalReasonCode = '6'
      chargers.paypal.state.declineCode = '5400'
      chargers.braintree.state.declineCode = '2010'
      const loadDecline = async (gateway: Charger) => {
        const result = await chargeNewOrder(gateway)
        return result.result === 'failed' ? result.decline : result.result
      }
      expect(await loadDecline('adyen')).toEqual({ code: '6' })
      expect(await loadDecline('paypal')).toMatchObject({ code: '5400' })
      expect(await loadDecline('braintree')).toEqual({ code: '2010', declineType: 'SOFT' })
    })

    test("a rejected charge wasn't made, and a server error leaves the result unknown", async () => {
      chargers.adyen.state.chargeErrorStatus = 422
      chargers.braintree.state.errorClass = 'VALIDATION'
      await expect(chargeNewOrder('adyen')).rejects.toThrow(HttpError)
      await expect(chargeNewOrder('braintree')).rejects.toThrow(HttpError)
      chargers.adyen.state.cards = []
      await expect(chargeNewOrder('adyen')).rejects.toMatchObject({
        problem: {
          detail:
            "Nothing was charged. The card that the member used for this payment isn't saved at Adyen. Send a payment link instead.",
        },
      })
      chargers.adyen.state.cards = ['1111']
      chargers.adyen.state.chargeErrorStatus = 500
      chargers.paypal.state.errorStatus = 503
      chargers.braintree.state.errorClass = 'INTERNAL'
      for (const gateway of ['adyen', 'paypal', 'braintree'] as const)
        await expect(chargeNewOrder(gateway)).rejects.not.toBeInstanceOf(HttpError)
      await expect(
        chargeNewOrder('paypal', { amount: 105, currency: 'TWD' }),
      ).rejects.toMatchObject({
        problem: { detail: 'Nothing was charged. PayPal accepts only whole amounts in TWD.' },
      })
    })

    test.each([400, 401, 403, 404])(
      'a Stripe rejection with status %i, before or during the charge, means nothing was charged',
      async (status) => {
        chargers.stripe.state.errorStatus = status
        await expect(chargeNewOrder('stripe')).rejects.toMatchObject({
          problem: {
            detail: `Nothing was charged. Stripe returned status ${status} when we looked up the failed payment.`,
          },
        })
        chargers.stripe.state.errorStatus = null
        chargers.stripe.state.paymentError = { status, type: 'invalid_request_error' }
        await expect(chargeNewOrder('stripe')).rejects.toMatchObject({
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
    ])('a Stripe response of %j leaves the result unknown', async (paymentError) => {
      chargers.stripe.state.paymentError = paymentError
      await expect(chargeNewOrder('stripe')).rejects.not.toBeInstanceOf(HttpError)
    })

    test("an outage before the charge doesn't count as a rejection", async () => {
      for (const status of [429, 503]) {
        chargers.adyen.state.cardsErrorStatus = status
        await expect(chargeNewOrder('adyen')).rejects.not.toBeInstanceOf(HttpError)
        chargers.paypal.state.paymentMethodErrorStatus = status
        await expect(chargeNewOrder('paypal')).rejects.not.toBeInstanceOf(HttpError)
        chargers.braintree.state.errorStatus = status
        await expect(chargeNewOrder('braintree')).rejects.not.toBeInstanceOf(HttpError)
      }
      chargers.adyen.state.cardsErrorStatus = 403
      await expect(chargeNewOrder('adyen')).rejects.toThrow(HttpError)
      chargers.paypal.state.paymentMethodErrorStatus = 404
      await expect(chargeNewOrder('paypal')).rejects.toThrow(HttpError)
      chargers.braintree.state.errorStatus = 403
      await expect(chargeNewOrder('braintree')).rejects.toThrow(HttpError)
    })

    describe('A charge whose response was lost', () => {
      const loseResponse = async (gateway: Charger) => {
        const charge = await startNewCharge(gateway)
        expect(await requestCharge(platform().platform, charge)).toMatchObject({ result: 'paid' })
        platform().advance(3 * 60_000)
        return charge.request.orderId
      }
      const chargeAgain = async (orderId: number) => {
        const { platform: running } = platform()
        return requestCharge(
          running,
          await prepareOrderCharge(running, orderId, { by: 'me', confirmed: null }),
        )
      }
      const setSetupState = (state: string) =>
        sql`update payment_setups set state = ${state}`.execute(platform().platform.db)

      test.each(chargerNames)(
        '%s returns the result when asked again, but after a day it is unknown',
        async (gateway) => {
          const first = await loseResponse(gateway)
          const second = await loseResponse(gateway)
          const before = chargers.charges()[gateway]
          await setSetupState('draft')
          await expect(chargeAgain(first)).rejects.not.toBeInstanceOf(HttpError)
          await setSetupState('active')
          expect(await chargeAgain(first)).toMatchObject({ result: 'paid' })
          await setSetupState('draft')
          platform().advance(24 * hour)
          expect(await chargeAgain(second)).toEqual({ result: 'unknown' })
          await setSetupState('active')
          expect(chargers.charges()[gateway]).toBe(before)
        },
      )

      test('a missing card and changed credentials leave the result unknown', async () => {
        const orders = [
          await loseResponse('adyen'),
          await loseResponse('paypal'),
          await loseResponse('braintree'),
        ]
        chargers.adyen.state.cards = []
        chargers.paypal.state.paymentMethodErrorStatus = 404
        chargers.braintree.state.errorClass = 'AUTHENTICATION'
        for (const order of orders)
          await expect(chargeAgain(order)).rejects.not.toBeInstanceOf(HttpError)
        chargers.adyen.state.key = 'another'
        chargers.paypal.state.secret = 'another'
        for (const order of orders)
          await expect(chargeAgain(order)).rejects.not.toBeInstanceOf(HttpError)
      })

      test.each([401, 404])('status %i from Stripe leaves the result unknown', async (status) => {
        const order = await loseResponse('stripe')
        chargers.stripe.state.errorStatus = status
        await expect(chargeAgain(order)).rejects.not.toBeInstanceOf(HttpError)
      })
    })

    test("a charge isn't repeated after its idempotency key has expired", async () => {
      const before = chargers.charges().stripe
      const charge = await startNewCharge('stripe')
      platform().advance(24 * hour)
      expect(await requestCharge(platform().platform, charge)).toEqual({ result: 'unknown' })
      expect(chargers.charges().stripe).toBe(before)
    })
  },
)
