import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usualAdyen } from '#scripts/standIns/adyen.ts'
import { usualBraintree } from '#scripts/standIns/braintree.ts'
import { usualPaypal } from '#scripts/standIns/paypal.ts'
import { usualStripe } from '#scripts/standIns/stripe.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recordPayment } from '#server/platform/areas/payments/attempts.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import { requestCharge, startCharge } from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { checkProcessingCharges } from '#server/platform/areas/payments/charges/processingCharges.ts'
import {
  createChargers,
  createChargeFinders,
} from '#server/platform/areas/payments/charges/chargers.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { members } from '#shared/areas/members/members.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chargerNames, insertSetups, startChargers } from '#tests/api/support/chargedSetups.ts'
import type { Charger } from '#tests/api/support/chargedSetups.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const codes = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
const names = { stripe: 'Stripe', adyen: 'Adyen', paypal: 'PayPal', braintree: 'Braintree' }
const minute = 60_000
const hour = 60 * minute

describe.each(usually('PostgreSQL'))('Payments that a provider processes on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const known = () => platform().platform
  let chargers: Awaited<ReturnType<typeof startChargers>>
  let call: Caller
  let storeId: number
  let memberId: number
  beforeAll(async () => {
    chargers = await startChargers()
    known().endpoints = chargers.endpoints
    known().chargers = createChargers(known())
    known().chargeFinders = createChargeFinders(known())
    storeId = Number((await newStore(await signedIn(platform()))).id)
    await insertSetups(platform(), storeId)
    const [member] = await insertRows(platform(), members, [{ ...sampleValues(members), storeId }])
    memberId = member?.id ?? 0
  })
  afterAll(() => chargers.stop())
  beforeEach(async () => {
    call = await signedIn(platform())
    Object.assign(chargers.stripe.state, usualStripe)
    Object.assign(chargers.adyen.state, usualAdyen)
    Object.assign(chargers.paypal.state, usualPaypal)
    Object.assign(chargers.braintree.state, usualBraintree)
    await sql`update payment_attempts set status = 'open', next_retry_at = null where status = 'scheduled'`.execute(
      known().db,
    )
    await sql`update payment_charges set next_look_at = null where state = 'processing'`.execute(
      known().db,
    )
  })

  /** Has each provider process what it's asked to charge. */
  const processes = () => {
    chargers.stripe.state.intentStatus = 'processing'
    chargers.adyen.state.resultCode = 'Received'
    chargers.paypal.state.captureStatus = 'PENDING'
    chargers.braintree.state.transactionStatus = 'SETTLEMENT_PENDING'
  }
  const pays = () => {
    chargers.stripe.state.intentStatus = 'succeeded'
    chargers.paypal.state.captureStatus = 'COMPLETED'
    chargers.braintree.state.transactionStatus = 'SETTLED'
  }
  const declines = () => {
    chargers.stripe.state.intentStatus = 'requires_payment_method'
    chargers.paypal.state.captureStatus = 'DECLINED'
    chargers.braintree.state.transactionStatus = 'SETTLEMENT_DECLINED'
  }
  const buildOrder = async (gateway: Charger) => {
    const order = await failedOrder(known().db, {
      storeId,
      gateway,
      at: known().now().toISOString(),
      decline: { code: codes[gateway] },
      card: { brand: 'visa', last4: '1111' },
      reference: `failed-${gateway}-${Math.random()}`,
    })
    await sql`update orders set member_id = ${memberId} where id = ${order}`.execute(known().db)
    return order
  }
  const findLast = async (orderId: number) =>
    (
      await call(
        'GET',
        `/paymentAttempts?filter[orderId][gte]=${orderId}&filter[orderId][lte]=${orderId}&sort=-attemptedAt`,
      )
    ).body.data[0]
  const act = async (orderId: number, what: string, body: object, method: 'POST' | 'DELETE') => {
    const { id, version } = await findLast(orderId)
    return call(method, `/paymentAttempts/${id}/${what}`, { body, ifMatch: version })
  }
  const retry = async (orderId: number) => {
    const { body } = await act(orderId, 'retry', { amount: 1250, currency: 'EUR' }, 'POST')
    const work = { platform: known(), kinds: [retryPaymentsJob], beforeCommit: recomputeStoreStats }
    await runJob({ ...work, isTurnOver: () => false }, body.id)
    return outcomesOf(known().db, body.id)
  }
  const chargeProcessing = async (gateway: Charger) => {
    processes()
    const orderId = await buildOrder(gateway)
    expect(await retry(orderId)).toMatchObject([[`#${orderId}`, 'done', expect.any(String)]])
    return orderId
  }
  const findCharge = async (orderId: number) => {
    const { rows } = await sql<{ state: string; reference: string; looks: number }>`
      select state, reference, looks from payment_charges where order_id = ${orderId}`.execute(
      known().db,
    )
    return rows[0]
  }

  test.each(chargerNames)(
    'of %s are a state of their own, with the ID by which it knows the payment',
    async (gateway) => {
      const orderId = await chargeProcessing(gateway)
      expect(await findLast(orderId)).toMatchObject({
        status: 'processing',
        processingSince: expect.any(String),
        nextRetryAt: null,
      })
      expect(await findCharge(orderId)).toMatchObject({
        state: 'processing',
        reference: expect.stringMatching(/again/),
      })
      const { data } = (await call('GET', '/paymentAttempts?filter[status][eq]=processing')).body
      expect(data.map((one: { orderId: number }) => one.orderId)).toContain(orderId)
    },
  )

  test.each(chargerNames)(
    'of %s can be retried, scheduled, linked, or dismissed by nobody',
    async (gateway) => {
      const orderId = await chargeProcessing(gateway)
      const before = chargers.charges()
      const { id } = await findLast(orderId)
      const at = new Date(known().now().getTime() + hour).toISOString()
      const why = `${names[gateway]} is still processing the last payment for this order.`
      for (const [what, body, method] of [
        ['retry', { amount: 1250, currency: 'EUR' }, 'POST'],
        ['schedule', { at }, 'POST'],
        ['link', {}, 'POST'],
        ['dismissal', { reason: 'No longer wanted' }, 'POST'],
        ['dismissal', {}, 'DELETE'],
        ['outcome', { outcome: 'notCharged' }, 'POST'],
      ] as const)
        expect(await act(orderId, what, body, method), what).toMatchObject({
          status: 409,
          body: { detail: expect.stringContaining(why) },
        })
      for (const [action, values] of [
        ['retry', {}],
        ['dismiss', { reason: 'No longer wanted' }],
      ] as const) {
        const body = { action, values, ids: [id] }
        const planned = await call('POST', '/paymentAttempts/bulk/plan', { body })
        expect(planned.status, JSON.stringify(planned.body)).toBeLessThan(300)
        expect(JSON.stringify(planned.body)).toContain(why)
      }
      platform().advance(7 * 24 * hour)
      call = await signedIn(platform())
      await retryPendingCharges(known())
      expect(await findLast(orderId)).toMatchObject({ status: 'processing' })
      expect(chargers.charges()).toEqual(before)
    },
  )

  test.each(['stripe', 'paypal', 'braintree'] as const)(
    'of %s are settled by asking it with the ID, with growing pauses',
    async (gateway) => {
      const paid = await chargeProcessing(gateway)
      const failed = await chargeProcessing(gateway)
      const before = chargers.charges()
      await checkProcessingCharges(known())
      expect(await findCharge(paid)).toMatchObject({ looks: 0 })
      const looks = []
      for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
        platform().advance(5 * minute)
        await checkProcessingCharges(known())
        looks.push((await findCharge(paid))?.looks)
      }
      expect(looks.slice(0, 8)).toEqual([1, 2, 2, 3, 3, 3, 3, 4])
      expect(looks.at(-1)).toBeLessThan(12)
      call = await signedIn(platform())
      expect(await findLast(paid)).toMatchObject({ status: 'processing' })
      platform().advance(12 * hour)
      await sql`update payment_charges set next_look_at = ${known().now().toISOString()} where order_id = ${paid}`.execute(
        known().db,
      )
      await sql`update payment_charges set next_look_at = null where order_id = ${failed}`.execute(
        known().db,
      )
      pays()
      await checkProcessingCharges(known())
      declines()
      await sql`update payment_charges set next_look_at = ${known().now().toISOString()} where order_id = ${failed}`.execute(
        known().db,
      )
      await checkProcessingCharges(known())
      call = await signedIn(platform())
      expect(await findLast(paid)).toMatchObject({ status: 'recovered', processingSince: null })
      expect(await findLast(failed)).toMatchObject({ attempt: 2, processingSince: null })
      expect((await findLast(failed)).status).not.toBe('processing')
      expect(chargers.charges()).toEqual(before)
    },
  )

  test('a month without an outcome is an operator’s to find out', async () => {
    const orderId = await chargeProcessing('adyen')
    platform().advance(31 * 24 * hour)
    await sql`update payment_charges set next_look_at = ${known().now().toISOString()} where order_id = ${orderId}`.execute(
      known().db,
    )
    await checkProcessingCharges(known())
    call = await signedIn(platform())
    expect(await findLast(orderId)).toMatchObject({ status: 'open', unclear: true })
    const steps = (await call('GET', `/orders/${orderId}/timeline`)).body.data
    expect(steps.at(-1)).toMatchObject({
      kind: 'unknown',
      note: expect.stringContaining("Adyen didn't report the outcome of payment PSP-again-"),
    })
  })

  test('an outcome that is known already is not undone by an answer that comes late', async () => {
    processes()
    const orderId = await buildOrder('stripe')
    const begun = await startCharge(known(), orderId, { by: 'me', confirmed: null })
    expect(await requestCharge(known(), begun)).toMatchObject({ result: 'processing' })
    await known()
      .db.transaction()
      .execute((trx) => recordPayment(trx, { orderId, at: known().now().toISOString() }))
    platform().advance(3 * minute)
    await retryPendingCharges(known())
    expect(await findLast(orderId)).toMatchObject({ status: 'recovered' })
  })

  test('a debit of an account isn’t paid before Braintree settled it; a card is', async () => {
    chargers.braintree.state.paidWith = 'UsBankAccountDetails'
    const debit = await buildOrder('braintree')
    await retry(debit)
    expect(await findLast(debit)).toMatchObject({ status: 'processing' })
    chargers.braintree.state.paidWith = 'CreditCardDetails'
    const card = await buildOrder('braintree')
    await retry(card)
    expect(await findLast(card)).toMatchObject({ status: 'recovered' })
  })

  describe('PayPal’s DUPLICATE_INVOICE_ID', () => {
    const chargeTwice = async (status: string | null, reports = true) => {
      chargers.paypal.state.captureStatus = status
      const orderId = await buildOrder('paypal')
      const begun = await startCharge(known(), orderId, { by: 'me', confirmed: null })
      await requestCharge(known(), begun) // Nobody hears this answer.
      Object.assign(chargers.paypal.state, { forgetsRequests: true, reports })
      platform().advance(3 * minute)
      await retryPendingCharges(known())
      return orderId
    }

    test.each([
      ['PENDING', 'processing'],
      [null, 'recovered'],
    ])('over a capture that is %s leaves the order %s', async (status, state) => {
      const before = chargers.charges().paypal
      const orderId = await chargeTwice(status)
      expect(await findLast(orderId)).toMatchObject({ status: state })
      expect(chargers.charges().paypal).toBe(before + 1)
    })

    test.each(['DECLINED', 'REFUNDED', 'FAILED'])(
      'over a capture that is %s is a failed payment',
      async (status) => {
        const orderId = await chargeTwice(status)
        expect(await findLast(orderId)).toMatchObject({ attempt: 2 })
        expect((await findLast(orderId)).status).not.toBe('recovered')
      },
    )

    test('that nobody can look up is asked again, and after a day an operator’s to find out', async () => {
      const orderId = await chargeTwice('PENDING', false)
      expect(await findLast(orderId)).toMatchObject({ attempt: 1, unclear: false })
      expect(await findCharge(orderId)).toMatchObject({ state: 'asked' })
      platform().advance(24 * hour)
      await retryPendingCharges(known())
      call = await signedIn(platform())
      expect(await findLast(orderId)).toMatchObject({ status: 'open', unclear: true })
    })
  })

  describe('The idempotency window', () => {
    test('counts from the first request with a key, however often it is begun', async () => {
      chargers.stripe.state.intentStatus = 'requires_action'
      const orderId = await buildOrder('stripe')
      expect(await retry(orderId)).toMatchObject([
        [`#${orderId}`, 'done', 'Waiting for the member to pay.'],
      ])
      const before = chargers.charges().stripe
      const first = await findFirstStart(orderId)
      platform().advance(20 * hour)
      call = await signedIn(platform())
      await retry(orderId)
      expect(await findFirstStart(orderId)).toBe(first)
      // Stripe has forgotten the key: asked to charge with it, it would make a second payment.
      chargers.stripe.charged.set(
        'another key',
        chargers.stripe.charged.get(`order-${orderId}-attempt-2`) ?? { body: null },
      )
      chargers.stripe.charged.delete(`order-${orderId}-attempt-2`)
      platform().advance(5 * hour)
      call = await signedIn(platform())
      await retry(orderId)
      expect(chargers.charges().stripe).toBe(before)
      expect(await findLast(orderId)).toMatchObject({ status: 'waiting' })
    })

    test('that is over gives a charge that was certainly not made a new key', async () => {
      const orderId = await buildOrder('stripe')
      chargers.stripe.state.refuses = { status: 400, type: 'invalid_request_error' }
      await retry(orderId)
      chargers.stripe.state.refuses = null
      platform().advance(24 * hour)
      call = await signedIn(platform())
      expect(await retry(orderId)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
      expect([...chargers.stripe.charged.keys()]).toContain(`order-${orderId}-attempt-2-2`)
    })

    const findFirstStart = async (orderId: number) => {
      const { rows } = await sql<{ startedAt: string }>`
        select started_at from payment_charges where order_id = ${orderId}`.execute(known().db)
      return rows[0]?.startedAt
    }
  })
})
