import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failedCharge, startStripe, stripeEvent, usualStripe } from '#scripts/standIns/stripe.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { createStripeCharger } from '#server/platform/areas/payments/providers/stripeCharge.ts'
import { refreshSuccessRates } from '#server/platform/areas/payments/setups/refreshSuccessRates.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')
const testKey = 'sk_test_standIn0123456789'
const webhookSecret = 'whsec_standIn'
type Step = { outcome: string; sentence: string; field?: string }

describe.each(usually('PGlite'))('payment setups on $name', (database) => {
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
  const address = () => `https://pay.example.com/webhooks/stripe/${id}`
  beforeAll(async () => {
    stripe = await startStripe()
    platform().platform.endpoints = { stripe: stripe.url }
    call = await signedIn(platform())
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
    const made = await call('POST', '/paymentSetups', { body: values() })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    id = made.body.id
  })
  afterAll(() => stripe.stop())
  beforeEach(() => {
    const webhook = { url: address(), status: 'enabled' as const }
    Object.assign(stripe.state, usualStripe, {
      webhooks: [{ ...webhook, enabled_events: ['charge.failed', 'payment_intent.succeeded'] }],
    })
    platform().advance(61_000) // Ten tries a minute.
  })

  const values = (more: object = {}) => ({
    ...getInitialValues(paymentSetups),
    name: 'Stripe Europe',
    provider: 'stripe',
    testPublishableKey: 'pk_test_standIn',
    testSecretKey: testKey,
    testWebhookSecret: webhookSecret,
    storeIds: [],
    ...more,
  })
  const now = async (of = id) => (await call('GET', `/paymentSetups/${of}`)).body
  /** Sends a change, and confirms what it reaches. */
  const change = async (body: object, of = id) => {
    const send = async (query = '') =>
      call('PATCH', `/paymentSetups/${of}${query}`, { body, ifMatch: (await now(of)).version })
    const first = await send()
    return first.body?.code === 'unconfirmed' ? send(`?reach=${first.body.reach.token}`) : first
  }
  const tested = async (of = id) => {
    const { job } = (await call('POST', `/paymentSetups/${of}/test`, { body: {} })).body
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(),
      beforeCommit: recomputeStoreStats,
    }
    await runJob({ ...work, isTurnOver: () => false }, job)
    return (await call('GET', `/paymentSetups/${of}/tests`)).body.data[0]
  }
  const outcomes = ({ steps }: { steps: Step[] }) => steps.map(({ outcome }) => outcome)

  test('Stripe as it should be passes every step, save the event that nobody sent yet', async () => {
    const told = await tested()
    expect(outcomes(told)).toEqual(['passed', 'passed', 'passed', 'passed', 'unknown'])
    expect(told.outcome).toBe('passed')
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
      { expired: true },
      'This secret key has expired. Create a new one at Stripe.',
      'testSecretKey',
    ],
    [
      { testSecretKey: 'rk_test_restricted' },
      { keys: ['rk_test_restricted'] },
      "The restricted key can't read the account. Give it read access in the Stripe dashboard.",
      'testSecretKey',
    ],
    [{}, { status: 429 }, 'Stripe is receiving too many requests. Try again in a minute.', null],
    [{}, { status: 503 }, 'Stripe returned status 503. Try again.', null],
    [{}, { livemode: true }, 'This is a live key, but the setup is in test mode.', 'testSecretKey'],
    [
      {},
      { chargesEnabled: false },
      "This account can't take payments yet. Finish setting it up in the Stripe dashboard.",
      null,
    ],
    [{}, { webhooks: [] }, 'No webhook points to', null],
    [{ testWebhookSecret: null }, {}, "we don't have its secret", 'testWebhookSecret'],
  ])('%j at a Stripe with %j is told with its mend', async (given, state, sentence, field) => {
    await change(values(given))
    Object.assign(stripe.state, state)
    const { outcome, steps } = await tested()
    const wrong = steps.find((step: Step) => step.outcome === 'failed')
    expect(outcome).toBe('failed')
    expect(wrong.sentence).toContain(sentence)
    expect(wrong.field ?? null).toBe(field)
    expect(JSON.stringify(steps)).not.toContain(testKey)
    await change(values())
  })

  test('a webhook that tells in another version of the API passes with a warning', async () => {
    const step = async (version: string) => {
      Object.assign(stripe.state.webhooks[0] ?? {}, { api_version: version })
      return (await tested()).steps.find(({ name }: { name: string }) => name === 'webhook')
    }
    expect(await step(Stripe.API_VERSION)).not.toHaveProperty('warning')
    expect(await step('2020-08-27')).toMatchObject({
      outcome: 'passed',
      warning: true,
      sentence: expect.stringContaining(`with version ${Stripe.API_VERSION}`),
    })
  })

  test('a webhook that is disabled, or lacks an event, is told', async () => {
    const [webhook] = stripe.state.webhooks
    const failing = async () =>
      (await tested()).steps.find((step: Step) => step.outcome === 'failed')?.sentence
    Object.assign(webhook ?? {}, { enabled_events: ['charge.failed'] })
    expect(await failing()).toBe(
      "The webhook doesn't send payment_intent.succeeded. Add this event in the Stripe dashboard.",
    )
    Object.assign(webhook ?? {}, { status: 'disabled' })
    expect(await failing()).toBe(
      'The webhook is disabled in Stripe. Enable it in the Stripe dashboard.',
    )
  })

  test('who is paid by hand says how, and becomes active without steps that there is nothing of', async () => {
    const body = values({ name: 'Invoice', provider: 'manual' })
    const { id: manual } = (await call('POST', '/paymentSetups', { body })).body
    expect((await tested(manual)).steps[0]).toMatchObject({
      outcome: 'failed',
      field: 'instructions',
    })
    await change({ instructions: 'By bank, within 14 days.' }, manual)
    const told = await tested(manual)
    expect(told.outcome).toBe('passed')
    expect(outcomes(told)).toEqual(['passed', ...Array(4).fill('skipped')])
    const turned = await call('POST', `/paymentSetups/${manual}/state`, {
      body: { event: 'activate' },
    })
    expect([turned.status, turned.body.state]).toEqual([200, 'active'])
  })

  test('amounts have a currency and belong together; retries are hours or days', async () => {
    const { fields } = (await change({ minAmount: 500, maxAmount: 100, retryFunds: ['soon'] })).body
    expect(fields).toMatchObject({ retryFunds: expect.stringContaining('like 6h') })
    expect((await change({ minAmount: 500, maxAmount: 100 })).body.fields).toMatchObject({
      limitCurrency: expect.stringContaining('currency'),
      maxAmount: expect.stringContaining("isn't below"),
    })
  })

  test('equal waits in a row stay as they are, and a method stands once', async () => {
    const retryFunds = ['1d', '2d', '2d']
    const { status, body } = await change({ retryFunds, retryErrors: ['1h', '1h'] })
    expect([status, body.retryFunds, body.retryErrors]).toEqual([200, retryFunds, ['1h', '1h']])
    const { paths } = (await call('GET', '/openapi.json')).body
    const { content } = paths['/paymentSetups'].post.requestBody
    expect(content['application/json'].schema.properties).toMatchObject({
      retryFunds: { type: 'array', uniqueItems: false },
      methods: { type: 'array', uniqueItems: true },
    })
    expect((await change({ methods: ['card', 'card'] })).body.fields).toEqual({
      methods: "Methods can't have the same entry twice",
    })
  })

  test('a store takes payments by one setup, and is told its state', async () => {
    expect((await change({ storeIds: [store] })).status).toBe(200)
    expect((await now()).stores).toBe(1)
    const other = values({ name: 'Another', storeIds: [store] })
    const refused = await call('POST', '/paymentSetups', { body: other })
    expect(refused.body.fields.storeIds).toContain('already uses Stripe Europe')
    await tested()
    const body = { event: 'activate', despite: ['event'] }
    const activated = await call('POST', `/paymentSetups/${id}/state`, { body })
    expect(activated.status, JSON.stringify(activated.body)).toBe(200)
    expect((await call('GET', `/stores/${store}`)).body.paymentState).toBe('active')
  })

  test('a change that stops payments is asked about once, with its stores', async () => {
    const { version } = await now()
    const body = { testPublishableKey: null }
    const asked = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: version })
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(asked.body.reach).toMatchObject({ reaches: 1, worse: [{ count: 1 }] })
    expect((await now()).state).toBe('active')
  })

  const event = (type: string, object: object, more: object = {}) =>
    stripeEvent(webhookSecret, {
      type,
      object,
      id: 'evt_1',
      at: platform().platform.now(),
      ...more,
    })
  const send = async ({ body, signature }: { body: string; signature: string }, of = id) => {
    const answer = await fetch(`${platform().url}/webhooks/stripe/${of}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
    return { status: answer.status, ...((await answer.json()) as { result: string }) }
  }
  const attempts = async () =>
    (
      await call('GET', `/paymentAttempts?filter[rawCode][eq]=insufficient_funds&limit=100`)
    ).body.data.filter(({ orderId }: { orderId: number }) => orderId === order).length

  test('an event counts once, where its signature is right and of late', async () => {
    await sql`update payment_setups set state = 'active' where id = ${id}`.execute(
      platform().platform.db,
    )
    const before = await attempts()
    const failed = event('charge.failed', failedCharge(order))
    expect(await send({ ...failed, signature: failed.signature.replace(/.$/, 'x') })).toMatchObject(
      {
        status: 400,
      },
    )
    expect(await send({ ...failed, body: failed.body.replace('4200', '1') })).toMatchObject({
      status: 400,
    })
    expect((await send(failed, 2_000_000)).status).toBe(404)
    expect(await send(failed)).toEqual({ status: 200, result: 'taken' })
    expect(await send(failed)).toEqual({ status: 200, result: 'known' })
    expect(await attempts()).toBe(before + 1)
    const { address: told, data } = (await call('GET', `/paymentSetups/${id}/events`)).body
    expect(told).toBe(address())
    expect(data).toMatchObject([
      { eventId: 'evt_1', kind: 'charge.failed', mode: 'test', outcome: 'done', orderId: order },
    ])
    platform().advance(301_000)
    expect((await send(failed)).status).toBe(400)
    expect(outcomes(await tested())).toEqual(Array(5).fill('passed'))
  })

  test('an event is replayed by hand, and what it did is not done twice', async () => {
    const before = await attempts()
    const [{ id: kept }] = (await call('GET', `/paymentSetups/${id}/events`)).body.data
    const replayed = await call('POST', `/paymentSetups/${id}/events/${kept}/replay`, { body: {} })
    expect(replayed).toMatchObject({ status: 200, body: { outcome: 'done', eventId: 'evt_1' } })
    expect(await attempts()).toBe(before)
    expect(
      (await call('POST', `/paymentSetups/${id}/events/999/replay`, { body: {} })).status,
    ).toBe(404)
  })

  test('orders of others, and what nobody follows, are kept and change nothing', async () => {
    const before = await attempts()
    await send(event('charge.failed', failedCharge(2_000_000), { id: 'evt_2' }))
    await send(event('customer.created', { id: 'cus_1' }, { id: 'evt_3' }))
    const { data } = (await call('GET', `/paymentSetups/${id}/events`)).body
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'ignored',
      'mismatched',
      'done',
    ])
    expect(await attempts()).toBe(before)
  })

  test('an operator for other stores hears of no order', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from stores where id <> ${store} order by id limit 1`.execute(
      platform().platform.db,
    )
    const limited = await signedIn(
      platform(),
      await platform().addAccount(['payments'], [rows[0]?.id ?? 0]),
    )
    expect((await limited('GET', `/paymentSetups/${id}/events`)).body.data).toEqual([])
    const body = { mode: 'live', name: 'Stripe Europe' }
    expect((await limited('POST', `/paymentSetups/${id}/mode`, { body })).status).toBe(403)
  })

  test('a payment in the end recovers the order', async () => {
    const intent = {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 4200,
      amount_received: 4200,
      currency: 'eur',
      metadata: { order: String(order) },
    }
    await send(event('payment_intent.succeeded', intent, { id: 'evt_4' }))
    expect((await call('GET', `/orders/${order}`)).body.status).toMatch(/paid|fulfilled/)
  })

  test('a retry charges once for a key, and tells the same of it again', async () => {
    const charge = createStripeCharger(platform().platform)
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
    expect(stripe.charged.size).toBe(1)
    stripe.state.declines = 'insufficient_funds'
    expect(await charge({ ...request, key: 'order-1-attempt-3' })).toEqual({
      result: 'failed',
      decline: { code: 'insufficient_funds', advice: undefined },
      reference: 'ch_again2',
    })
    stripe.state.status = 503
    await expect(charge({ ...request, key: 'order-1-attempt-4' })).rejects.not.toBeInstanceOf(
      HttpError,
    )
    const nobodys = charge({ ...request, storeId: 2_000_000 })
    await expect(nobodys).rejects.toBeInstanceOf(HttpError)
  })

  test('the mode is switched by who types the name and confirms the stores', async () => {
    const switching = (body: object, query = '') =>
      call('POST', `/paymentSetups/${id}/mode${query}`, { body })
    const body = { mode: 'live', name: 'Stripe Europe' }
    expect((await switching({ ...body, name: 'Stripe' })).body.fields.name).toContain(
      'Enter the setup',
    )
    const asked = await switching(body)
    expect(asked.body).toMatchObject({ code: 'unconfirmed', reach: { reaches: 1 } })
    const { name } = (await call('GET', `/stores/${store}`)).body
    const named = { what: `This affects the store ${name}.`, count: 0, examples: [] }
    expect(asked.body.reach.worse).toContainEqual(named)
    expect((await now()).mode).toBe('test')
    const done = await switching(body, `?reach=${asked.body.reach.token}`)
    expect(done.body).toMatchObject({ mode: 'live', state: 'draft' })
    expect((await call('GET', `/stores/${store}`)).body.paymentState).toBe('draft')
    expect((await tested()).steps[0].sentence).toBe('Enter the live secret key.')
  })

  test('a copy has the secrets sealed anew, and no store', async () => {
    const body = { name: 'Copy' }
    const copy = await call('POST', `/paymentSetups/${id}/duplicate`, { body })
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Copy', mode: 'test', stores: 0, testSecretKey: { set: true }, state: 'draft' },
    })
    expect((await tested(copy.body.id)).steps[0].outcome).toBe('passed')
  })

  test('is copied with its secrets, and rotated, by who may handle them', async () => {
    const held = async (...permissions: string[]) =>
      signedIn(platform(), await platform().addAccount(permissions))
    const writer = await held('payments:write')
    const refused = { status: 403, body: { permission: 'payments:secrets' } }
    const copy = { body: { name: 'Copied' } }
    expect(await writer('POST', `/paymentSetups/${id}/duplicate`, copy)).toMatchObject(refused)
    const rotated = { body: { secret: 'sk_test_other', overlap: '1' } }
    const rotate = (caller: Caller) => caller('POST', `/paymentSetups/${id}/rotation`, rotated)
    expect(await rotate(writer)).toMatchObject(refused)
    expect(await rotate(await held('payments:secrets'))).toMatchObject({
      status: 403,
      body: { permission: 'payments:write' },
    })
  })

  test('its success is that of the payments of its stores in the last 24 hours', async () => {
    await refreshSuccessRates(platform().platform)
    const { success } = await now()
    expect(success === null || (success >= 0 && success <= 100)).toBe(true)
  })
})
