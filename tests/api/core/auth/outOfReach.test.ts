import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import type { LookupFunction } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { runSteps } from '#server/platform/core/integrations/runSteps.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { findBlockingStep } from '#shared/engine/integrations/tests.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

/** Name servers that find no host, as in a network without internet access. */
const failingLookup: LookupFunction = (_host, _options, done) =>
  done(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' }), '', 4)
const rejectQuery = () => Promise.reject(new Error("DNS isn't queried"))

const buildPayment = (provider: string, more: object) => ({ name: provider, provider, ...more })
const settings: [provider: string, host: string, resource: Resource, values: object][] = [
  [
    'Stripe',
    'api.stripe.com',
    paymentSetups,
    buildPayment('stripe', { testSecretKey: 'sk_test_0123456789' }),
  ],
  [
    'Adyen',
    'management-test.adyen.com',
    paymentSetups,
    buildPayment('adyen', { testSecretKey: 'key-of-tests', merchantAccount: 'Shop' }),
  ],
  [
    'PayPal',
    'api-m.sandbox.paypal.com',
    paymentSetups,
    buildPayment('paypal', { testPublishableKey: 'client', testSecretKey: 'secret-of-tests' }),
  ],
  [
    'Braintree',
    'payments.sandbox.braintree-api.com',
    paymentSetups,
    buildPayment('braintree', {
      testPublishableKey: 'public',
      testSecretKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    }),
  ],
  [
    'Runa',
    'playground.runa.io',
    giftCardSetup,
    { name: 'Runa', environment: 'sandbox', apiKey: 'XXkeyoftestskeyoftests00', currency: 'EUR' },
  ],
  [
    'Printful',
    'api.printful.com',
    printfulSetup,
    { name: 'Printful', token: 'a-token-of-tests', storeMap: [] },
  ],
  [
    'AWS',
    'cognito-idp.eu-central-1.amazonaws.com',
    cognitoSetup,
    {
      name: 'Members',
      userPoolId: 'eu-central-1_AbCdEfGhI',
      clientId: 'client0of0tests',
      emailAttribute: 'email',
    },
  ],
]

const formatUnreachable = (provider: string, host: string) =>
  `We couldn't reach ${provider}, because the platform's name servers can't find ${host}. Ask your server administrator to check the network.`

describe.each(chooseDatabases('PostgreSQL'))('Unreachable providers on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  const recordsByProvider = new Map<string, AnyRecord>()
  beforeAll(async () => {
    call = await openSession(platform())
    platform().platform.outgoing = createOutgoingNetwork({
      exceptions: [],
      lookup: failingLookup,
      dns: { cname: rejectQuery, txt: rejectQuery },
      now: Date.now,
    })
    for (const [provider, , resource, values] of settings) {
      const body = { ...getInitialValues(resource), ...values }
      const answer = await call('POST', `/${resource.name}`, { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      recordsByProvider.set(provider, answer.body)
    }
  })
  const findFailure = async (resource: Resource, record: AnyRecord) => {
    const integration = getAreaIntegrations(areas).find(
      (one) => one.resource.name === resource.name,
    ) as Integration // All of them are integrations.
    const steps = await runSteps(integration, {
      platform: platform().platform,
      record,
      secrets: await openSecrets(platform().platform, resource, record),
      input: {},
      passiveOnly: false,
      findUserActionStep: () => undefined,
      onProgress: () => Promise.resolve(),
    })
    return findBlockingStep(steps)
  }
  const getRecord = (provider: string) => {
    const record = recordsByProvider.get(provider)
    if (!record) throw new Error(`${provider} is not set up`)
    return record
  }

  test.each(settings)(
    'a test of an unreachable %s reports no field',
    async (provider, host, resource) => {
      const failure = await findFailure(resource, getRecord(provider))
      expect(failure).toMatchObject({
        outcome: 'failed',
        sentence: formatUnreachable(provider, host),
      })
      expect(failure?.field).toBeUndefined()
    },
  )

  test("an Adyen live prefix that isn't found is reported at its field", async () => {
    const live = { mode: 'live', liveUrlPrefix: 'abc-Shop', liveSecretKey: { set: true } }
    const record: AnyRecord = { ...getRecord('Adyen'), ...live }
    const account = getAreaIntegrations(areas)
      .find(({ resource }) => resource.name === paymentSetups.name)
      ?.steps.find(({ name }) => name === 'account')
    const secrets = { liveSecretKey: 'key-of-tests' }
    const context = { platform: platform().platform, record, secrets, input: {}, state: {} }
    const signal = AbortSignal.timeout(5000)
    expect(await account?.run?.({ ...context, signal })).toMatchObject({
      outcome: 'failed',
      sentence: "We couldn't find abc-shop-checkout-live.adyenpayments.com. Check the spelling.",
      field: 'liveUrlPrefix',
    })
  })

  test('a rotation reports it for the form, not for the secret', async () => {
    const { id } = getRecord('PayPal')
    await sql`update payment_setups set state = 'active', proven_version = settings_version where id = ${id}`.execute(
      platform().platform.db,
    )
    const body = { publishable: '', secret: 'next-secret', webhook: '', overlap: '24' }
    const rejected = await call('POST', `/paymentSetups/${id}/rotation`, { body })
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: formatUnreachable('PayPal', 'api-m.sandbox.paypal.com'),
      },
    })
    expect(rejected.body.fields).toBeUndefined()
  })
})
