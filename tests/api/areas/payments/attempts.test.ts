import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { recordAttempt, recordPayment } from '#server/platform/areas/payments/attempts.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import type { ChargeRequest, ChargeResult } from '#server/platform/areas/payments/charges/types.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

const day = 86_400_000

describe.each(usually('PGlite'))('failed payments on $name', (database) => {
  const asked: ChargeRequest[] = []
  let answers: (request: ChargeRequest) => Promise<ChargeResult>
  const platform = usePlatform(database, {
    chargers: {
      stripe: (request) => {
        asked.push(request)
        return answers(request)
      },
    },
  })
  const db = () => platform().platform.db
  const now = () => platform().platform.now().toISOString()
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    storeId = Number((await newStore(await signedIn(platform()))).id)
  })
  beforeEach(async () => {
    // The clock goes on by days: nobody stays signed in.
    call = await signedIn(platform())
    asked.length = 0
    answers = async () => ({ result: 'paid', reference: null })
  })

  const failed = (told: Partial<Parameters<typeof failedOrder>[1]> = {}) =>
    failedOrder(db(), { storeId, at: now(), ...told })
  const attemptsOf = async (orderId: number) =>
    (
      await call(
        'GET',
        `/paymentAttempts?filter[orderId][gte]=${orderId}&filter[orderId][lte]=${orderId}&sort=attemptedAt`,
      )
    ).body.data
  const lastOf = async (orderId: number) => (await attemptsOf(orderId)).at(-1)
  const act = async (
    orderId: number,
    what: string,
    body: object = {},
    method: 'POST' | 'PUT' | 'DELETE' = 'POST',
  ) => {
    const { id, version } = await lastOf(orderId)
    return call(method, `/paymentAttempts/${id}/${what}`, { body, ifMatch: version })
  }
  const run = async (job: number) => {
    await runJob(
      {
        platform: platform().platform,
        kinds: [retryPaymentsJob],
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
    return outcomesOf(db(), job)
  }
  const retry = (orderId: number, confirmed: object = { amount: 1250, currency: 'EUR' }) =>
    act(orderId, 'retry', confirmed)
  const sums = async () =>
    (
      await sql<{ failed: number; recovered: number; revenue: number }>`
        select sum(payments_failed) as failed, sum(payments_recovered) as recovered, sum(revenue) as revenue
        from store_days where store_id = ${storeId}`.execute(db())
    ).rows[0]

  test('a failure stands in the list, with its reason, whether another try helps, and when the next one is', async () => {
    const orderId = await failed()
    expect(await lastOf(orderId)).toMatchObject({
      orderNumber: `#${orderId}`,
      reason: 'insufficient_funds',
      retryable: 'yes',
      status: 'scheduled',
      attempt: 1,
      cardBrand: 'visa',
      cardLast4: '4242',
      labels: { storeId: expect.any(String) },
    })
    const { nextRetryAt, attemptedAt } = await lastOf(orderId)
    expect(Date.parse(nextRetryAt) - Date.parse(attemptedAt)).toBe(day)
    expect(await lastOf(await failed({ decline: { code: 'expired_card' } }))).toMatchObject({
      status: 'waiting',
      nextRetryAt: null,
    })
    expect(await lastOf(await failed({ decline: { code: 'stolen_card' } }))).toMatchObject({
      status: 'open',
      retryable: 'no',
    })
  })

  test('a failure that a provider tells of twice counts once, and so does a payment', async () => {
    const before = await sums()
    const orderId = await failed({ reference: 'ch_1' })
    const again = () =>
      db()
        .transaction()
        .execute((trx) =>
          recordAttempt(trx, {
            orderId,
            gateway: 'stripe',
            amount: 1250,
            currency: 'EUR',
            at: now(),
            decline: { code: 'insufficient_funds' },
            reference: 'ch_1',
          }),
        )
    await again()
    expect(await attemptsOf(orderId)).toHaveLength(1)
    for (const _ of [1, 2])
      await db()
        .transaction()
        .execute((trx) => recordPayment(trx, { orderId, at: now() }))
    expect(await lastOf(orderId)).toMatchObject({
      status: 'recovered',
      recoveredAt: expect.any(String),
    })
    const after = await sums()
    expect([
      Number(after?.failed) - Number(before?.failed ?? 0),
      Number(after?.recovered) - Number(before?.recovered ?? 0),
      Number(after?.revenue) - Number(before?.revenue ?? 0),
    ]).toEqual([1, 1, 1250])
  })

  test('members are masked', async () => {
    const { rows } = await sql<{ masked: string }>`select masked('Zoë van Dijk') as masked`.execute(
      db(),
    )
    expect(rows[0]?.masked).toBe('Z••• v••• D•••')
  })

  test('a retry charges the amount that was confirmed, once, and the order is paid', async () => {
    const orderId = await failed({ amount: 1_250_000, currency: 'KWD' })
    expect(await retry(orderId)).toMatchObject({
      status: 202,
    })
    const right = { amount: 1_250_000, currency: 'KWD' }
    const wrong = await retry(orderId)
    expect(await run(wrong.body.id)).toEqual([
      [`#${orderId}`, 'refused', 'The amount is now 1,250.000 KWD. Check it, then confirm again.'],
    ])
    expect(asked).toEqual([])
    const { status, body } = await retry(orderId, right)
    expect(status).toBe(202)
    expect(await run(body.id)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
    expect(asked).toMatchObject([{ ...right, key: `order-${orderId}-attempt-2` }])
    expect(await lastOf(orderId)).toMatchObject({ status: 'recovered' })
    expect((await retry(orderId, right)).status).toBe(409)
  })

  test('a retry that fails again is a further attempt, with a key of its own for the next one', async () => {
    answers = async () => ({ result: 'failed', decline: { code: 'insufficient_funds' } })
    const orderId = await failed()
    const again = (await retry(orderId)).body.id
    expect(await run(again)).toEqual([
      [`#${orderId}`, 'unchanged', 'The payment failed again (insufficient_funds).'],
    ])
    expect((await call('GET', `/jobs/${again}`)).body).toMatchObject({ isBad: true })
    expect(await attemptsOf(orderId)).toHaveLength(2)
    answers = async () => ({
      result: 'failed',
      decline: { code: 'insufficient_funds', advice: 'do_not_try_again' },
    })
    await run((await retry(orderId)).body.id)
    expect(asked.map(({ key }) => key)).toEqual(
      [2, 3].map((no) => `order-${orderId}-attempt-${no}`),
    )
    expect(await lastOf(orderId)).toMatchObject({ attempt: 3, retryable: 'no', status: 'open' })
    expect(await retry(orderId)).toMatchObject({
      status: 409,
      body: {
        detail:
          "This card can't be charged again because the card's bank doesn't allow it. Send a payment link instead.",
      },
    })
    expect(
      (await act(orderId, 'schedule', { at: new Date(Date.parse(now()) + day).toISOString() }))
        .status,
    ).toBe(409)
  })

  test('what a provider refuses to begin leaves the order as it was; where nobody charges by the gateway that is told', async () => {
    answers = () => Promise.reject(new HttpError(409, 'wrong_state', 'No key is set.'))
    const orderId = await failed()
    expect(await run((await retry(orderId)).body.id)).toEqual([
      [`#${orderId}`, 'refused', 'No key is set.'],
    ])
    expect(await lastOf(orderId)).toMatchObject({ status: 'scheduled', attempt: 1 })
    answers = async () => ({ result: 'paid' })
    expect(await run((await retry(orderId)).body.id)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
    const other = await failed({ gateway: 'adyen', decline: { code: '12' } })
    expect(await run((await retry(other)).body.id)).toEqual([
      [`#${other}`, 'refused', expect.stringContaining('This store has no active Adyen setup')],
    ])
    const told = async (order: number) => (await call('GET', `/orders/${order}/timeline`)).body.data
    const by = platform().operator.email
    expect(await told(orderId)).toMatchObject([
      { kind: 'placed' },
      { kind: 'failed' },
      { kind: 'retryRefused', note: 'No key is set.', by },
      { kind: 'paid', by },
    ])
    const note = expect.stringContaining('This store has no active Adyen setup')
    expect((await told(other)).at(-1)).toMatchObject({ kind: 'retryRefused', note, by })
  })

  test('a charge without an answer is asked for again by the same key, and nothing else is done meanwhile', async () => {
    answers = () => Promise.reject(new Error('socket hang up'))
    const orderId = await failed()
    expect(await run((await retry(orderId)).body.id)).toEqual([
      [`#${orderId}`, 'refused', expect.stringContaining("we don't know yet")],
    ])
    expect(await act(orderId, 'dismissal', { reason: 'Enough' })).toMatchObject({
      status: 409,
      body: { detail: 'This order is being charged right now. Wait for the result.' },
    })
    answers = async () => ({ result: 'paid' })
    platform().advance(3 * 60_000)
    await retryPendingCharges(platform().platform)
    expect(asked.map(({ key }) => key)).toEqual(
      [2, 2].map((no) => `order-${orderId}-attempt-${no}`),
    )
    expect(await lastOf(orderId)).toMatchObject({ status: 'recovered' })
  })

  test('a charge that is never answered waits behind the others', async () => {
    answers = () => Promise.reject(new Error('socket hang up'))
    const [first, second] = [await failed(), await failed()]
    for (const orderId of [first, second]) await run((await retry(orderId)).body.id)
    asked.length = 0
    for (let round = 0; round < 3; round++) {
      platform().advance(3 * 60_000)
      await retryPendingCharges(platform().platform, 1)
    }
    expect(asked.map(({ orderId }) => orderId)).toEqual([first, second, first])
    answers = async () => ({ result: 'paid' })
    platform().advance(3 * 60_000)
    await retryPendingCharges(platform().platform)
    expect(await lastOf(first)).toMatchObject({ status: 'recovered' })
    expect(await lastOf(second)).toMatchObject({ status: 'recovered' })
  })

  test('several that are due are asked for at once: one that is answered late keeps none waiting', async () => {
    const orders = [await failed(), await failed(), await failed()]
    const all = Promise.withResolvers<void>()
    answers = async () => {
      if (asked.length === orders.length) all.resolve()
      await all.promise
      return { result: 'paid' }
    }
    platform().advance(day + 1000)
    await retryPendingCharges(platform().platform)
    call = await signedIn(platform())
    for (const orderId of orders)
      expect(await lastOf(orderId)).toMatchObject({ status: 'recovered' })
  })

  test('what is given up is found by when it last changed, and not while a try of its order is younger', async () => {
    const [old, young] = [await failed({ decline: { code: 'stolen_card' } }), await failed()]
    await sql`update payment_attempts set attempted_at = ${now()}::timestamptz - interval '8 days',
      updated_at = ${now()}::timestamptz - interval '8 days' where order_id in (${old}, ${young})`.execute(
      db(),
    )
    await db()
      .transaction()
      .execute((trx) =>
        recordAttempt(trx, {
          orderId: young,
          gateway: 'stripe',
          amount: 1250,
          currency: 'EUR',
          at: now(),
          decline: { code: 'stolen_card' },
        }),
      )
    await sql`update payment_attempts set updated_at = ${now()}::timestamptz - interval '8 days'
      where order_id = ${young} and attempt = 1`.execute(db())
    await retryPendingCharges(platform().platform)
    expect(await lastOf(old)).toMatchObject({ status: 'abandoned' })
    expect(await lastOf(young)).toMatchObject({ status: 'open' })
  })

  describe('of a charge whose key its provider has forgotten', () => {
    const keysOf = (orderId: number) => asked.filter((request) => request.orderId === orderId)
    const lost = async () => {
      answers = () => Promise.reject(new Error('socket hang up'))
      const orderId = await failed()
      await run((await retry(orderId)).body.id)
      platform().advance(day)
      await retryPendingCharges(platform().platform)
      call = await signedIn(platform())
      return orderId
    }

    test('nobody knows what came of it: it is asked no more, nothing is done but to say so, and the way is told', async () => {
      const orderId = await lost()
      expect(keysOf(orderId)).toHaveLength(1)
      expect(await lastOf(orderId)).toMatchObject({ status: 'open', unclear: true })
      const refused = {
        status: 409,
        body: {
          detail:
            "We don't know whether this order was charged. Check your Stripe account, then record the result.",
        },
      }
      expect(await act(orderId, 'dismissal', { reason: 'Enough' })).toMatchObject(refused)
      expect(await retry(orderId)).toMatchObject(refused)
      expect(await act(orderId, 'link')).toMatchObject(refused)
      platform().advance(7 * day)
      await retryPendingCharges(platform().platform)
      call = await signedIn(platform())
      expect(keysOf(orderId)).toHaveLength(1)
      expect(await lastOf(orderId)).toMatchObject({ status: 'open' })
      const { body } = await call('GET', `/orders/${orderId}/timeline`)
      expect(body.data.at(-1)).toMatchObject({
        kind: 'unknown',
        note: `We couldn't find out from Stripe whether charge order-${orderId}-attempt-2 succeeded. Check your account there, then record the result.`,
      })
      await refreshAlerts(platform().platform)
      const items = await call(
        'GET',
        `/attentionItems?search=${encodeURIComponent(`#${orderId} unknown`)}`,
      )
      expect(items.body.data).toMatchObject([
        {
          title: `Charge status unknown for order #${orderId}`,
          fix: `/paymentAttempt?settle=${(await lastOf(orderId)).id}`,
        },
      ])
      expect(await act(orderId, 'outcome', { outcome: 'perhaps' })).toMatchObject({ status: 422 })
    })

    test('it is paid where it was found to be charged, once', async () => {
      const orderId = await lost()
      expect(await act(orderId, 'outcome', { outcome: 'charged' })).toMatchObject({
        status: 200,
        body: { status: 'recovered', unclear: false },
      })
      expect((await act(orderId, 'outcome', { outcome: 'charged' })).status).toBe(409)
      expect((await retry(orderId)).status).toBe(409)
      const { body } = await call('GET', `/orders/${orderId}/timeline`)
      expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
        'placed',
        'failed',
        'retryUnanswered',
        'unknown',
        'foundPaid',
      ])
    })

    test('it may be charged again where it was found not to be', async () => {
      const orderId = await lost()
      expect(await act(orderId, 'outcome', { outcome: 'notCharged' })).toMatchObject({
        status: 200,
        body: { status: 'open', unclear: false },
      })
      answers = async () => ({ result: 'paid' })
      expect(await run((await retry(orderId)).body.id)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
      expect(keysOf(orderId)).toHaveLength(2)
    })
  })

  test('what is due is charged by itself; where that is not possible it is an operator’s again', async () => {
    const [one, other] = [
      await failed(),
      await failed({ gateway: 'adyen', decline: { code: '12' } }),
    ]
    platform().advance(day + 1000)
    await retryPendingCharges(platform().platform)
    call = await signedIn(platform())
    expect(await lastOf(one)).toMatchObject({ status: 'recovered' })
    expect(await lastOf(other)).toMatchObject({ status: 'open', nextRetryAt: null })
    const { body } = await call('GET', `/orders/${other}/timeline`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'failed',
      'retryMissed',
    ])
    platform().advance(7 * day)
    await retryPendingCharges(platform().platform)
    call = await signedIn(platform())
    expect(await lastOf(other)).toMatchObject({ status: 'abandoned' })
    expect(await act(other, 'dismissal', {}, 'DELETE')).toMatchObject({
      status: 200,
      body: { status: 'open' },
    })
  })

  test('it is scheduled, dismissed with a reason, opened again, assigned; the timeline tells of it', async () => {
    const orderId = await failed()
    const at = new Date(Date.parse(now()) + day).toISOString()
    expect((await act(orderId, 'schedule', { at })).body).toMatchObject({
      status: 'scheduled',
      nextRetryAt: at,
    })
    const past = new Date(Date.parse(now()) - day).toISOString()
    expect(await act(orderId, 'schedule', { at: past })).toMatchObject({
      status: 422,
      body: { fields: { at: 'Choose a time in the future.' } },
    })
    expect(await act(orderId, 'dismissal', {})).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason for dismissal is a required field' } },
    })
    expect((await act(orderId, 'dismissal', { reason: 'Paid in cash' })).body).toMatchObject({
      status: 'dismissed',
      closedReason: 'Paid in cash',
      nextRetryAt: null,
    })
    expect((await act(orderId, 'dismissal', {}, 'DELETE')).body.status).toBe('open')
    const ownerId = platform().operator.id
    expect((await act(orderId, 'owner', { ownerId }, 'PUT')).body).toMatchObject({ ownerId })
    expect((await act(orderId, 'owner', { ownerId: 2 ** 30 }, 'PUT')).status).toBe(422)
    const { body } = await call('GET', `/orders/${orderId}/timeline`)
    expect(body.data.map(({ kind, note }: Record<string, unknown>) => [kind, note])).toEqual([
      ['placed', null],
      ['failed', null],
      ['scheduled', at],
      ['dismissed', 'Paid in cash'],
      ['reopened', null],
      ['assigned', null],
    ])
  })

  test('a pay link is told once, the one before works no more, and the database knows its hash alone', async () => {
    const orderId = await failed({ decline: { code: 'expired_card' } })
    const { status, body } = await act(orderId, 'link')
    expect(status).toBe(201)
    expect(body.url).toMatch(/^https:\/\/[^/]+\/pay\/[\w-]{43}$/)
    await act(orderId, 'link')
    const { rows } = await sql<{
      hash: string
    }>`select hash from pay_links where order_id = ${orderId}`.execute(db())
    expect(rows).toHaveLength(1)
    expect(body.url).not.toContain(rows[0]?.hash)
    const broken = await failed({ decline: { code: 'account_invalid' } })
    expect((await act(broken, 'link')).status).toBe(409)
  })

  test('a class is charged again as a job, once what that charges was confirmed; by currency, and in the stores of who asks', async () => {
    const other = Number((await newStore(call)).id)
    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [other]))
    const mine = [
      await failed({ storeId: other, decline: { code: 'processing_error' } }),
      await failed({
        storeId: other,
        decline: { code: 'processing_error' },
        amount: 500,
        currency: 'JPY',
      }),
    ]
    await failed({ decline: { code: 'processing_error' } })
    const path = '/paymentAttempts/retries'
    const body = { reason: 'gateway_error' }
    const asks = await limited('POST', path, { body })
    expect(asks).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed',
        reach: {
          reaches: 2,
          worse: [
            { what: 'Charges totaling 12.50 EUR', count: 1, examples: [`#${mine[0]}`] },
            { what: 'Charges totaling 500 JPY', count: 1, examples: [`#${mine[1]}`] },
          ],
        },
      },
    })
    const started = await limited('POST', `${path}?reach=${asks.body.reach.token}`, { body })
    expect(started.status).toBe(202)
    expect(await run(started.body.id)).toEqual(mine.map((id) => [`#${id}`, 'done', 'Paid.']))
    expect(asked.map(({ amount, currency }) => [amount, currency])).toEqual([
      [1250, 'EUR'],
      [500, 'JPY'],
    ])
    expect(await limited('POST', path, { body: { reason: 'fraud_block' } })).toMatchObject({
      status: 422,
    })
    expect(await limited('POST', path, { body })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
  })
})
