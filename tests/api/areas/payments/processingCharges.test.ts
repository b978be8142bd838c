import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { defaultPaypalState } from '#scripts/mockProviders/paypal.ts'
import { defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recordRecoveredPayment } from '#server/platform/areas/payments/attempts.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import {
  requestCharge,
  prepareOrderCharge,
} from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { checkProcessingCharges } from '#server/platform/areas/payments/charges/processingCharges.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { members } from '#shared/areas/members/members.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import {
  chargerNames,
  insertPaymentSetups,
  startPaymentProviders,
} from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const codes = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
const names = { stripe: 'Stripe', adyen: 'Adyen', paypal: 'PayPal', braintree: 'Braintree' }
const minute = 60_000
const hour = 60 * minute

describe.each(chooseDatabases('PostgreSQL'))('Processing payments on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const getPlatform = () => platform().platform
  let chargers: Awaited<ReturnType<typeof startPaymentProviders>>
  let call: Caller
  let storeId: number
  let memberId: number
  beforeAll(async () => {
    chargers = await startPaymentProviders()
    getPlatform().endpoints = chargers.endpoints
    storeId = Number((await createStore(await openSession(platform()))).id)
    await insertPaymentSetups(platform(), storeId)
    const [member] = await insertRows(platform(), members, [
      { ...buildSampleValues(members), storeId },
    ])
    memberId = member?.id ?? 0
  })
  afterAll(() => chargers.stop())
  beforeEach(async () => {
    call = await openSession(platform())
    Object.assign(chargers.stripe.state, defaultStripeState)
    Object.assign(chargers.adyen.state, defaultAdyenState)
    Object.assign(chargers.paypal.state, defaultPaypalState)
    Object.assign(chargers.braintree.state, defaultBraintreeState)
    await sql`update payment_attempts set status = 'open', next_retry_at = null where status = 'scheduled'`.execute(
      getPlatform().db,
    )
    await sql`update payment_charges set next_look_at = null where state = 'processing'`.execute(
      getPlatform().db,
    )
  })

  /** Makes each provider answer a charge with a pending payment. */
  const setProcessing = () => {
    chargers.stripe.state.intentStatus = 'processing'
    chargers.adyen.state.resultCode = 'Received'
    chargers.paypal.state.captureStatus = 'PENDING'
    chargers.braintree.state.transactionStatus = 'SETTLEMENT_PENDING'
  }
  const setPaid = () => {
    chargers.stripe.state.intentStatus = 'succeeded'
    chargers.paypal.state.captureStatus = 'COMPLETED'
    chargers.braintree.state.transactionStatus = 'SETTLED'
  }
  const setDeclined = () => {
    chargers.stripe.state.intentStatus = 'requires_payment_method'
    chargers.paypal.state.captureStatus = 'DECLINED'
    chargers.braintree.state.transactionStatus = 'SETTLEMENT_DECLINED'
  }
  const createFailedOrder = async (gateway: Charger) => {
    const order = await insertFailedOrder(getPlatform().db, {
      storeId,
      gateway,
      at: getPlatform().now().toISOString(),
      decline: { code: codes[gateway] },
      card: { brand: 'visa', last4: '1111' },
      reference: `failed-${gateway}-${Math.random()}`,
    })
    await sql`update orders set member_id = ${memberId} where id = ${order}`.execute(
      getPlatform().db,
    )
    return order
  }
  const loadLastAttempt = async (orderId: number) =>
    (
      await call(
        'GET',
        `/paymentAttempts?filter[orderId][gte]=${orderId}&filter[orderId][lte]=${orderId}&sort=-attemptedAt`,
      )
    ).body.data[0]
  const callAction = async (
    orderId: number,
    what: string,
    body: object,
    method: 'POST' | 'DELETE',
  ) => {
    const { id, version } = await loadLastAttempt(orderId)
    return call(method, `/paymentAttempts/${id}/${what}`, { body, ifMatch: version })
  }
  const retry = async (orderId: number) => {
    const { body } = await callAction(orderId, 'retry', { amount: 1250, currency: 'EUR' }, 'POST')
    const jobOptions = {
      platform: getPlatform(),
      kinds: [retryPaymentsJob],
      beforeCommit: recomputeStoreStats,
    }
    await runJobTurn({ ...jobOptions, isTurnOver: () => false }, body.id)
    return getOutcomes(getPlatform().db, body.id)
  }
  const chargeProcessing = async (gateway: Charger) => {
    setProcessing()
    const orderId = await createFailedOrder(gateway)
    expect(await retry(orderId)).toMatchObject([[`#${orderId}`, 'done', expect.any(String)]])
    return orderId
  }
  const loadCharge = async (orderId: number) => {
    const { rows } = await sql<{ state: string; reference: string; looks: number }>`
      select state, reference, looks from payment_charges where order_id = ${orderId}`.execute(
      getPlatform().db,
    )
    return rows[0]
  }

  test.each(chargerNames)(
    "through %s have their own status and the provider's payment ID",
    async (gateway) => {
      const orderId = await chargeProcessing(gateway)
      expect(await loadLastAttempt(orderId)).toMatchObject({
        status: 'processing',
        processingSince: expect.any(String),
        nextRetryAt: null,
      })
      expect(await loadCharge(orderId)).toMatchObject({
        state: 'processing',
        reference: expect.stringMatching(/again/),
      })
      const { data } = (await call('GET', '/paymentAttempts?filter[status][eq]=processing')).body
      expect(data.map((attempt: { orderId: number }) => attempt.orderId)).toContain(orderId)
    },
  )

  test.each(chargerNames)(
    "through %s can't be retried, scheduled, linked, or dismissed",
    async (gateway) => {
      const orderId = await chargeProcessing(gateway)
      const before = chargers.charges()
      const { id } = await loadLastAttempt(orderId)
      const at = new Date(getPlatform().now().getTime() + hour).toISOString()
      const detail = `${names[gateway]} is still processing the last payment for this order.`
      for (const [what, body, method] of [
        ['retry', { amount: 1250, currency: 'EUR' }, 'POST'],
        ['schedule', { at }, 'POST'],
        ['link', {}, 'POST'],
        ['dismissal', { reason: 'No longer wanted' }, 'POST'],
        ['dismissal', {}, 'DELETE'],
        ['outcome', { outcome: 'notCharged' }, 'POST'],
      ] as const)
        expect(await callAction(orderId, what, body, method), what).toMatchObject({
          status: 409,
          body: { detail: expect.stringContaining(detail) },
        })
      for (const [action, values] of [
        ['retry', {}],
        ['dismiss', { reason: 'No longer wanted' }],
      ] as const) {
        const body = { action, values, ids: [id] }
        const plan = await call('POST', '/paymentAttempts/bulk/plan', { body })
        expect(plan.status, JSON.stringify(plan.body)).toBeLessThan(300)
        expect(JSON.stringify(plan.body)).toContain(detail)
      }
      platform().advance(7 * 24 * hour)
      call = await openSession(platform())
      await retryPendingCharges(getPlatform())
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'processing' })
      expect(chargers.charges()).toEqual(before)
    },
  )

  test.each(['stripe', 'paypal', 'braintree'] as const)(
    'through %s are checked with growing pauses until the result is known',
    async (gateway) => {
      const paidId = await chargeProcessing(gateway)
      const failedId = await chargeProcessing(gateway)
      const before = chargers.charges()
      await checkProcessingCharges(getPlatform())
      expect(await loadCharge(paidId)).toMatchObject({ looks: 0 })
      const looks = []
      for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
        platform().advance(5 * minute)
        await checkProcessingCharges(getPlatform())
        looks.push((await loadCharge(paidId))?.looks)
      }
      expect(looks.slice(0, 8)).toEqual([1, 2, 2, 3, 3, 3, 3, 4])
      expect(looks.at(-1)).toBeLessThan(12)
      call = await openSession(platform())
      expect(await loadLastAttempt(paidId)).toMatchObject({ status: 'processing' })
      platform().advance(12 * hour)
      await sql`update payment_charges set next_look_at = ${getPlatform().now().toISOString()} where order_id = ${paidId}`.execute(
        getPlatform().db,
      )
      await sql`update payment_charges set next_look_at = null where order_id = ${failedId}`.execute(
        getPlatform().db,
      )
      setPaid()
      await checkProcessingCharges(getPlatform())
      setDeclined()
      await sql`update payment_charges set next_look_at = ${getPlatform().now().toISOString()} where order_id = ${failedId}`.execute(
        getPlatform().db,
      )
      await checkProcessingCharges(getPlatform())
      call = await openSession(platform())
      expect(await loadLastAttempt(paidId)).toMatchObject({
        status: 'recovered',
        processingSince: null,
      })
      expect(await loadLastAttempt(failedId)).toMatchObject({ attempt: 2, processingSince: null })
      expect((await loadLastAttempt(failedId)).status).not.toBe('processing')
      expect(chargers.charges()).toEqual(before)
    },
  )

  test('without a result for a month are left to the operator', async () => {
    const orderId = await chargeProcessing('adyen')
    platform().advance(31 * 24 * hour)
    await sql`update payment_charges set next_look_at = ${getPlatform().now().toISOString()} where order_id = ${orderId}`.execute(
      getPlatform().db,
    )
    await checkProcessingCharges(getPlatform())
    call = await openSession(platform())
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'open', unclear: true })
    const steps = (await call('GET', `/orders/${orderId}/timeline`)).body.data
    expect(steps.at(-1)).toMatchObject({
      kind: 'unknown',
      note: expect.stringContaining("Adyen didn't report the outcome of payment PSP-again-"),
    })
  })

  test('keep a known result when a late answer arrives', async () => {
    setProcessing()
    const orderId = await createFailedOrder('stripe')
    const charge = await prepareOrderCharge(getPlatform(), orderId, { by: 'me', confirmed: null })
    expect(await requestCharge(getPlatform(), charge)).toMatchObject({ result: 'processing' })
    await getPlatform()
      .db.transaction()
      .execute((trx) =>
        recordRecoveredPayment(trx, { orderId, at: getPlatform().now().toISOString() }),
      )
    platform().advance(3 * minute)
    await retryPendingCharges(getPlatform())
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
  })

  test("include bank debits that Braintree hasn't settled, but no card payments", async () => {
    chargers.braintree.state.paymentMethodKind = 'UsBankAccountDetails'
    const debit = await createFailedOrder('braintree')
    await retry(debit)
    expect(await loadLastAttempt(debit)).toMatchObject({ status: 'processing' })
    chargers.braintree.state.paymentMethodKind = 'CreditCardDetails'
    const card = await createFailedOrder('braintree')
    await retry(card)
    expect(await loadLastAttempt(card)).toMatchObject({ status: 'recovered' })
  })

  describe('PayPal’s DUPLICATE_INVOICE_ID', () => {
    const chargeTwice = async (status: string | null, canReadTransactions = true) => {
      chargers.paypal.state.captureStatus = status
      const orderId = await createFailedOrder('paypal')
      const charge = await prepareOrderCharge(getPlatform(), orderId, { by: 'me', confirmed: null })
      await requestCharge(getPlatform(), charge) // The response is lost.
      Object.assign(chargers.paypal.state, { hasLostRequestIds: true, canReadTransactions })
      platform().advance(3 * minute)
      await retryPendingCharges(getPlatform())
      return orderId
    }

    test.each([
      ['PENDING', 'processing'],
      [null, 'recovered'],
    ])('for a capture with status %s sets the payment to %s', async (status, state) => {
      const before = chargers.charges().paypal
      const orderId = await chargeTwice(status)
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: state })
      expect(chargers.charges().paypal).toBe(before + 1)
    })

    test.each(['DECLINED', 'REFUNDED', 'FAILED'])(
      'for a capture with status %s counts as a failed payment',
      async (status) => {
        const orderId = await chargeTwice(status)
        expect(await loadLastAttempt(orderId)).toMatchObject({ attempt: 2 })
        expect((await loadLastAttempt(orderId)).status).not.toBe('recovered')
      },
    )

    test("for a capture that can't be looked up is repeated and left to the operator after a day", async () => {
      const orderId = await chargeTwice('PENDING', false)
      expect(await loadLastAttempt(orderId)).toMatchObject({ attempt: 1, unclear: false })
      expect(await loadCharge(orderId)).toMatchObject({ state: 'asked' })
      platform().advance(24 * hour)
      await retryPendingCharges(getPlatform())
      call = await openSession(platform())
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'open', unclear: true })
    })
  })

  describe('The idempotency window', () => {
    test("starts with the first request and isn't extended by retries", async () => {
      chargers.stripe.state.intentStatus = 'requires_action'
      const orderId = await createFailedOrder('stripe')
      expect(await retry(orderId)).toMatchObject([
        [`#${orderId}`, 'done', 'Waiting for the member to pay.'],
      ])
      const before = chargers.charges().stripe
      const first = await loadFirstStart(orderId)
      platform().advance(20 * hour)
      call = await openSession(platform())
      await retry(orderId)
      expect(await loadFirstStart(orderId)).toBe(first)
      // Stripe has forgotten the key and would charge a second time.
      chargers.stripe.charges.set(
        'another key',
        chargers.stripe.charges.get(`order-${orderId}-attempt-2`) ?? { body: null },
      )
      chargers.stripe.charges.delete(`order-${orderId}-attempt-2`)
      platform().advance(5 * hour)
      call = await openSession(platform())
      await retry(orderId)
      expect(chargers.charges().stripe).toBe(before)
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'waiting' })
    })

    test('gives a rejected charge a new key after it ends', async () => {
      const orderId = await createFailedOrder('stripe')
      chargers.stripe.state.paymentError = { status: 400, type: 'invalid_request_error' }
      await retry(orderId)
      chargers.stripe.state.paymentError = null
      platform().advance(24 * hour)
      call = await openSession(platform())
      expect(await retry(orderId)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
      expect([...chargers.stripe.charges.keys()]).toContain(`order-${orderId}-attempt-2-2`)
    })

    const loadFirstStart = async (orderId: number) => {
      const { rows } = await sql<{ startedAt: string }>`
        select started_at from payment_charges where order_id = ${orderId}`.execute(
        getPlatform().db,
      )
      return rows[0]?.startedAt
    }
  })
})
