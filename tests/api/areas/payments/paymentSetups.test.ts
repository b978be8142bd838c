import { requiredStripeEvents } from '#server/platform/areas/payments/providers/stripe/steps.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { buildFailedCharge, buildStripeEvent } from '#scripts/mockProviders/stripeEvents.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { ChargeRequest } from '#server/platform/areas/payments/providers/charge.ts'
import { chargeStripe } from '#server/platform/areas/payments/providers/stripe/charge.ts'
import { refreshSuccessRates } from '#server/platform/areas/payments/setups/refreshSuccessRates.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')
const testKey = 'sk_test_mockProvider0123456789'
const webhookSecret = 'whsec_mockProvider'
type Step = { outcome: string; sentence: string; field?: string }

describe.each(chooseDatabases('PGlite'))('Payment setups on $name', (database) => {
  const platform = usePlatform(database, {
    seed: true,
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  let stripe: Awaited<ReturnType<typeof startStripe>>
  let call: Caller
  let id: number
  let store: number
  let order: number
  const getWebhookUrl = () => `https://pay.example.com/webhooks/stripe/${id}`
  beforeAll(async () => {
    stripe = await startStripe()
    platform().platform.endpoints = { stripe: stripe.url }
    call = await openSession(platform())
    await sql`delete from payment_setups`.execute(platform().platform.db)
    const { rows } = await sql<{ id: number; storeId: number }>`
      select min(id) as id, store_id from orders where status = 'unpaid'
      group by store_id order by store_id limit 1`.execute(platform().platform.db)
    order = rows[0]?.id ?? 0
    store = rows[0]?.storeId ?? 0
    await sql`update orders set amount = 4200, currency = 'EUR' where id = ${order}`.execute(
      platform().platform.db,
    )
    await sql`update payment_attempts set amount = 4200, currency = 'EUR', gateway = 'stripe'
      where order_id = ${order}`.execute(platform().platform.db)
    const response = await call('POST', '/paymentSetups', { body: buildValues() })
    expect(response.status, JSON.stringify(response.body)).toBe(201)
    id = response.body.id
  })
  afterAll(() => stripe.stop())
  beforeEach(() => {
    const webhook = { url: getWebhookUrl(), status: 'enabled' as const }
    Object.assign(stripe.state, defaultStripeState, {
      webhooks: [{ ...webhook, enabled_events: [...requiredStripeEvents] }],
    })
    platform().advance(61_000) // The limit is ten tests a minute.
  })

  const buildValues = (overrides: object = {}) => ({
    ...getInitialValues(paymentSetups),
    name: 'Stripe Europe',
    provider: 'stripe',
    testPublishableKey: 'pk_test_mockProvider',
    testSecretKey: testKey,
    testWebhookSecret: webhookSecret,
    storeIds: [],
    ...overrides,
  })
  const loadSetup = async (setupId = id) => (await call('GET', `/paymentSetups/${setupId}`)).body
  /** Sends a change and confirms its impact. */
  const changeConfirmed = async (body: object, setupId = id) => {
    const send = async (query = '') =>
      call('PATCH', `/paymentSetups/${setupId}${query}`, {
        body,
        ifMatch: (await loadSetup(setupId)).version,
      })
    const first = await send()
    return first.body?.code === 'unconfirmed' ? send(`?reach=${first.body.reach.token}`) : first
  }
  const runTest = async (setupId = id) => {
    const { job } = (await call('POST', `/paymentSetups/${setupId}/test`, { body: {} })).body
    const jobOptions = {
      platform: platform().platform,
      kinds: buildJobKinds(areas),
      beforeCommit: recomputeStoreStats,
    }
    await runJobTurn({ ...jobOptions, isTurnOver: () => false }, job)
    return (await call('GET', `/paymentSetups/${setupId}/tests`)).body.data[0]
  }
  const getOutcomes = ({ steps }: { steps: Step[] }) => steps.map(({ outcome }) => outcome)

  test("a valid Stripe setup passes every step except the event, which wasn't sent yet", async () => {
    const entry = await runTest()
    expect(getOutcomes(entry)).toEqual(['passed', 'passed', 'passed', 'passed', 'unknown'])
    expect(entry.outcome).toBe('passed')
  })

  test.each<[object, object, string, string | null]>([
    [{ testSecretKey: null }, {}, 'Enter the test secret key.', 'testSecretKey'],
    [
      { testSecretKey: 'sk_live_1234567890' },
      {},
      'This is a live key, but the setup is in test mode.',
      'testSecretKey',
    ],
    [
      { testPublishableKey: 'pk_live_1' },
      {},
      'This is a live key, but the setup is in test mode.',
      'testPublishableKey',
    ],
    [
      { testSecretKey: 'sk_test_another000' },
      {},
      "Stripe doesn't recognize this secret key. Paste a new one.",
      'testSecretKey',
    ],
    [
      {},
      { hasExpiredKeys: true },
      'This secret key has expired. Create a new one at Stripe.',
      'testSecretKey',
    ],
    [
      { testSecretKey: 'rk_test_restricted' },
      { keys: ['rk_test_restricted'] },
      "The restricted key can't read the account. Give it read access in the Stripe dashboard.",
      'testSecretKey',
    ],
    [
      {},
      { errorStatus: 429 },
      'Stripe is receiving too many requests. Try again in a minute.',
      null,
    ],
    [{}, { errorStatus: 503 }, 'Stripe returned status 503. Try again.', null],
    [{}, { livemode: true }, 'This is a live key, but the setup is in test mode.', 'testSecretKey'],
    [
      {},
      { chargesEnabled: false },
      "This account can't take payments yet. Finish setting it up in the Stripe dashboard.",
      null,
    ],
    [{}, { webhooks: [] }, 'No webhook points to', null],
    [{ testWebhookSecret: null }, {}, "we don't have its secret", 'testWebhookSecret'],
  ])('%j and Stripe state %j fail with a fix', async (changes, state, sentence, field) => {
    await changeConfirmed(buildValues(changes))
    Object.assign(stripe.state, state)
    const { outcome, steps } = await runTest()
    const failedStep = steps.find((step: Step) => step.outcome === 'failed')
    expect(outcome).toBe('failed')
    expect(failedStep.sentence).toContain(sentence)
    expect(failedStep.field ?? null).toBe(field)
    expect(JSON.stringify(steps)).not.toContain(testKey)
    await changeConfirmed(buildValues())
  })

  test('a webhook with another API version passes with a warning', async () => {
    const runWebhookStep = async (version: string) => {
      Object.assign(stripe.state.webhooks[0] ?? {}, { api_version: version })
      return (await runTest()).steps.find(({ name }: { name: string }) => name === 'webhook')
    }
    expect(await runWebhookStep(Stripe.API_VERSION)).not.toHaveProperty('warning')
    expect(await runWebhookStep('2020-08-27')).toMatchObject({
      outcome: 'passed',
      warning: true,
      sentence: expect.stringContaining(`with version ${Stripe.API_VERSION}`),
    })
  })

  test('a webhook that is disabled or lacks an event fails the test', async () => {
    const [webhook] = stripe.state.webhooks
    const findFailure = async () =>
      (await runTest()).steps.find((step: Step) => step.outcome === 'failed')?.sentence
    const withoutEvents = (...names: string[]) => ({
      enabled_events: requiredStripeEvents.filter((name) => !names.includes(name)),
    })
    Object.assign(webhook ?? {}, withoutEvents('payment_intent.succeeded'))
    expect(await findFailure()).toBe(
      "The webhook doesn't send payment_intent.succeeded. Add this event in the Stripe dashboard.",
    )
    Object.assign(webhook ?? {}, withoutEvents('refund.failed', 'charge.dispute.created'))
    expect(await findFailure()).toBe(
      "The webhook doesn't send refund.failed or charge.dispute.created. Add these events in the Stripe dashboard.",
    )
    Object.assign(webhook ?? {}, { status: 'disabled' })
    expect(await findFailure()).toBe(
      'The webhook is disabled in Stripe. Enable it in the Stripe dashboard.',
    )
  })

  test("a manual setup needs instructions and becomes active without a provider's steps", async () => {
    const body = buildValues({ name: 'Invoice', provider: 'manual' })
    const { id: manualId } = (await call('POST', '/paymentSetups', { body })).body
    expect((await runTest(manualId)).steps[0]).toMatchObject({
      outcome: 'failed',
      field: 'instructions',
    })
    await changeConfirmed({ instructions: 'By bank, within 14 days.' }, manualId)
    const entry = await runTest(manualId)
    expect(entry.outcome).toBe('passed')
    expect(getOutcomes(entry)).toEqual(['passed', ...Array(4).fill('skipped')])
    const activation = await call('POST', `/paymentSetups/${manualId}/state`, {
      body: { event: 'activate' },
    })
    expect([activation.status, activation.body.state]).toEqual([200, 'active'])
  })

  test('limits need a currency and a maximum above the minimum, and waits need hours or days', async () => {
    const { fields } = (
      await changeConfirmed({ minAmount: 500, maxAmount: 100, retryFunds: ['soon'] })
    ).body
    expect(fields).toMatchObject({ retryFunds: expect.stringContaining('like 6h') })
    expect((await changeConfirmed({ minAmount: 500, maxAmount: 100 })).body.fields).toMatchObject({
      limitCurrency: expect.stringContaining('currency'),
      maxAmount: expect.stringContaining("isn't below"),
    })
  })

  test("retry waits can repeat, but payment methods can't", async () => {
    const retryFunds = ['1d', '2d', '2d']
    const { status, body } = await changeConfirmed({ retryFunds, retryErrors: ['1h', '1h'] })
    expect([status, body.retryFunds, body.retryErrors]).toEqual([200, retryFunds, ['1h', '1h']])
    const { components } = (await call('GET', '/openapi.json')).body
    expect(components.schemas.PaymentSetupFields.properties).toMatchObject({
      retryFunds: { type: 'array', uniqueItems: false },
      methods: { type: 'array', uniqueItems: true },
    })
    expect((await changeConfirmed({ methods: ['card', 'card'] })).body.fields).toEqual({
      methods: "Methods can't have the same entry twice",
    })
  })

  test('a store uses one setup and shows its status', async () => {
    expect((await changeConfirmed({ storeIds: [store] })).status).toBe(200)
    expect((await loadSetup()).stores).toBe(1)
    const otherSetup = buildValues({ name: 'Another', storeIds: [store] })
    const rejection = await call('POST', '/paymentSetups', { body: otherSetup })
    expect(rejection.body.fields.storeIds).toContain('already uses Stripe Europe')
    await runTest()
    const body = { event: 'activate', despite: ['event'] }
    const activation = await call('POST', `/paymentSetups/${id}/state`, { body })
    expect(activation.status, JSON.stringify(activation.body)).toBe(200)
    expect((await call('GET', `/stores/${store}`)).body.paymentState).toBe('active')
  })

  test('a change that stops payments needs a confirmation with its impact', async () => {
    const { version } = await loadSetup()
    const body = { testPublishableKey: null }
    const unconfirmed = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: version })
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    const { name } = (await call('GET', `/stores/${store}`)).body
    const what = `After you save, ${name} won't be able to take payments until you test and activate the new settings.`
    expect(unconfirmed.body.reach).toMatchObject({ reaches: 1, worse: [{ what }] })
    expect((await loadSetup()).state).toBe('active')
    await sql`update payment_setups set state = 'degraded' where id = ${id}`.execute(
      platform().platform.db,
    )
    const whileFailing = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: version })
    expect(whileFailing.body.reach.worse[0].what).toBe(
      `${name} can't take payments until you test and activate the new settings.`,
    )
    await sql`update payment_setups set state = 'active' where id = ${id}`.execute(
      platform().platform.db,
    )
  })

  const buildEvent = (type: string, object: object, overrides: object = {}) =>
    buildStripeEvent(webhookSecret, {
      type,
      object,
      id: 'evt_1',
      at: platform().platform.now(),
      ...overrides,
    })
  const sendEvent = async (
    { body, signature }: { body: string; signature: string },
    setupId = id,
  ) => {
    const response = await fetch(`${platform().url}/webhooks/stripe/${setupId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
    return { status: response.status, ...((await response.json()) as { result: string }) }
  }
  const countAttempts = async () =>
    (
      await call('GET', `/paymentAttempts?filter[rawCode][eq]=insufficient_funds&limit=100`)
    ).body.data.filter(({ orderId }: { orderId: number }) => orderId === order).length

  test('an event counts once and only with a valid, recent signature', async () => {
    await sql`update payment_setups set state = 'active' where id = ${id}`.execute(
      platform().platform.db,
    )
    const before = await countAttempts()
    const failedEvent = buildEvent('charge.failed', buildFailedCharge(order))
    expect(
      await sendEvent({ ...failedEvent, signature: failedEvent.signature.replace(/.$/, 'x') }),
    ).toMatchObject({
      status: 400,
    })
    expect(
      await sendEvent({ ...failedEvent, body: failedEvent.body.replace('4200', '1') }),
    ).toMatchObject({
      status: 400,
    })
    expect((await sendEvent(failedEvent, 2_000_000)).status).toBe(404)
    expect(await sendEvent(failedEvent)).toEqual({ status: 200, result: 'taken' })
    expect(await sendEvent(failedEvent)).toEqual({ status: 200, result: 'known' })
    expect(await countAttempts()).toBe(before + 1)
    const { address: url, data } = (await call('GET', `/paymentSetups/${id}/events`)).body
    expect(url).toBe(getWebhookUrl())
    expect(data).toMatchObject([
      { eventId: 'evt_1', kind: 'charge.failed', mode: 'test', outcome: 'done', orderId: order },
    ])
    platform().advance(301_000)
    expect((await sendEvent(failedEvent)).status).toBe(400)
    expect(getOutcomes(await runTest())).toEqual(Array(5).fill('passed'))
  })

  test("a replayed event doesn't add a second attempt", async () => {
    const before = await countAttempts()
    const [{ id: eventId }] = (await call('GET', `/paymentSetups/${id}/events`)).body.data
    const replay = await call('POST', `/paymentSetups/${id}/events/${eventId}/replay`, {
      body: {},
    })
    expect(replay).toMatchObject({ status: 200, body: { outcome: 'done', eventId: 'evt_1' } })
    expect(await countAttempts()).toBe(before)
    expect(
      (await call('POST', `/paymentSetups/${id}/events/999/replay`, { body: {} })).status,
    ).toBe(404)
  })

  test('events about unknown orders and of unrelated kinds are stored but change nothing', async () => {
    const before = await countAttempts()
    await sendEvent(buildEvent('charge.failed', buildFailedCharge(2_000_000), { id: 'evt_2' }))
    await sendEvent(buildEvent('customer.created', { id: 'cus_1' }, { id: 'evt_3' }))
    const { data } = (await call('GET', `/paymentSetups/${id}/events`)).body
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'ignored',
      'mismatched',
      'done',
    ])
    expect(await countAttempts()).toBe(before)
  })

  test("an operator for other stores sees no events and can't switch the mode", async () => {
    const { rows } = await sql<{ id: number }>`
      select id from stores where id <> ${store} order by id limit 1`.execute(
      platform().platform.db,
    )
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(['payments'], [rows[0]?.id ?? 0]),
    )
    expect((await limitedCaller('GET', `/paymentSetups/${id}/events`)).body.data).toEqual([])
    const body = { mode: 'live', name: 'Stripe Europe' }
    expect((await limitedCaller('POST', `/paymentSetups/${id}/mode`, { body })).status).toBe(403)
  })

  test('a successful payment marks the order as paid', async () => {
    const intent = {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 4200,
      amount_received: 4200,
      currency: 'eur',
      metadata: { order: String(order) },
    }
    await sendEvent(buildEvent('payment_intent.succeeded', intent, { id: 'evt_4' }))
    expect((await call('GET', `/orders/${order}`)).body.status).toMatch(/paid|fulfilled/)
  })

  test('a retry charges once per idempotency key and returns the same result again', async () => {
    const charge = (request: ChargeRequest) => chargeStripe(platform().platform, request)
    const request = {
      key: 'order-1-attempt-2',
      storeId: store,
      orderId: order,
      gateway: 'stripe' as const,
      amount: 4200,
      currency: 'EUR',
      reference: 'ch_failed1',
    }
    expect(await charge(request)).toEqual({ result: 'paid', reference: 'ch_again1' })
    expect(await charge(request)).toEqual({ result: 'paid', reference: 'ch_again1' })
    expect(stripe.charges.size).toBe(1)
    stripe.state.declineCode = 'insufficient_funds'
    expect(await charge({ ...request, key: 'order-1-attempt-3' })).toEqual({
      result: 'failed',
      decline: { code: 'insufficient_funds', advice: undefined },
      reference: 'ch_again2',
    })
    stripe.state.errorStatus = 503
    await expect(charge({ ...request, key: 'order-1-attempt-4' })).rejects.not.toBeInstanceOf(
      HttpError,
    )
    const chargeWithoutSetup = charge({ ...request, storeId: 2_000_000 })
    await expect(chargeWithoutSetup).rejects.toBeInstanceOf(HttpError)
  })

  test("switching the mode needs the setup's name and a confirmation of the stores", async () => {
    const switchMode = (body: object, query = '') =>
      call('POST', `/paymentSetups/${id}/mode${query}`, { body })
    const body = { mode: 'live', name: 'Stripe Europe' }
    expect((await switchMode({ ...body, name: 'Stripe' })).body.fields.name).toContain(
      'Enter the setup',
    )
    const unconfirmed = await switchMode(body)
    expect(unconfirmed.body).toMatchObject({ code: 'unconfirmed', reach: { reaches: 1 } })
    const { name } = (await call('GET', `/stores/${store}`)).body
    const affectedStores = { what: `This affects the store ${name}.`, count: 0, examples: [] }
    expect(unconfirmed.body.reach.worse).toContainEqual(affectedStores)
    expect((await loadSetup()).mode).toBe('test')
    const confirmed = await switchMode(body, `?reach=${unconfirmed.body.reach.token}`)
    expect(confirmed.body).toMatchObject({ mode: 'live', state: 'draft' })
    expect((await call('GET', `/stores/${store}`)).body.paymentState).toBe('draft')
    expect((await runTest()).steps[0].sentence).toBe('Enter the live secret key.')
  })

  test('a copy has the secrets but no stores', async () => {
    const body = { name: 'Copy' }
    const copy = await call('POST', `/paymentSetups/${id}/duplicate`, { body })
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Copy', mode: 'test', stores: 0, testSecretKey: { set: true }, state: 'draft' },
    })
    expect((await runTest(copy.body.id)).steps[0].outcome).toBe('passed')
  })

  test('copying and rotating need the permissions to write and to handle secrets', async () => {
    const openLimitedSession = async (...permissions: string[]) =>
      openSession(platform(), await platform().addAccount(permissions))
    const writer = await openLimitedSession('payments:write')
    const rejection = { status: 403, body: { permission: 'payments:secrets' } }
    const copy = { body: { name: 'Copied' } }
    expect(await writer('POST', `/paymentSetups/${id}/duplicate`, copy)).toMatchObject(rejection)
    const rotation = { body: { secret: 'sk_test_other', overlap: '1' } }
    const rotate = (caller: Caller) => caller('POST', `/paymentSetups/${id}/rotation`, rotation)
    expect(await rotate(writer)).toMatchObject(rejection)
    expect(await rotate(await openLimitedSession('payments:secrets'))).toMatchObject({
      status: 403,
      body: { permission: 'payments:write' },
    })
  })

  test('the success rate is empty or a percentage', async () => {
    await refreshSuccessRates(platform().platform)
    const { success } = await loadSetup()
    expect(success === null || (success >= 0 && success <= 100)).toBe(true)
  })
})
