import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { recordAttempt, recordRecoveredPayment } from '#server/platform/areas/payments/attempts.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import type {
  ChargeRequest,
  ChargeResult,
} from '#server/platform/areas/payments/providers/charge.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { replaceCharges } from '#tests/api/support/replaceCharges.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const day = 86_400_000

describe.each(chooseDatabases('PGlite'))('Failed payments on $name', (database) => {
  const requests: ChargeRequest[] = []
  let answerCharge: (request: ChargeRequest) => Promise<ChargeResult>
  const platform = usePlatform(database)
  replaceCharges('stripe', {
    charge(_platform, request) {
      requests.push(request)
      return answerCharge(request)
    },
  })
  const db = () => platform().platform.db
  const now = () => platform().platform.now().toISOString()
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    storeId = Number((await createStore(await openSession(platform()))).id)
  })
  beforeEach(async () => {
    // Tests advance the clock by days, which ends the session.
    call = await openSession(platform())
    requests.length = 0
    answerCharge = async () => ({ result: 'paid', reference: null })
  })

  const createFailedOrder = (overrides: Partial<Parameters<typeof insertFailedOrder>[1]> = {}) =>
    insertFailedOrder(db(), { storeId, at: now(), ...overrides })
  const loadAttempts = async (orderId: number) =>
    (
      await call(
        'GET',
        `/paymentAttempts?filter[orderId][gte]=${orderId}&filter[orderId][lte]=${orderId}&sort=attemptedAt`,
      )
    ).body.data
  const loadLastAttempt = async (orderId: number) => (await loadAttempts(orderId)).at(-1)
  const act = async (
    orderId: number,
    what: string,
    body: object = {},
    method: 'POST' | 'PUT' | 'DELETE' = 'POST',
  ) => {
    const { id, version } = await loadLastAttempt(orderId)
    return call(method, `/paymentAttempts/${id}/${what}`, { body, ifMatch: version })
  }
  const runRetryJob = async (job: number) => {
    await runJobTurn(
      {
        platform: platform().platform,
        kinds: [retryPaymentsJob],
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
    return getOutcomes(db(), job)
  }
  const retry = (orderId: number, confirmed: object = { amount: 1250, currency: 'EUR' }) =>
    act(orderId, 'retry', confirmed)
  const loadTotals = async () =>
    (
      await sql<{ failed: number; recovered: number; revenue: number }>`
        select sum(payments_failed) as failed, sum(payments_recovered) as recovered, sum(revenue) as revenue
        from store_days where store_id = ${storeId}`.execute(db())
    ).rows[0]

  test('the list shows why a payment failed, whether a retry can help, and when the next one is', async () => {
    const orderId = await createFailedOrder()
    expect(await loadLastAttempt(orderId)).toMatchObject({
      orderNumber: `#${orderId}`,
      reason: 'insufficient_funds',
      retryable: 'yes',
      status: 'scheduled',
      attempt: 1,
      cardBrand: 'visa',
      cardLast4: '4242',
      labels: { storeId: expect.any(String) },
    })
    const { nextRetryAt, attemptedAt } = await loadLastAttempt(orderId)
    expect(Date.parse(nextRetryAt) - Date.parse(attemptedAt)).toBe(day)
    expect(
      await loadLastAttempt(await createFailedOrder({ decline: { code: 'expired_card' } })),
    ).toMatchObject({
      status: 'waiting',
      nextRetryAt: null,
    })
    expect(
      await loadLastAttempt(await createFailedOrder({ decline: { code: 'stolen_card' } })),
    ).toMatchObject({
      status: 'open',
      retryable: 'no',
    })
  })

  test('a failure or payment that a provider reports twice counts once', async () => {
    const before = await loadTotals()
    const orderId = await createFailedOrder({ reference: 'ch_1' })
    const recordAgain = () =>
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
    await recordAgain()
    expect(await loadAttempts(orderId)).toHaveLength(1)
    for (const _ of [1, 2])
      await db()
        .transaction()
        .execute((trx) => recordRecoveredPayment(trx, { orderId, at: now() }))
    expect(await loadLastAttempt(orderId)).toMatchObject({
      status: 'recovered',
      recoveredAt: expect.any(String),
    })
    const after = await loadTotals()
    expect([
      Number(after?.failed) - Number(before?.failed ?? 0),
      Number(after?.recovered) - Number(before?.recovered ?? 0),
      Number(after?.revenue) - Number(before?.revenue ?? 0),
    ]).toEqual([1, 1, 1250])
  })

  test('the names of members are masked', async () => {
    const { rows } = await sql<{ masked: string }>`select masked('Zoë van Dijk') as masked`.execute(
      db(),
    )
    expect(rows[0]?.masked).toBe('Z••• v••• D•••')
  })

  test('a retry charges only the confirmed amount, and the order is then paid', async () => {
    const orderId = await createFailedOrder({ amount: 1_250_000, currency: 'KWD' })
    expect(await retry(orderId)).toMatchObject({
      status: 202,
    })
    const confirmed = { amount: 1_250_000, currency: 'KWD' }
    const unconfirmed = await retry(orderId)
    expect(await runRetryJob(unconfirmed.body.id)).toEqual([
      [`#${orderId}`, 'refused', 'The amount is now 1,250.000 KWD. Check it, then confirm again.'],
    ])
    expect(requests).toEqual([])
    const { status, body } = await retry(orderId, confirmed)
    expect(status).toBe(202)
    expect(await runRetryJob(body.id)).toEqual([[`#${orderId}`, 'done', 'Paid.']])
    expect(requests).toMatchObject([{ ...confirmed, key: `order-${orderId}-attempt-2` }])
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
    expect((await retry(orderId, confirmed)).status).toBe(409)
  })

  test('a retry that fails adds an attempt, and the next retry uses a new idempotency key', async () => {
    answerCharge = async () => ({ result: 'failed', decline: { code: 'insufficient_funds' } })
    const orderId = await createFailedOrder()
    const jobId = (await retry(orderId)).body.id
    expect(await runRetryJob(jobId)).toEqual([
      [`#${orderId}`, 'unchanged', 'The payment failed again (insufficient_funds).'],
    ])
    expect((await call('GET', `/jobs/${jobId}`)).body).toMatchObject({ isBad: true })
    expect(await loadAttempts(orderId)).toHaveLength(2)
    answerCharge = async () => ({
      result: 'failed',
      decline: { code: 'insufficient_funds', advice: 'do_not_try_again' },
    })
    await runRetryJob((await retry(orderId)).body.id)
    expect(requests.map(({ key }) => key)).toEqual(
      [2, 3].map((no) => `order-${orderId}-attempt-${no}`),
    )
    expect(await loadLastAttempt(orderId)).toMatchObject({
      attempt: 3,
      retryable: 'no',
      status: 'open',
    })
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

  test('a rejected retry leaves the order unchanged, and the timeline shows the reason', async () => {
    answerCharge = () => Promise.reject(new HttpError(409, 'wrong_state', 'No key is set.'))
    const orderId = await createFailedOrder()
    expect(await runRetryJob((await retry(orderId)).body.id)).toEqual([
      [`#${orderId}`, 'refused', 'No key is set.'],
    ])
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'scheduled', attempt: 1 })
    answerCharge = async () => ({ result: 'paid' })
    expect(await runRetryJob((await retry(orderId)).body.id)).toEqual([
      [`#${orderId}`, 'done', 'Paid.'],
    ])
    const adyenOrder = await createFailedOrder({ gateway: 'adyen', decline: { code: '12' } })
    expect(await runRetryJob((await retry(adyenOrder)).body.id)).toEqual([
      [
        `#${adyenOrder}`,
        'refused',
        expect.stringContaining('This store has no active Adyen setup'),
      ],
    ])
    const loadTimeline = async (orderId: number) =>
      (await call('GET', `/orders/${orderId}/timeline`)).body.data
    const by = platform().operator.email
    expect(await loadTimeline(orderId)).toMatchObject([
      { kind: 'placed' },
      { kind: 'failed' },
      { kind: 'retryRefused', note: 'No key is set.', by },
      { kind: 'paid', by },
    ])
    const note = expect.stringContaining('This store has no active Adyen setup')
    expect((await loadTimeline(adyenOrder)).at(-1)).toMatchObject({
      kind: 'retryRefused',
      note,
      by,
    })
  })

  test('an unanswered charge is repeated with the same key and blocks a dismissal until then', async () => {
    answerCharge = () => Promise.reject(new Error('socket hang up'))
    const orderId = await createFailedOrder()
    expect(await runRetryJob((await retry(orderId)).body.id)).toEqual([
      [`#${orderId}`, 'refused', expect.stringContaining("we don't know yet")],
    ])
    expect(await act(orderId, 'dismissal', { reason: 'Enough' })).toMatchObject({
      status: 409,
      body: { detail: 'This order is being charged right now. Wait for the result.' },
    })
    answerCharge = async () => ({ result: 'paid' })
    platform().advance(3 * 60_000)
    await retryPendingCharges(platform().platform)
    expect(requests.map(({ key }) => key)).toEqual(
      [2, 2].map((no) => `order-${orderId}-attempt-${no}`),
    )
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
  })

  test('an unanswered charge waits until the other pending charges were repeated', async () => {
    answerCharge = () => Promise.reject(new Error('socket hang up'))
    const [first, second] = [await createFailedOrder(), await createFailedOrder()]
    for (const orderId of [first, second]) await runRetryJob((await retry(orderId)).body.id)
    requests.length = 0
    for (let round = 0; round < 3; round++) {
      platform().advance(3 * 60_000)
      await retryPendingCharges(platform().platform, 1)
    }
    expect(requests.map(({ orderId }) => orderId)).toEqual([first, second, first])
    answerCharge = async () => ({ result: 'paid' })
    platform().advance(3 * 60_000)
    await retryPendingCharges(platform().platform)
    expect(await loadLastAttempt(first)).toMatchObject({ status: 'recovered' })
    expect(await loadLastAttempt(second)).toMatchObject({ status: 'recovered' })
  })

  test('due retries are charged concurrently, so a slow one delays no other', async () => {
    const orders = [await createFailedOrder(), await createFailedOrder(), await createFailedOrder()]
    const all = Promise.withResolvers<void>()
    answerCharge = async () => {
      if (requests.length === orders.length) all.resolve()
      await all.promise
      return { result: 'paid' }
    }
    platform().advance(day + 1000)
    await retryPendingCharges(platform().platform)
    call = await openSession(platform())
    for (const orderId of orders)
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
  })

  test('a payment without recent changes is abandoned, unless its order has a newer attempt', async () => {
    const [oldOrder, retriedOrder] = [
      await createFailedOrder({ decline: { code: 'stolen_card' } }),
      await createFailedOrder(),
    ]
    await sql`update payment_attempts set attempted_at = ${now()}::timestamptz - interval '8 days',
      updated_at = ${now()}::timestamptz - interval '8 days' where order_id in (${oldOrder}, ${retriedOrder})`.execute(
      db(),
    )
    await db()
      .transaction()
      .execute((trx) =>
        recordAttempt(trx, {
          orderId: retriedOrder,
          gateway: 'stripe',
          amount: 1250,
          currency: 'EUR',
          at: now(),
          decline: { code: 'stolen_card' },
        }),
      )
    await sql`update payment_attempts set updated_at = ${now()}::timestamptz - interval '8 days'
      where order_id = ${retriedOrder} and attempt = 1`.execute(db())
    await retryPendingCharges(platform().platform)
    expect(await loadLastAttempt(oldOrder)).toMatchObject({ status: 'abandoned' })
    expect(await loadLastAttempt(retriedOrder)).toMatchObject({ status: 'open' })
  })

  describe('A charge whose idempotency key has expired', () => {
    const getRequests = (orderId: number) =>
      requests.filter((request) => request.orderId === orderId)
    const createUnansweredCharge = async () => {
      answerCharge = () => Promise.reject(new Error('socket hang up'))
      const orderId = await createFailedOrder()
      await runRetryJob((await retry(orderId)).body.id)
      platform().advance(day)
      await retryPendingCharges(platform().platform)
      call = await openSession(platform())
      return orderId
    }

    test("has an unknown status, isn't repeated, and lets operators only record the result", async () => {
      const orderId = await createUnansweredCharge()
      expect(getRequests(orderId)).toHaveLength(1)
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'open', unclear: true })
      const rejection = {
        status: 409,
        body: {
          detail:
            "We don't know whether this order was charged. Check your Stripe account, then record the result.",
        },
      }
      expect(await act(orderId, 'dismissal', { reason: 'Enough' })).toMatchObject(rejection)
      expect(await retry(orderId)).toMatchObject(rejection)
      expect(await act(orderId, 'link')).toMatchObject(rejection)
      platform().advance(7 * day)
      await retryPendingCharges(platform().platform)
      call = await openSession(platform())
      expect(getRequests(orderId)).toHaveLength(1)
      expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'open' })
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
          fix: `/paymentAttempt?settle=${(await loadLastAttempt(orderId)).id}`,
        },
      ])
      expect(await act(orderId, 'outcome', { outcome: 'perhaps' })).toMatchObject({ status: 422 })
    })

    test('is paid once an operator records that it was charged', async () => {
      const orderId = await createUnansweredCharge()
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

    test("can be retried once an operator records that it wasn't charged", async () => {
      const orderId = await createUnansweredCharge()
      expect(await act(orderId, 'outcome', { outcome: 'notCharged' })).toMatchObject({
        status: 200,
        body: { status: 'open', unclear: false },
      })
      answerCharge = async () => ({ result: 'paid' })
      expect(await runRetryJob((await retry(orderId)).body.id)).toEqual([
        [`#${orderId}`, 'done', 'Paid.'],
      ])
      expect(getRequests(orderId)).toHaveLength(2)
    })
  })

  test('a due payment is charged automatically, or is open again if no setup can charge it', async () => {
    const [chargeable, unchargeable] = [
      await createFailedOrder(),
      await createFailedOrder({ gateway: 'adyen', decline: { code: '12' } }),
    ]
    platform().advance(day + 1000)
    await retryPendingCharges(platform().platform)
    call = await openSession(platform())
    expect(await loadLastAttempt(chargeable)).toMatchObject({ status: 'recovered' })
    expect(await loadLastAttempt(unchargeable)).toMatchObject({ status: 'open', nextRetryAt: null })
    const { body } = await call('GET', `/orders/${unchargeable}/timeline`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'failed',
      'retryMissed',
    ])
    platform().advance(7 * day)
    await retryPendingCharges(platform().platform)
    call = await openSession(platform())
    expect(await loadLastAttempt(unchargeable)).toMatchObject({ status: 'abandoned' })
    expect(await act(unchargeable, 'dismissal', {}, 'DELETE')).toMatchObject({
      status: 200,
      body: { status: 'open' },
    })
  })

  test('the timeline shows that a payment was scheduled, dismissed, reopened, and assigned', async () => {
    const orderId = await createFailedOrder()
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

  test('a payment link replaces the one before, and only its hash is stored', async () => {
    const orderId = await createFailedOrder({ decline: { code: 'expired_card' } })
    const { status, body } = await act(orderId, 'link')
    expect(status).toBe(201)
    expect(body.url).toMatch(/^https:\/\/[^/]+\/pay\/[\w-]{43}$/)
    await act(orderId, 'link')
    const { rows } = await sql<{
      hash: string
    }>`select hash from pay_links where order_id = ${orderId}`.execute(db())
    expect(rows).toHaveLength(1)
    expect(body.url).not.toContain(rows[0]?.hash)
    const broken = await createFailedOrder({ decline: { code: 'account_invalid' } })
    expect((await act(broken, 'link')).status).toBe(409)
  })

  test("a retry by reason needs confirmed totals by currency and charges only the operator's stores", async () => {
    const otherStore = Number((await createStore(call)).id)
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [otherStore]),
    )
    const orders = [
      await createFailedOrder({ storeId: otherStore, decline: { code: 'processing_error' } }),
      await createFailedOrder({
        storeId: otherStore,
        decline: { code: 'processing_error' },
        amount: 500,
        currency: 'JPY',
      }),
    ]
    await createFailedOrder({ decline: { code: 'processing_error' } })
    const path = '/paymentAttempts/retries'
    const body = { reason: 'gateway_error' }
    const unconfirmed = await limitedCaller('POST', path, { body })
    expect(unconfirmed).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed',
        reach: {
          reaches: 2,
          worse: [
            { what: 'Charges totaling 12.50 EUR', count: 1, examples: [`#${orders[0]}`] },
            { what: 'Charges totaling 500 JPY', count: 1, examples: [`#${orders[1]}`] },
          ],
        },
      },
    })
    const started = await limitedCaller('POST', `${path}?reach=${unconfirmed.body.reach.token}`, {
      body,
    })
    expect(started.status).toBe(202)
    expect(await runRetryJob(started.body.id)).toEqual(
      orders.map((id) => [`#${id}`, 'done', 'Paid.']),
    )
    expect(requests.map(({ amount, currency }) => [amount, currency])).toEqual([
      [1250, 'EUR'],
      [500, 'JPY'],
    ])
    expect(await limitedCaller('POST', path, { body: { reason: 'fraud_block' } })).toMatchObject({
      status: 422,
    })
    expect(await limitedCaller('POST', path, { body })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
  })
})
