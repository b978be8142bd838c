import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enums, integer, nullable, string, type } from 'superstruct'
import { serveJson } from '#scripts/mockProviders/serveJson.ts'
import type { Reply } from '#scripts/mockProviders/serveJson.ts'
import { gatewayDefinitions, gateways, onlineGateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { is } from '#shared/engine/is.ts'
import { checkProcessingCharges } from '#server/platform/areas/payments/charges/processingCharges.ts'
import type { ChargeResult } from '#server/platform/areas/payments/providers/charge.ts'
import { mapDeclineCodes } from '#server/platform/areas/payments/providers/declineCodes.ts'
import type { PaymentProvider } from '#server/platform/areas/payments/providers/paymentProvider.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'
import { sendProviderRequest } from '#server/platform/areas/payments/providers/providerHttp.ts'
import { toUnexpectedFailure } from '#server/platform/areas/payments/providers/providerSteps.ts'
import type { VerifiedEvent } from '#server/platform/areas/payments/providers/verifiedEvent.ts'
import type { WebhookReader } from '#server/platform/areas/payments/providers/webhookReader.ts'
import {
  createRejectedRefundError,
  withRefundSetup,
} from '#server/platform/areas/payments/providers/refund.ts'
import {
  createRejectedChargeError,
  withActiveSetup,
  withStoreSetup,
} from '#server/platform/areas/payments/providers/withActiveSetup.ts'
import { createPaymentWebhookHandler } from '#server/platform/areas/payments/webhooks/webhookHandlers.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const name = 'acme'

const AcmeCharge = type({
  id: string(),
  status: enums(['paid', 'declined', 'pending']),
  code: nullable(string()),
})
const AcmeRefund = type({ id: string() })
const AcmeEvent = type({
  id: string(),
  order: integer(),
  payment: string(),
  amount: integer(),
  currency: string(),
  at: string(),
  code: nullable(string()),
})

const signEvent = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

const sendAcmeRequest = (
  platform: Platform,
  secret: string,
  { path, once, json }: { path: string; once?: string; json?: object },
) =>
  sendProviderRequest(
    { platform },
    {
      url: `${platform.endpoints[name]}${path}`,
      method: json ? 'POST' : 'GET',
      headers: { 'x-api-key': secret, ...(once ? { 'idempotency-key': once } : {}) },
      ...(json ? { json } : {}),
    },
  )

function parseCharge(body: unknown): ChargeResult {
  if (!is(body, AcmeCharge)) throw new Error('Acme answered without a charge')
  const { id: reference, status, code } = body
  if (status === 'paid') return { result: 'paid', reference }
  if (status === 'pending') return { result: 'processing', reference }
  return { result: 'failed', reference, decline: { code: code ?? 'unknown' } }
}

function parseAcmeEvent(body: string): VerifiedEvent {
  const event: unknown = JSON.parse(body)
  if (!is(event, AcmeEvent)) throw new Error('A signed event of Acme lacks a field')
  const { id, order: orderId, payment, amount, currency, at, code } = event
  return {
    id,
    kind: code === null ? 'paid' : 'failed',
    mode: 'test',
    body,
    orderId,
    chargeKey: null,
    paymentIds: [payment],
    update:
      code === null
        ? { status: 'paid', at, amount, currency }
        : {
            status: 'failed',
            failure: { at, amount, currency, decline: { code }, reference: payment },
          },
  }
}

const acmeWebhookReader: WebhookReader = {
  async read({ body, header, signers }) {
    const isGenuine = signers.some(
      ({ webhook }) => webhook !== null && header('acme-signature') === signEvent(webhook, body),
    )
    return isGenuine ? [parseAcmeEvent(body)] : null
  },
  parseSaved: parseAcmeEvent,
}

/** Everything that a provider's folder exports. */
const acme: PaymentProvider = {
  credentialFormats: {
    SecretKey: { isValid: (key) => key.startsWith('acme-'), message: 'Enter a key of Acme.' },
  },
  steps: {
    keys: async ({ credentials: { secret, fields } }) =>
      secret ? passStep('The key is set.') : failStep('NO_KEY', 'Enter a key.', fields.secret),
    async answer({ platform, credentials }) {
      const response = await sendAcmeRequest(platform, credentials.secret ?? '', {
        path: '/account',
      })
      if (response.status === 401)
        return failStep('401', "Acme doesn't recognize this key.", credentials.fields.secret)
      return response.status === 200
        ? passStep('Acme accepts the key.')
        : toUnexpectedFailure('Acme', response)
    },
    account: async () => passStep('The account can take payments.'),
    webhook: async () => reportUnknownStep('Acme has no list of webhooks.'),
  },
  charge: withActiveSetup(async ({ platform, credentials, failedPaymentId }, request) => {
    const { key, amount, currency } = request
    const { status, body } = await sendAcmeRequest(platform, credentials.secret, {
      path: '/charges',
      once: key,
      json: { amount, currency, again: failedPaymentId },
    })
    if (status >= 400) throw createRejectedChargeError(status, 'Acme rejected the request.')
    return parseCharge(body)
  }),
  findCharge: withStoreSetup(async ({ platform, credentials }, _request, id) => {
    const path = `/charges/${id}`
    const { status, body } = await sendAcmeRequest(platform, credentials.secret, { path })
    return status === 404 ? null : parseCharge(body)
  }),
  refund: withRefundSetup(async ({ platform, credentials, paymentId }, { key, amount }) => {
    const { status, body } = await sendAcmeRequest(platform, credentials.secret, {
      path: '/refunds',
      once: key,
      json: { amount, of: paymentId },
    })
    if (status >= 400) throw createRejectedRefundError(status, 'Acme rejected the request.')
    if (!is(body, AcmeRefund)) throw new Error('Acme answered without a refund')
    return { result: 'succeeded', reference: body.id }
  }),
  findRefund: null,
  webhook: acmeWebhookReader,
  keyLifetimeMs: Infinity,
  declineCodes: mapDeclineCodes({ insufficientFunds: 'funds', unusableCard: 'card_expired' }),
}

/** Acme's mock. The state is that of the next charge, and of all charges when they are read. */
async function startAcme() {
  const state = { key: 'acme-key', status: 'paid', code: null as string | null }
  const charged = new Map<string, { id: string; amount: number; again: string }>()
  const served = await serveJson(name, ({ url, headers, body }): Reply => {
    if (headers['x-api-key'] !== state.key) return { status: 401, body: {} }
    if (url.pathname === '/account') return { body: {} }
    const { status, code } = state
    if (url.pathname !== '/charges') {
      const charge = [...charged.values()].find(({ id }) => url.pathname === `/charges/${id}`)
      return charge ? { body: { id: charge.id, status, code } } : { status: 404, body: {} }
    }
    const key = String(headers['idempotency-key'])
    const charge = charged.get(key) ?? { ...JSON.parse(body), id: `again${charged.size + 1}` }
    charged.set(key, charge)
    return { body: { id: charge.id, status, code } }
  })
  return { ...served, state, charged }
}

/** Adds the provider to the tables of both sides, as one entry in `gateways.ts` would. */
function useFifthProvider() {
  const definitions: Record<string, object> = gatewayDefinitions
  const labels: Record<string, string> = gateways
  const online: string[] = onlineGateways
  const providers: Record<string, PaymentProvider> = paymentProviders
  const choices = paymentSetups.fields.provider.options as { value: string; label: string }[]
  beforeAll(() => {
    definitions[name] = { label: 'Acme', liveSecretName: 'Live key', credentialHints: {} }
    labels[name] = 'Acme'
    online.push(name)
    providers[name] = acme
    choices.push({ value: name, label: 'Acme' })
  })
  afterAll(() => {
    delete definitions[name]
    delete labels[name]
    online.pop()
    delete providers[name]
    choices.pop()
  })
}

const area = defineArea({
  name: 'acmeWebhooks',
  webhooks: { [name]: createPaymentWebhookHandler(name, acmeWebhookReader) },
})
const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PGlite'))('A fifth payment provider on $name', (database) => {
  useFifthProvider()
  const platform = usePlatform(database, {
    areas: [area],
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  const now = () => platform().platform.now().toISOString()
  let server: Awaited<ReturnType<typeof startAcme>>
  let call: Caller
  let storeId: number
  let setupId: number
  beforeAll(async () => {
    server = await startAcme()
    platform().platform.endpoints = { [name]: server.url }
    call = await openSession(platform())
    storeId = Number((await createStore(call)).id)
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    Object.assign(server.state, { key: 'acme-key', status: 'paid', code: null })
    platform().advance(61_000) // The limit is ten tests a minute.
  })

  const createSetup = (testSecretKey: string) =>
    call('POST', '/paymentSetups', {
      body: {
        ...getInitialValues(paymentSetups),
        name: 'Acme',
        provider: name,
        testSecretKey,
        testWebhookSecret: 'signs events',
        storeIds: [storeId],
      },
    })
  const testSetup = async () => {
    const { job } = (await call('POST', `/paymentSetups/${setupId}/test`, { body: {} })).body
    await runProductJob(platform(), job)
    return (await call('GET', `/paymentSetups/${setupId}/tests`)).body.data[0].steps
  }
  const sendEvent = async (event: object, secret = 'signs events') => {
    const body = JSON.stringify(event)
    const headers = { 'acme-signature': signEvent(secret, body) }
    const url = `${platform().url}/webhooks/${name}/${setupId}`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  const loadLastAttempt = async (orderId: number) => {
    const filter = `filter[orderId][gte]=${orderId}&filter[orderId][lte]=${orderId}`
    const { data } = (await call('GET', `/paymentAttempts?${filter}&sort=attemptedAt`)).body
    return data.at(-1)
  }
  /** Creates an order whose payment fails, as an event reports. */
  const createFailedOrder = async (code = 'funds') => {
    const orderId = await insertOrder(platform().platform.db, { storeId, at: now() })
    const money = { amount: 1250, currency: 'EUR' }
    const payment = `failed${orderId}`
    const event = { id: `event${orderId}`, order: orderId, payment, ...money, at: now(), code }
    expect(await sendEvent(event)).toBe(200)
    return orderId
  }
  const retry = async (orderId: number) => {
    const { id, version } = await loadLastAttempt(orderId)
    const body = { amount: 1250, currency: 'EUR' }
    const { status, body: job } = await call('POST', `/paymentAttempts/${id}/retry`, {
      body,
      ifMatch: version,
    })
    expect(status, JSON.stringify(job)).toBe(202)
    await runProductJob(platform(), job.id)
  }

  test("an incomplete provider, or a gateway without one, doesn't compile", () => {
    const { webhook, ...withoutWebhook } = acme
    const { manual, ...withoutManual } = paymentProviders
    // @ts-expect-error A provider says whether it sends events.
    const incomplete: PaymentProvider = withoutWebhook
    // @ts-expect-error Each gateway has a provider.
    const partial: Record<Gateway, PaymentProvider> = withoutManual
    expect({ ...incomplete, webhook }).toEqual(acme)
    expect({ ...partial, manual }).toEqual(paymentProviders)
  })

  test("a setup accepts only credentials in the provider's format", async () => {
    const rejected = await createSetup('another-key')
    expect(rejected).toMatchObject({
      status: 422,
      body: { fields: { testSecretKey: 'Enter a key of Acme.' } },
    })
    const created = await createSetup('acme-key')
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    setupId = created.body.id
  })

  test('a test runs the steps of the provider', async () => {
    server.state.key = 'acme-rotated'
    expect((await testSetup())[1]).toMatchObject({
      outcome: 'failed',
      sentence: "Acme doesn't recognize this key.",
      field: 'testSecretKey',
    })
    server.state.key = 'acme-key'
    const outcomes = (await testSetup()).map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes).toEqual(['passed', 'passed', 'passed', 'unknown', 'unknown'])
    const send = (query = '') =>
      call('POST', `/paymentSetups/${setupId}/state${query}`, {
        body: { event: 'activate', despite: ['webhook', 'event'] },
      })
    const { body, status } = await send()
    if (status === 409) expect((await send(`?reach=${body.reach.token}`)).status).toBe(200)
    expect((await call('GET', `/paymentSetups/${setupId}`)).body.state).toBe('active')
  })

  test("a genuine event records a failed payment with the code's meaning", async () => {
    expect(await sendEvent({ id: 'forged' }, 'another secret')).toBe(400)
    const orderId = await createFailedOrder()
    expect(await loadLastAttempt(orderId)).toMatchObject({
      gateway: name,
      rawCode: 'funds',
      reason: 'insufficient_funds',
      retryable: 'yes',
    })
    expect(await loadLastAttempt(await createFailedOrder('unheard of'))).toMatchObject({
      reason: 'gateway_error',
      retryable: 'no',
    })
    expect((await testSetup()).at(-1)).toMatchObject({ name: 'event', outcome: 'passed' })
    const { address, data } = (await call('GET', `/paymentSetups/${setupId}/events`)).body
    expect(address).toBe(`https://pay.example.com/webhooks/${name}/${setupId}`)
    expect(data).toHaveLength(2)
    const replay = `/paymentSetups/${setupId}/events/${data[0].id}/replay`
    expect((await call('POST', replay, { body: {} })).body.outcome).toBe('done')
  })

  test('a retry charges the order once', async () => {
    const orderId = await createFailedOrder()
    const before = server.charged.size
    await retry(orderId)
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
    expect(server.charged.size).toBe(before + 1)
    expect(server.charged.get(`order-${orderId}-attempt-2`)).toMatchObject({
      amount: 1250,
      again: `failed${orderId}`,
    })
  })

  test('a declined retry is another failed attempt', async () => {
    const orderId = await createFailedOrder()
    Object.assign(server.state, { status: 'declined', code: 'card_expired' })
    await retry(orderId)
    expect(await loadLastAttempt(orderId)).toMatchObject({
      attempt: 2,
      reason: 'expired_card',
      status: 'waiting',
    })
  })

  test('a payment that the provider still processes is checked until it is paid', async () => {
    const orderId = await createFailedOrder()
    server.state.status = 'pending'
    await retry(orderId)
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'processing' })
    server.state.status = 'paid'
    platform().advance(6 * 60_000)
    await checkProcessingCharges(platform().platform)
    expect(await loadLastAttempt(orderId)).toMatchObject({ status: 'recovered' })
  })
})
