import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mayTest, startAdyen, usualAdyen } from '#scripts/standIns/adyen.ts'
import { startBraintree, usualBraintree } from '#scripts/standIns/braintree.ts'
import { startPaypal, usualPaypal } from '#scripts/standIns/paypal.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { runSteps } from '#server/platform/core/integrations/runSteps.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { paymentIntegration } from '#server/platform/areas/payments/setups/paymentIntegration.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { findDecisiveStep } from '#shared/engine/integrations/tests.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(usually('PostgreSQL'))('payment providers on $name', (database) => {
  const platform = usePlatform(database, {
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  let adyen: Awaited<ReturnType<typeof startAdyen>>
  let paypal: Awaited<ReturnType<typeof startPaypal>>
  let braintree: Awaited<ReturnType<typeof startBraintree>>
  let call: Caller
  const made: Record<string, AnyRecord> = {}
  const at = (provider: string) =>
    `https://pay.example.com/webhooks/${provider}/${made[provider]?.id}`
  beforeAll(async () => {
    ;[adyen, paypal, braintree] = [await startAdyen(), await startPaypal(), await startBraintree()]
    platform().platform.endpoints = {
      adyen: adyen.url,
      paypal: paypal.url,
      braintree: braintree.url,
    }
    call = await signedIn(platform())
    for (const [provider, values] of Object.entries(usual)) {
      const body = { ...getInitialValues(paymentSetups), name: provider, provider, ...values }
      const answer = await call('POST', '/paymentSetups', { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      made[provider] = answer.body
    }
  })
  afterAll(() => [adyen, paypal, braintree].map(({ stop }) => stop()))
  beforeEach(() => {
    Object.assign(adyen.state, usualAdyen, { webhooks: [{ url: at('adyen'), active: true }] })
    const names = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.COMPLETED'].map((name) => ({ name }))
    Object.assign(paypal.state, usualPaypal, {
      webhooks: [{ id: 'WH1', url: at('paypal'), event_types: names }],
    })
    Object.assign(braintree.state, usualBraintree)
  })
  const usual = {
    adyen: {
      testSecretKey: usualAdyen.key,
      testWebhookSecret: 'A'.repeat(64),
      merchantAccount: usualAdyen.merchantAccount,
    },
    paypal: {
      testPublishableKey: usualPaypal.client,
      testSecretKey: usualPaypal.secret,
      testWebhookSecret: 'WH1',
    },
    braintree: {
      testPublishableKey: usualBraintree.publicKey,
      testSecretKey: usualBraintree.privateKey,
    },
  }
  const tested = async (provider: keyof typeof usual, more: object = {}) => {
    const { id = 0 } = made[provider] ?? {}
    const { version } = (await call('GET', `/paymentSetups/${id}`)).body
    const body = { ...usual[provider], ...more }
    const answer = await call('PATCH', `/paymentSetups/${id}`, { body, ifMatch: version })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return runSteps(paymentIntegration, {
      platform: platform().platform,
      record: answer.body,
      secrets: await openSecrets(platform().platform, paymentSetups, answer.body),
      input: {},
      passiveOnly: false,
      findProvenStep: () => undefined,
      onProgress: () => Promise.resolve(),
    })
  }

  test.each(['adyen', 'paypal', 'braintree'] as const)(
    '%s as it should be passes',
    async (name) => {
      const steps = await tested(name)
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

  test('Adyen sends an event at once, which proves the secret, or shows that it is another', async () => {
    Object.assign(adyen.state, { roles: [mayTest], reaches: platform().url })
    const last = async (more: object) => (await tested('adyen', more)).at(-1)
    expect(await last({ testWebhookSecret: 'B'.repeat(64) })).toMatchObject({
      outcome: 'failed',
      code: 'NOT_GENUINE',
      field: 'testWebhookSecret',
    })
    expect(await last({})).toMatchObject({ name: 'event', outcome: 'passed' })
  })

  test('a key of Adyen that counts from some addresses alone passes with a warning that names them', async () => {
    adyen.state.allowedIpAddresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
    const [, answer] = await tested('adyen')
    expect(answer).toMatchObject({ outcome: 'passed', warning: true })
    expect(answer?.sentence).toContain(
      'from these IP addresses: 192.0.2.1, 192.0.2.2, 192.0.2.3, 1 more.',
    )
  })

  test.each<[keyof typeof usual, object, object, string, string | undefined]>([
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
      'This key has no access to merchant account Other. Check the name.',
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
      { readsWebhooks: false },
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
      { refuses: 'AUTHORIZATION' },
      "The keys can't read the merchant accounts. Give the keys access in the Braintree Control Panel.",
      'testSecretKey',
    ],
    ['braintree', {}, { refuses: 'RESOURCE_LIMIT' }, 'too many requests', undefined],
    [
      'braintree',
      {},
      { accounts: [] },
      'No merchant account is active. Activate one at Braintree.',
      undefined,
    ],
  ])(
    '%s with %j, answering %j, is told with its mend',
    async (name, given, state, sentence, field) => {
      Object.assign({ adyen, paypal, braintree }[name].state, state)
      const telling = findDecisiveStep(await tested(name, given))
      expect(telling?.outcome).toBe('failed')
      expect(telling?.sentence).toContain(sentence)
      expect(telling?.field).toBe(field)
    },
  )

  const taking = (storeId: number, name: string) => ({
    ...getInitialValues(paymentSetups),
    name,
    provider: 'adyen',
    storeIds: [storeId],
  })
  const takersOf = async (storeId: number) => {
    const { data } = (await call('GET', '/paymentSetups?limit=100')).body
    return data.filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(storeId))
  }

  test('of setups that are given a store at once, one has it', async () => {
    const storeId = Number((await newStore(call)).id)
    const asked = Array.from({ length: 6 }, (_, at) =>
      call('POST', '/paymentSetups', { body: taking(storeId, `At once ${at}`) }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    expect(await takersOf(storeId)).toHaveLength(1)
  })

  test('of setups that are made by one call no two have a store', async () => {
    const storeId = Number((await newStore(call)).id)
    const records = [taking(storeId, 'One of two'), taking(storeId, 'Other of two')]
    expect(await call('POST', '/paymentSetups/many', { body: { records } })).toMatchObject({
      status: 422,
    })
    expect(await takersOf(storeId)).toEqual([])
  })
})
