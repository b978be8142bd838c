import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAdyenEvent, buildAdyenItem, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { buildBraintreeEvent, defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import {
  buildDeniedCapture,
  buildPaypalEvent,
  startPaypal,
  defaultPaypalState,
} from '#scripts/mockProviders/paypal.ts'
import { buildFailedCharge, buildStripeEvent } from '#scripts/mockProviders/stripeEvents.ts'
import { detectIncidents } from '#server/platform/areas/payments/incidents/detectIncidents.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const hmacKey = 'A1'.repeat(32)
const stripeSecret = 'whsec_mockProvider'
const braintreeKeys = {
  publicKey: defaultBraintreeState.publicKey,
  privateKey: defaultBraintreeState.privateKey,
}
type Provider = 'stripe' | 'adyen' | 'paypal' | 'braintree'
const providers: Provider[] = ['stripe', 'adyen', 'paypal', 'braintree']
const names = { stripe: 'Stripe', adyen: 'Adyen', paypal: 'PayPal', braintree: 'Braintree' }
type Money = { minor: number; text: string; currency: string }
type WebhookRequest = { body: string; headers?: Record<string, string> }
type Kind = 'paid' | 'failed' | 'processing'
type Options = { id?: string; money?: Money; live?: boolean; account?: string; now?: Date }

const dueAmount: Money = { minor: 4500, text: '45.00', currency: 'CAD' }
const smallAmount: Money = { minor: 1, text: '0.01', currency: 'USD' }
let counter = 0

/** Builds each provider's event about a payment for an order. */
const eventBuilders: Record<
  Provider,
  (kind: Kind, order: number, options: Options & { now: Date }) => WebhookRequest
> = {
  stripe(kind, order, { id = 'pay1', money = dueAmount, live = false, now }) {
    const common = {
      amount: money.minor,
      currency: money.currency.toLowerCase(),
      metadata: { order: String(order) },
    }
    const object =
      kind === 'failed'
        ? buildFailedCharge(order, { ...common, id, payment_intent: `pi_${id}` })
        : { ...common, id: `pi_${id}`, object: 'payment_intent', amount_received: money.minor }
    const type =
      kind === 'failed'
        ? 'charge.failed'
        : `payment_intent.${kind === 'paid' ? 'succeeded' : 'processing'}`
    const event = { type, object, id: `evt_${++counter}`, at: now, livemode: live }
    const { body, signature } = buildStripeEvent(stripeSecret, event)
    return { body, headers: { 'stripe-signature': signature } }
  },
  adyen: (kind, order, { id = 'pay1', money = dueAmount, live = false, account }) => ({
    body: buildAdyenEvent(
      hmacKey,
      buildAdyenItem(order, {
        amount: { value: money.minor, currency: money.currency },
        eventCode: kind === 'processing' ? 'PENDING' : 'AUTHORISATION',
        success: String(kind !== 'failed'),
        pspReference: id,
        ...(account !== undefined && { merchantAccountCode: account }),
      }),
      live ? 'true' : 'false',
    ),
  }),
  paypal(kind, order, { id = 'pay1', money = dueAmount }) {
    const type = { paid: 'COMPLETED', failed: 'DENIED', processing: 'PENDING' }[kind]
    const amount = { value: money.text, currency_code: money.currency }
    return buildPaypalEvent('WH1', {
      id: `WH-${++counter}`,
      type: `PAYMENT.CAPTURE.${type}`,
      resource: buildDeniedCapture(order, { id, amount }),
    })
  },
  braintree: (kind, order, { id = 'pay1', money = dueAmount }) => ({
    body: buildBraintreeEvent([braintreeKeys], {
      kind: kind === 'paid' ? 'transaction_settled' : 'transaction_settlement_declined',
      order,
      id,
      money: { amount: money.text, currency: money.currency },
      at: new Date(1_790_000_000_000 + ++counter * 1000).toISOString(),
    }),
  }),
}

describe.each(chooseDatabases('PostgreSQL'))('Payment webhooks on $name', (database) => {
  const platform = usePlatform(database, {
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  const db = () => platform().platform.db
  const setups: Partial<Record<Provider, { id: number; storeId: number }>> = {}
  const getSetup = (provider: Provider) => setups[provider] ?? { id: 0, storeId: 0 }
  let call: Caller
  let paypal: Awaited<ReturnType<typeof startPaypal>>
  let requestCount = 0
  const credentials = {
    stripe: { testSecretKey: 'sk_test_mockProvider0123456789', testWebhookSecret: stripeSecret },
    adyen: {
      testSecretKey: defaultAdyenState.key,
      testWebhookSecret: hmacKey,
      liveSecretKey: defaultAdyenState.key,
      liveWebhookSecret: hmacKey,
      merchantAccount: defaultAdyenState.merchantAccount,
    },
    paypal: {
      testPublishableKey: defaultPaypalState.client,
      testSecretKey: defaultPaypalState.secret,
      testWebhookSecret: 'WH1',
    },
    braintree: {
      testPublishableKey: defaultBraintreeState.publicKey,
      testSecretKey: defaultBraintreeState.privateKey,
    },
  }
  beforeAll(async () => {
    paypal = await startPaypal()
    platform().platform.endpoints = { paypal: paypal.url }
    call = await openSession(platform())
    for (const provider of providers) {
      const storeId = Number((await createStore(call)).id)
      const body = {
        ...getInitialValues(paymentSetups),
        name: provider,
        provider,
        storeIds: [storeId],
        ...credentials[provider],
      }
      const response = await call('POST', '/paymentSetups', { body })
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      setups[provider] = { id: response.body.id, storeId }
    }
  })
  afterAll(() => paypal.stop())
  beforeEach(async () => {
    await sql`update payment_setups set state = 'active', mode = 'test'`.execute(db())
    await sql`update incidents set status = 'resolved', resolved_at = now() where status = 'open'`.execute(
      db(),
    )
  })

  const send = async (provider: Provider, { body, headers = {} }: WebhookRequest) => {
    const type = provider === 'braintree' ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetch(
      `${platform().url}/webhooks/${provider}/${getSetup(provider).id}`,
      {
        method: 'POST',
        headers: { 'content-type': type, ...headers },
        body,
      },
    )
    return response.status
  }
  const buildOrder = (provider: Provider, gateway = provider) =>
    insertFailedOrder(db(), {
      storeId: getSetup(provider).storeId,
      gateway,
      at: platform().platform.now().toISOString(),
      amount: dueAmount.minor,
      currency: dueAmount.currency,
      reference: `first-${++counter}`,
    })
  const sendPaymentEvent = (provider: Provider, kind: Kind, order: number, options: Options = {}) =>
    send(
      provider,
      eventBuilders[provider](kind, order, { now: platform().platform.now(), ...options }),
    )
  const findOrder = async (id: number) => {
    const { rows } = await sql<{ status: string; attempts: number; order: string }>`
      select max(payment_attempts.status) as status, count(*)::int as attempts, max(orders.status) as "order"
      from payment_attempts join orders on orders.id = order_id where order_id = ${id}`.execute(
      db(),
    )
    return rows[0]
  }
  const findLastEvent = async (provider: Provider) =>
    (await call('GET', `/paymentSetups/${getSetup(provider).id}/events`)).body.data[0]
  const findIncidents = async () => {
    const { data } = (await call('GET', '/incidents?filter[status][eq]=open&limit=100')).body
    const all: { id: number; cause: string; version: number }[] = data
    // Leaves out incidents about many failures in one store.
    return all.filter(({ cause }) => cause.includes(' reported '))
  }

  type Mismatch = [
    name: string,
    sentence: string,
    options: Options & { before?: string; gateway?: Provider },
    of: readonly Provider[],
  ]
  const mismatches: Mismatch[] = [
    [
      'a draft setup',
      "The setup isn't active (its status is draft).",
      { before: `state = 'draft'` },
      providers,
    ],
    [
      'a disabled setup',
      "The setup isn't active (its status is disabled).",
      { before: `state = 'disabled'` },
      providers,
    ],
    [
      'the wrong mode',
      'The event is from test mode, but the setup is in live mode.',
      { before: `mode = 'live'` },
      providers,
    ],
    [
      'the wrong amount',
      '0.01 USD was reported, but 45.00 CAD is due.',
      { money: smallAmount },
      providers,
    ],
    [
      'the wrong currency',
      '45.00 EUR was reported, but 45.00 CAD is due.',
      { money: { ...dueAmount, currency: 'EUR' } },
      providers,
    ],
    [
      'the wrong merchant account',
      'The payment belongs to merchant account OtherECOM, not MerchandiseECOM.',
      { account: 'OtherECOM' },
      ['adyen'],
    ],
  ]
  const cases = mismatches.flatMap(([name, sentence, options, expectedProviders]) =>
    expectedProviders.flatMap((provider) =>
      (['paid', 'failed'] as const).map((kind) => ({ name, sentence, options, provider, kind })),
    ),
  )

  test.each(cases)(
    '$provider: a $kind event with $name leaves the order unchanged and opens an incident',
    async ({ sentence, options, provider, kind }) => {
      const order = await buildOrder(provider)
      const before = await findOrder(order)
      if (options.before)
        await sql`update payment_setups set ${sql.raw(options.before)} where id = ${getSetup(provider).id}`.execute(
          db(),
        )
      expect(
        await sendPaymentEvent(provider, kind, order, { ...options, id: `pay-${order}` }),
      ).toBe(200)
      expect(await findOrder(order)).toEqual(before)
      expect(await findLastEvent(provider)).toMatchObject({
        outcome: 'mismatched',
        orderId: order,
        sentence: `${names[provider]} reported a payment that doesn't match order #${order}. ${sentence} The order wasn't changed.`,
      })
      await detectIncidents(platform().platform)
      const [incident, ...others] = await findIncidents()
      expect(others).toEqual([])
      expect(incident?.cause).toContain(sentence)
    },
  )

  test("a payment through another provider than the order's isn't applied", async () => {
    const order = await buildOrder('adyen', 'stripe')
    expect(await sendPaymentEvent('adyen', 'paid', order, { id: `pay-${order}` })).toBe(200)
    expect((await findOrder(order))?.status).not.toBe('recovered')
    expect((await findIncidents())[0]?.cause).toContain('The order should be paid through Stripe.')
  })

  test("a payment for a store that the setup doesn't serve isn't applied", async () => {
    const order = await buildOrder('stripe')
    expect(await sendPaymentEvent('adyen', 'paid', order, { id: `pay-${order}` })).toBe(200)
    expect((await findOrder(order))?.status).not.toBe('recovered')
    expect((await findIncidents())[0]?.cause).toContain(
      "The order doesn't belong to any of the setup's stores.",
    )
  })

  test('an incident about an event counts further events and stays open until an operator resolves it', async () => {
    const order = await buildOrder('stripe')
    await sendPaymentEvent('stripe', 'paid', order, { money: smallAmount })
    await sendPaymentEvent('stripe', 'paid', order, { money: smallAmount })
    await detectIncidents(platform().platform)
    const [incident] = await findIncidents()
    expect(incident).toMatchObject({ failures: 2, gateway: 'stripe' })
    const body = { resolution: 'A test payment' }
    const { id = 0, version = 0 } = incident ?? {}
    const resolution = await call('POST', `/incidents/${id}/resolution`, { body, ifMatch: version })
    expect(resolution.status).toBe(200)
    expect(await findIncidents()).toEqual([])
    await sendPaymentEvent('stripe', 'paid', order, { money: smallAmount })
    expect(await findIncidents()).toHaveLength(1)
  })

  test('a replay marks the order as paid once the mismatch is gone', async () => {
    const order = await buildOrder('adyen')
    await sql`update payment_setups set state = 'disabled' where provider = 'adyen'`.execute(db())
    await sendPaymentEvent('adyen', 'paid', order, { id: `pay-${order}` })
    await sql`update payment_setups set state = 'degraded' where provider = 'adyen'`.execute(db())
    const { id } = await findLastEvent('adyen')
    const path = `/paymentSetups/${getSetup('adyen').id}/events/${id}/replay`
    expect(await call('POST', path, { body: {} })).toMatchObject({ body: { outcome: 'done' } })
    expect(await findOrder(order)).toMatchObject({ status: 'recovered', order: 'paid' })
  })

  describe('A processing payment', () => {
    const kinds = ['stripe', 'adyen', 'paypal'] as const

    test.each(kinds)('%s: stays in that state until it is paid', async (provider) => {
      const order = await buildOrder(provider)
      const id = `pay-${order}`
      await sendPaymentEvent(provider, 'processing', order, { id })
      expect(await findOrder(order)).toMatchObject({ status: 'processing', attempts: 1 })
      await sendPaymentEvent(provider, 'paid', order, { id })
      expect(await findOrder(order)).toMatchObject({ status: 'recovered', order: 'paid' })
      expect(await findIncidents()).toEqual([])
    })

    test.each(kinds)('%s: counts as a failed attempt once it fails', async (provider) => {
      const order = await buildOrder(provider)
      const id = `pay-${order}`
      await sendPaymentEvent(provider, 'processing', order, { id })
      await sendPaymentEvent(provider, 'failed', order, { id })
      const { status, attempts } = (await findOrder(order)) ?? {}
      expect([status === 'processing', attempts]).toEqual([false, 2])
    })

    test.each(kinds)('%s: ignores a processing event after the result', async (provider) => {
      // A processing event from a second later would be about a new try of the payment.
      const now = platform().platform.now()
      const failedId = await buildOrder(provider)
      await sendPaymentEvent(provider, 'failed', failedId, { id: `pay-${failedId}`, now })
      const before = await findOrder(failedId)
      await sendPaymentEvent(provider, 'processing', failedId, { id: `pay-${failedId}`, now })
      expect(await findOrder(failedId)).toEqual(before)
      const paidId = await buildOrder(provider)
      await sendPaymentEvent(provider, 'paid', paidId, { id: `pay-${paidId}` })
      await sendPaymentEvent(provider, 'processing', paidId, { id: `pay-${paidId}` })
      expect(await findOrder(paidId)).toMatchObject({ status: 'recovered' })
    })

    test.each(kinds)('%s: keeps processing when another payment fails', async (provider) => {
      const order = await buildOrder(provider)
      await sendPaymentEvent(provider, 'processing', order, { id: `pay-${order}` })
      await sendPaymentEvent(provider, 'failed', order, { id: `older-${order}` })
      expect(await findOrder(order)).toMatchObject({ status: 'processing', attempts: 2 })
    })
  })

  test('a second payment for a paid order marks the order', async () => {
    const order = await buildOrder('adyen')
    await sendPaymentEvent('adyen', 'paid', order, { id: `one-${order}` })
    await sendPaymentEvent('adyen', 'paid', order, { id: `two-${order}` })
    expect((await call('GET', `/orders/${order}`)).body.issue).toBe('chargedTwice')
  })

  test('a payment that fails after its order was paid opens an incident', async () => {
    const order = await buildOrder('braintree')
    await sendPaymentEvent('braintree', 'paid', order, { id: `one-${order}` })
    await sendPaymentEvent('braintree', 'failed', order, { id: `one-${order}` })
    expect((await findIncidents())[0]?.cause).toContain('failed after the order was paid')
  })

  test('a partial capture counts only for the captured amount', async () => {
    const order = await buildOrder('stripe')
    const object = {
      id: 'pi_part',
      amount: 4500,
      amount_received: 2000,
      currency: 'cad',
      metadata: { order: String(order) },
    }
    const at = platform().platform.now()
    const { body, signature } = buildStripeEvent(stripeSecret, {
      type: 'payment_intent.succeeded',
      object,
      id: 'evt_part',
      at,
    })
    expect(await send('stripe', { body, headers: { 'stripe-signature': signature } })).toBe(200)
    expect((await findIncidents())[0]?.cause).toContain(
      '20.00 CAD was reported, but 45.00 CAD is due.',
    )
  })

  test('a dismissed payment stays dismissed when a later payment fails', async () => {
    const order = await buildOrder('adyen')
    await sql`update payment_attempts set status = 'dismissed', next_retry_at = null where order_id = ${order}`.execute(
      db(),
    )
    await sendPaymentEvent('adyen', 'failed', order, { id: `pay-${order}` })
    expect(await findOrder(order)).toMatchObject({ status: 'dismissed', attempts: 2 })
  })

  describe('Incomplete and malformed events', () => {
    const missing: [provider: Provider, name: string, sent: (now: Date) => WebhookRequest][] = [
      ...['metadata', 'currency', 'amount', 'id', 'payment_method_details'].map(
        (name): [Provider, string, (now: Date) => WebhookRequest] => [
          'stripe',
          `charge.failed without ${name}`,
          (at) => {
            const object: Record<string, unknown> = { ...buildFailedCharge(1) }
            delete object[name]
            const event = { type: 'charge.failed', object, id: `evt_without_${name}`, at }
            const { body, signature } = buildStripeEvent(stripeSecret, event)
            return { body, headers: { 'stripe-signature': signature } }
          },
        ],
      ),
      [
        'adyen',
        'AUTHORISATION without a valid date',
        () => ({ body: buildAdyenEvent(hmacKey, buildAdyenItem(1, { eventDate: 'yesterday' })) }),
      ],
      [
        'adyen',
        'AUTHORISATION without a valid currency',
        () => ({
          body: buildAdyenEvent(
            hmacKey,
            buildAdyenItem(1, { amount: { value: 1, currency: 'E' } }),
          ),
        }),
      ],
      [
        'paypal',
        'a capture without an amount',
        () =>
          buildPaypalEvent('WH1', {
            id: 'WH-none',
            type: 'PAYMENT.CAPTURE.COMPLETED',
            resource: { id: 'C', custom_id: '1' },
          }),
      ],
      [
        'braintree',
        'a transaction without a valid time',
        () => ({
          body: buildBraintreeEvent([braintreeKeys], {
            kind: 'transaction_settled',
            order: 1,
            at: 'soon',
          }),
        }),
      ],
    ]
    test.each(missing)('%s: %s is accepted', async (provider, name, buildEvent) => {
      expect(await send(provider, buildEvent(platform().platform.now()))).toBe(200)
      const { outcome, sentence } = await findLastEvent(provider)
      if (name.endsWith('metadata') || name.endsWith('details')) return
      expect(outcome).toBe('notUnderstood')
      expect(sentence).toBe(
        `${names[provider]} signed this event, but the event lacks fields that we need. Nothing was changed.`,
      )
    })

    /** Copies a JSON value and replaces one property, or removes it for undefined. */
    const mutate = (value: object, index: number, replacement: unknown): object => {
      const copy = structuredClone(value)
      const properties: [object, string][] = []
      const walk = (node: unknown) => {
        if (typeof node !== 'object' || node === null) return
        for (const name of Object.keys(node)) {
          properties.push([node, name])
          walk(Reflect.get(node, name))
        }
      }
      walk(copy)
      const [parent, name] = properties[index % properties.length] ?? [copy, 'x']
      if (replacement === undefined) Reflect.deleteProperty(parent, name)
      else Reflect.set(parent, name, replacement)
      return copy
    }
    const unusualValues = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.constant(''),
      fc.constant('\u0000'),
      fc.constant(-1e300),
      fc.constant('9'.repeat(400)),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const mismatchedEventBuilders: Record<
      Provider,
      (index: number, replacement: unknown, now: Date) => WebhookRequest
    > = {
      stripe(index, replacement, now) {
        const kinds = ['charge.failed', 'payment_intent.succeeded', 'payment_intent.processing']
        const type = kinds[index % kinds.length] ?? ''
        const object = mutate(
          { ...buildFailedCharge(1), amount_received: 4200 },
          index,
          replacement,
        )
        const event = { type, object, id: `evt_odd_${++counter}`, at: now }
        const { body, signature } = buildStripeEvent(stripeSecret, event)
        return { body, headers: { 'stripe-signature': signature } }
      },
      adyen: (index, replacement) => ({
        body: buildAdyenEvent(
          hmacKey,
          mutate(
            buildAdyenItem(1, { pspReference: `odd-${++counter}` }),
            index,
            replacement,
          ) as never,
        ),
      }),
      paypal: (index, replacement) => {
        const event = { id: `WH-odd-${++counter}`, type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} }
        return buildPaypalEvent('WH1', {
          ...event,
          resource: mutate(buildDeniedCapture(1), index, replacement),
        })
      },
      braintree: (index, replacement) => ({
        body: buildBraintreeEvent([braintreeKeys], {
          kind: index % 2 ? 'transaction_settled' : 'transaction_settlement_declined',
          order: String(replacement).slice(0, 100).replaceAll(/[<&]/g, ''),
          id: `odd-${++counter}`,
          money: {
            amount: String(replacement).replaceAll(/[<&]/g, ''),
            currency: index % 3 ? 'EUR' : 'x',
          },
        }),
      }),
    }
    test.each(providers)(
      '%s: a signed event with an unusual value never causes a server error',
      async (provider) => {
        await fc.assert(
          fc.asyncProperty(fc.nat(60), unusualValues, async (index, replacement) => {
            const request = mismatchedEventBuilders[provider](
              index,
              replacement,
              platform().platform.now(),
            )
            expect(await send(provider, request)).toBeLessThan(500)
          }),
          { numRuns: 60 },
        )
      },
    )
    test.each(providers)(
      '%s: an arbitrary body with a forged signature is rejected',
      async (provider) => {
        const latin = fc.stringMatching(/^[\u0020-\u007e\u00a1-\u00ff]{0,60}$/)
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: 'binary' }), latin, async (body, signature) => {
            const { headers = {} } = eventBuilders[provider]('paid', 1, {
              now: platform().platform.now(),
            })
            const forgedHeaders = Object.fromEntries(
              Object.keys(headers).map((name) => [name, signature]),
            )
            const form = new URLSearchParams({
              bt_signature: `${braintreeKeys.publicKey}|${signature}`,
              bt_payload: body,
            })
            const requestBody = provider === 'braintree' ? String(form) : body
            expect(await send(provider, { body: requestBody, headers: forgedHeaders })).toBe(400)
          }),
          { numRuns: 40 },
        )
      },
    )
  })

  test("a Braintree signature that isn't ASCII is rejected", async () => {
    const form = new URLSearchParams({
      bt_signature: `${braintreeKeys.publicKey}|${'é'.repeat(40)}`,
      bt_payload: Buffer.from('<notification/>').toString('base64'),
    })
    expect(await send('braintree', { body: String(form) })).toBe(400)
  })

  test('an unsigned PayPal webhook is rejected without a call to PayPal', async () => {
    const { body, headers = {} } = eventBuilders.paypal('paid', 1, { now: new Date() })
    const foreignCertificate = { 'paypal-cert-url': 'https://paypal.com.evil.example/cert' }
    const { outgoing } = platform().platform
    platform().platform.outgoing = {
      ...outgoing,
      request: (request) => {
        requestCount++
        return outgoing.request(request)
      },
    }
    for (const headerName of Object.keys(headers)) {
      const { [headerName]: _missing, ...otherHeaders } = headers
      expect(await send('paypal', { body, headers: otherHeaders })).toBe(400)
    }
    expect(await send('paypal', { body, headers: { ...headers, ...foreignCertificate } })).toBe(400)
    expect(await send('paypal', { body: '{', headers })).toBe(400)
    expect(requestCount).toBe(0)
    expect(await send('paypal', { body, headers })).toBe(200)
    expect(requestCount).toBeGreaterThan(0)
    platform().platform.outgoing = outgoing
  })

  describe('Keys', () => {
    const save = async (provider: Provider, values: object) => {
      const body = {
        ...getInitialValues(paymentSetups),
        name: `Keys ${++counter}`,
        provider,
        storeIds: [],
        ...values,
      }
      const { status, body: answer } = await call('POST', '/paymentSetups', { body })
      return [status, Object.keys(answer.fields ?? {})]
    }
    test.each([
      ['adyen', { testWebhookSecret: 'not hexadecimal' }, 'testWebhookSecret'],
      ['adyen', { testWebhookSecret: 'A1'.repeat(31) }, 'testWebhookSecret'],
      ['adyen', { liveWebhookSecret: `${'A1'.repeat(31)}AG` }, 'liveWebhookSecret'],
      ['stripe', { testWebhookSecret: 'secret' }, 'testWebhookSecret'],
      ['stripe', { testWebhookSecret: 'whsec_' }, 'testWebhookSecret'],
      ['stripe', { liveWebhookSecret: 'whsec_with space' }, 'liveWebhookSecret'],
      ['paypal', { testWebhookSecret: 'https://shop.example/hook' }, 'testWebhookSecret'],
      ['braintree', { testSecretKey: 'private key' }, 'testSecretKey'],
      ['braintree', { testPublishableKey: 'p|q' }, 'testPublishableKey'],
    ] as const)('%s: %j is rejected on save', async (provider, values, field) => {
      expect(await save(provider, values)).toEqual([422, [field]])
    })

    test('are saved if they are valid', async () => {
      for (const provider of providers)
        expect(await save(provider, credentials[provider])).toEqual([201, []])
    })

    test('are validated on change and on rotation', async () => {
      const { id } = getSetup('adyen')
      const { body: before } = await call('GET', `/paymentSetups/${id}`)
      const body = { testWebhookSecret: 'zz' }
      const change = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: before.version })
      expect([change.status, Object.keys(change.body.fields ?? {})]).toEqual([
        422,
        ['testWebhookSecret'],
      ])
      const rotation = await call('POST', `/paymentSetups/${id}/rotation`, {
        body: { secret: 'another', webhook: 'zz', overlap: '24' },
      })
      expect([rotation.status, Object.keys(rotation.body.fields ?? {})]).toEqual([422, ['webhook']])
    })

    test('verify no event if they decode to nothing, even if they were saved before', async () => {
      const order = await buildOrder('adyen')
      const sealed = platform().platform.secrets.seal(
        { table: 'paymentSetups', column: 'testWebhookSecret', id: getSetup('adyen').id },
        'not hexadecimal',
      )
      const { rows } = await sql<{ sealed: string }>`
        select test_webhook_secret_sealed as sealed from payment_setups where id = ${getSetup('adyen').id}`.execute(
        db(),
      )
      const seal = (text: string | undefined) =>
        sql`update payment_setups set test_webhook_secret_sealed = ${text} where id = ${getSetup('adyen').id}`.execute(
          db(),
        )
      await seal(sealed)
      const amount = { value: dueAmount.minor, currency: dueAmount.currency }
      const item = buildAdyenItem(order, { amount, success: 'true' })
      expect(await send('adyen', { body: buildAdyenEvent('', item) })).toBe(400)
      await seal(rows[0]?.sealed)
    })
  })
})
