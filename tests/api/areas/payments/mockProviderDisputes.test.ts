import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdyen } from '#scripts/mockProviders/adyen.ts'
import { startBraintree } from '#scripts/mockProviders/braintree.ts'
import type { Dispute } from '#scripts/mockProviders/dispute.ts'
import { startPaypal } from '#scripts/mockProviders/paypal.ts'
import { startStripe } from '#scripts/mockProviders/stripe.ts'
import { mockProviderKeys } from '#server/platform/demoData/mockProviderKeys.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertPaidOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const paypalWebhook = mockProviderKeys.paypal.live.webhook ?? ''
type MockProvider = {
  url: string
  state: { dispute: Dispute | null; webhooks: unknown[] }
  applyChanges: () => Promise<void>
  stop: () => unknown
}
const providers = {
  stripe: {
    start: startStripe,
    buildWebhook: (url: string) => ({ url, status: 'enabled', enabled_events: ['*'] }),
  },
  adyen: {
    start: startAdyen,
    buildWebhook: (url: string) => ({ url, active: true }),
  },
  paypal: {
    start: startPaypal,
    buildWebhook: (url: string) => ({ url, id: paypalWebhook, event_types: [{ name: '*' }] }),
  },
  braintree: {
    start: startBraintree,
    buildWebhook: (url: string) => ({ url }),
  },
} as const
type Provider = keyof typeof providers
const names = Object.keys(providers) as Provider[]

describe.each(chooseDatabases('PostgreSQL'))('Disputes of mock providers on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  const mockProviders = new Map<Provider, MockProvider>()
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    for (const name of names) mockProviders.set(name, await providers[name].start())
    platform().platform.endpoints = Object.fromEntries(
      [...mockProviders].map(([name, { url }]) => [name, url]),
    )
  })
  afterAll(() => {
    for (const { stop } of mockProviders.values()) stop()
  })

  /** Creates a setup with the demo data's live credentials, and an order paid through it. */
  async function buildPaidOrder(provider: Provider, name: string) {
    const storeId = Number((await createStore(call)).id)
    const { publishable, secret, webhook } = mockProviderKeys[provider].live
    const body = {
      ...getInitialValues(paymentSetups),
      name,
      provider,
      storeIds: [storeId],
      liveSecretKey: secret,
      ...(publishable && { livePublishableKey: publishable }),
      ...(webhook && { liveWebhookSecret: webhook }),
      ...(provider === 'adyen' && { merchantAccount: 'MerchandiseECOM', liveUrlPrefix: 'a1-Shop' }),
    }
    const setup = await call('POST', '/paymentSetups', { body })
    expect(setup.status, JSON.stringify(setup.body)).toBe(201)
    await sql`update payment_setups set state = 'active', mode = 'live' where id = ${setup.body.id}`.execute(
      db(),
    )
    const payment = `PAY${setup.body.id}`
    const at = platform().platform.now().toISOString()
    const money = { amount: 4500, currency: 'CAD' }
    const order = { storeId, at, reference: payment, gateway: provider, ...money }
    const { orderId } = await insertPaidOrder(db(), order)
    return { orderId, payment, setupId: Number(setup.body.id) }
  }

  test.each(
    names.flatMap(
      (provider) =>
        [
          [provider, 'won'],
          [provider, 'lost'],
        ] as const,
    ),
  )('%s: a dispute that is opened, then %s, arrives at the order', async (provider, end) => {
    const { orderId, payment, setupId } = await buildPaidOrder(provider, `${provider} ${end}`)
    const mockProvider = mockProviders.get(provider)
    const webhook = `${platform().url}/webhooks/${provider}/${setupId}`
    const report = async (status: Dispute['status']) => {
      const dispute = { charge: payment, amount: 4500, currency: 'CAD', status }
      const webhooks = [providers[provider].buildWebhook(webhook)]
      Object.assign(mockProvider?.state ?? {}, { webhooks, dispute })
      await mockProvider?.applyChanges()
      return (await call('GET', `/orders/${orderId}/charges`)).body.disputes
    }
    const reason = 'Payment not authorized'
    const common = { amount: 4500, currency: 'CAD', reason, dueAt: expect.any(String) }
    expect(await report('needs_response')).toEqual([
      expect.objectContaining({ ...common, status: 'open' }),
    ])
    expect((await call('GET', `/orders/${orderId}`)).body.issue).toBe('disputed')
    expect(await report('under_review')).toEqual([
      expect.objectContaining({ ...common, status: 'review' }),
    ])
    expect(await report(end)).toEqual([expect.objectContaining({ ...common, status: end })])
    expect((await call('GET', `/orders/${orderId}`)).body.issue).toBeNull()
  })
})
