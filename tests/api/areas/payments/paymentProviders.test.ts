import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookTestRole, startAdyen, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { startBraintree, defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { startPaypal, defaultPaypalState } from '#scripts/mockProviders/paypal.ts'
import { requiredPaypalEvents } from '#server/platform/areas/payments/providers/paypal/steps.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { runSteps } from '#server/platform/core/integrations/runSteps.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { paymentIntegration } from '#server/platform/areas/payments/setups/paymentIntegration.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { findBlockingStep } from '#shared/engine/integrations/tests.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PostgreSQL'))('Setups of payment providers on $name', (database) => {
  const platform = usePlatform(database, {
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  let adyen: Awaited<ReturnType<typeof startAdyen>>
  let paypal: Awaited<ReturnType<typeof startPaypal>>
  let braintree: Awaited<ReturnType<typeof startBraintree>>
  let call: Caller
  const setups: Record<string, AnyRecord> = {}
  const getWebhookUrl = (provider: string) =>
    `https://pay.example.com/webhooks/${provider}/${setups[provider]?.id}`
  beforeAll(async () => {
    ;[adyen, paypal, braintree] = [await startAdyen(), await startPaypal(), await startBraintree()]
    platform().platform.endpoints = {
      adyen: adyen.url,
      paypal: paypal.url,
      braintree: braintree.url,
    }
    call = await openSession(platform())
    for (const [provider, values] of Object.entries(validValues)) {
      const body = { ...getInitialValues(paymentSetups), name: provider, provider, ...values }
      const response = await call('POST', '/paymentSetups', { body })
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      setups[provider] = response.body
    }
  })
  afterAll(() => [adyen, paypal, braintree].map(({ stop }) => stop()))
  beforeEach(() => {
    Object.assign(adyen.state, defaultAdyenState, {
      webhooks: [{ url: getWebhookUrl('adyen'), active: true }],
    })
    const names = requiredPaypalEvents.map((name) => ({ name }))
    Object.assign(paypal.state, defaultPaypalState, {
      webhooks: [{ id: 'WH1', url: getWebhookUrl('paypal'), event_types: names }],
    })
    Object.assign(braintree.state, defaultBraintreeState)
  })
  const validValues = {
    adyen: {
      testSecretKey: defaultAdyenState.key,
      testWebhookSecret: 'A'.repeat(64),
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
  const runTest = async (provider: keyof typeof validValues, overrides: object = {}) => {
    const { id = 0 } = setups[provider] ?? {}
    const { version } = (await call('GET', `/paymentSetups/${id}`)).body
    const body = { ...validValues[provider], ...overrides }
    const response = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: version })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    return runSteps(paymentIntegration, {
      platform: platform().platform,
      record: response.body,
      secrets: await openSecrets(platform().platform, paymentSetups, response.body),
      input: {},
      passiveOnly: false,
      findUserActionStep: () => undefined,
      onProgress: () => Promise.resolve(),
    })
  }

  test.each(['adyen', 'paypal', 'braintree'] as const)(
    'a valid %s setup passes its test',
    async (name) => {
      const steps = await runTest(name)
      const webhook = name === 'braintree' ? 'unknown' : 'passed'
      expect(steps.map(({ outcome }) => outcome)).toEqual([
        'passed',
        'passed',
        'passed',
        webhook,
        'unknown',
      ])
    },
  )

  test('a test event from Adyen shows whether the webhook secret is valid', async () => {
    Object.assign(adyen.state, { roles: [webhookTestRole], testOrigin: platform().url })
    const findLastStep = async (overrides: object) => (await runTest('adyen', overrides)).at(-1)
    expect(await findLastStep({ testWebhookSecret: 'B'.repeat(64) })).toMatchObject({
      outcome: 'failed',
      code: 'NOT_GENUINE',
      field: 'testWebhookSecret',
    })
    expect(await findLastStep({})).toMatchObject({ name: 'event', outcome: 'passed' })
  })

  test('a webhook without the events about refunds and disputes fails, with the fix', async () => {
    const findFailure = async (provider: 'adyen' | 'paypal') =>
      (await runTest(provider)).find(({ outcome }) => outcome === 'failed')?.sentence
    const [adyenWebhook] = adyen.state.webhooks
    Object.assign(adyenWebhook ?? {}, {
      additionalSettings: { excludeEventCodes: ['REFUND_FAILED', 'CHARGEBACK', 'OFFER_CLOSED'] },
    })
    expect(await findFailure('adyen')).toBe(
      "The webhook doesn't send REFUND_FAILED or CHARGEBACK. Add these events in the Adyen Customer Area.",
    )
    const [paypalWebhook] = paypal.state.webhooks
    Object.assign(paypalWebhook ?? {}, {
      event_types: requiredPaypalEvents
        .filter((name) => name !== 'PAYMENT.REFUND.FAILED' && !name.includes('DISPUTE'))
        .map((name) => ({ name })),
    })
    expect(await findFailure('paypal')).toBe(
      "The webhook doesn't send PAYMENT.REFUND.FAILED, CUSTOMER.DISPUTE.CREATED, or CUSTOMER.DISPUTE.RESOLVED. Add these events in the PayPal dashboard.",
    )
    expect((await runTest('braintree'))[3]?.sentence).toContain('failed refunds, and disputes')
  })

  test('an Adyen key limited to some IP addresses passes with a warning that lists them', async () => {
    adyen.state.allowedIpAddresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
    const [, accessStep] = await runTest('adyen')
    expect(accessStep).toMatchObject({ outcome: 'passed', warning: true })
    expect(accessStep?.sentence).toContain(
      'from these IP addresses: 192.0.2.1, 192.0.2.2, 192.0.2.3, 1 more.',
    )
  })

  test.each<[keyof typeof validValues, object, object, string, string | undefined]>([
    [
      'adyen',
      { testSecretKey: 'another' },
      {},
      "Adyen doesn't recognize this API key. Paste a new one.",
      'testSecretKey',
    ],
    [
      'adyen',
      {},
      { active: false },
      'The API key is inactive in Adyen. Activate it in the Customer Area.',
      'testSecretKey',
    ],
    ['adyen', { merchantAccount: null }, {}, 'Enter the merchant account.', 'merchantAccount'],
    [
      'adyen',
      { merchantAccount: 'Other' },
      {},
      "The API key can't access the merchant account Other. Correct the merchant account in the payment setup, or give the API key access to it in the Adyen Customer Area.",
      'merchantAccount',
    ],
    [
      'adyen',
      {},
      { methods: [] },
      'The merchant account has no active payment method. Activate one at Adyen.',
      undefined,
    ],
    ['adyen', {}, { webhooks: [] }, 'No webhook points to', undefined],
    [
      'paypal',
      { testSecretKey: 'another' },
      {},
      "PayPal doesn't recognize this client ID and secret in test mode.",
      'testSecretKey',
    ],
    ['paypal', {}, { scope: 'openid' }, "The PayPal app can't take payments", undefined],
    [
      'paypal',
      {},
      { canReadWebhooks: false },
      "The PayPal app can't read webhooks. Give it access in the PayPal dashboard.",
      undefined,
    ],
    ['paypal', {}, { webhooks: [] }, 'No webhook points to', undefined],
    [
      'paypal',
      { testWebhookSecret: 'WH2' },
      {},
      'Change the webhook ID in this setup to WH1.',
      'testWebhookSecret',
    ],
    [
      'braintree',
      { testSecretKey: 'another' },
      {},
      "Braintree doesn't recognize these keys in test mode. Check both keys.",
      'testSecretKey',
    ],
    [
      'braintree',
      {},
      { errorClass: 'AUTHORIZATION' },
      "The keys can't read the merchant accounts. Give the keys access in the Braintree Control Panel.",
      'testSecretKey',
    ],
    ['braintree', {}, { errorClass: 'RESOURCE_LIMIT' }, 'too many requests', undefined],
    [
      'braintree',
      {},
      { accounts: [] },
      'No merchant account is active. Activate one at Braintree.',
      undefined,
    ],
  ])(
    '%s with %j and a provider state of %j fails with its fix',
    async (name, values, state, sentence, field) => {
      Object.assign({ adyen, paypal, braintree }[name].state, state)
      const step = findBlockingStep(await runTest(name, values))
      expect(step?.outcome).toBe('failed')
      expect(step?.sentence).toContain(sentence)
      expect(step?.field).toBe(field)
    },
  )

  const buildSetup = (storeId: number, name: string) => ({
    ...getInitialValues(paymentSetups),
    name,
    provider: 'adyen',
    storeIds: [storeId],
  })
  const loadSetups = async (storeId: number) => {
    const { data } = (await call('GET', '/paymentSetups?limit=100')).body
    return data.filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(storeId))
  }

  test('only one of several setups created concurrently for a store is saved', async () => {
    const storeId = Number((await createStore(call)).id)
    const requests = Array.from({ length: 6 }, (_, index) =>
      call('POST', '/paymentSetups', { body: buildSetup(storeId, `At once ${index}`) }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    expect(await loadSetups(storeId)).toHaveLength(1)
  })

  test("one call can't create two setups for the same store", async () => {
    const storeId = Number((await createStore(call)).id)
    const records = [buildSetup(storeId, 'One of two'), buildSetup(storeId, 'Other of two')]
    expect(await call('POST', '/paymentSetups/many', { body: { records } })).toMatchObject({
      status: 422,
    })
    expect(await loadSetups(storeId)).toEqual([])
  })
})
