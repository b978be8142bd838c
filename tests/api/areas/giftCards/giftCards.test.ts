import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PGlite'))('Gift card setup on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let id: number
  beforeAll(async () => {
    runa = await startRuna()
    platform().platform.runaEndpoint = runa.url
    call = await openSession(platform())
    const created = await call('POST', '/giftCardSetup', { body: settings })
    expect(created.status).toBe(201)
    id = created.body.id
  })
  afterAll(() => runa.stop())
  beforeEach(() => {
    Object.assign(runa.state, buildRunaState())
    platform().advance(61_000) // The limit is ten tests per minute.
  })

  const settings = {
    name: 'Runa',
    environment: 'sandbox',
    apiKey: buildRunaState().apiKey,
    currency: 'EUR',
    lowBalances: ['1000.00 EUR', 'GBP 100.00', 'USD 1.00'],
    minAmount: null,
    maxAmount: null,
    dailyCap: null,
    monthlyCap: null,
    codePrefix: null,
    codeLength: 16,
    codeCharacters: 'mixed',
    expiryMonths: null,
    webhookSecret: null,
    storeIds: [],
  }
  const updateSetup = async (body: object) => {
    const { version } = (await call('GET', `/giftCardSetup/${id}`)).body
    return call('PATCH', `/giftCardSetup/${id}`, { body, ifMatch: version })
  }
  const runTestJob = (job: number) =>
    runJobTurn(
      {
        platform: platform().platform,
        kinds: buildJobKinds(areas),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  const updateAndTest = async (body: object = {}) => {
    expect(await updateSetup({ apiKey: settings.apiKey, ...body })).toMatchObject({ status: 200 })
    return testSetup()
  }
  const testSetup = async () => {
    const { job } = (await call('POST', `/giftCardSetup/${id}/test`, { body: {} })).body
    await runTestJob(job)
    return (await call('GET', `/giftCardSetup/${id}/tests`)).body.data[0]
  }

  test('a valid account passes every step, and its balances are saved exactly', async () => {
    const { outcome, steps } = await updateAndTest()
    expect(steps.map((step: { outcome: string }) => step.outcome)).toEqual([
      ...Array(4).fill('passed'),
      'skipped', // The sandbox has no webhooks.
    ])
    expect(outcome).toBe('passed')
    expect((await call('GET', `/giftCardSetup/${id}/balances`)).body.balances).toEqual([
      { currency: 'EUR', amount: 120_000, low: false },
      { currency: 'GBP', amount: 8050, low: true },
      { currency: 'JPY', amount: 45_000, low: false },
      { currency: 'USD', amount: 0, low: true },
    ])
  })

  test.each([
    [
      { apiKey: 'wgkeyofliveliveliveliveli' },
      {},
      'This is a live key, but this setup is for the sandbox environment. Paste a sandbox key, which starts with XX.',
      'apiKey',
    ],
    [
      { apiKey: 'XXanotheranotheranother00' },
      {},
      "Runa doesn't recognize this API key. Paste a new one.",
      'apiKey',
    ],
    [
      {},
      { error: 'forbidden' },
      "This API key doesn't have the required permission. Ask Runa to grant it.",
      undefined,
    ],
    [
      {},
      { error: 'rate' },
      'Runa is receiving too many requests. Try again in a minute.',
      undefined,
    ],
    [
      {},
      { error: 'version_removed' },
      expect.stringContaining('no longer supports the API version'),
      undefined,
    ],
    [
      {},
      { products: [] },
      "The account can't order any products. Ask Runa to add some.",
      undefined,
    ],
  ])(
    'a test with %j and the Runa state %j fails and says how to fix it',
    async (values, state, sentence, field) => {
      Object.assign(runa.state, state)
      const { outcome, steps } = await updateAndTest(values)
      const failedStep = steps.find((step: { outcome: string }) => step.outcome === 'failed')
      expect({ outcome, ...failedStep }).toMatchObject({
        outcome: 'failed',
        sentence,
        ...(field ? { field } : {}),
      })
    },
  )

  test('a setup without a key fails with only a request to add one', async () => {
    const { db } = platform().platform
    await sql`update gift_card_setup set api_key = '{"set": false, "hint": null, "changedAt": null}', api_key_sealed = null`.execute(
      db,
    )
    const { steps } = await testSetup()
    expect(steps[0]).toMatchObject({
      outcome: 'failed',
      sentence: 'Add an API key first.',
      field: 'apiKey',
    })
  })

  test('a key of the other environment fails without a call to Runa', async () => {
    const { steps } = await updateAndTest({ apiKey: 'wgkeyofliveliveliveliveli' })
    expect(steps[0].outcome).toBe('failed')
    expect(steps[1]).toMatchObject({ outcome: 'skipped', ms: null })
  })

  test('an operator can refresh the balances, and a failure says why', async () => {
    await updateSetup({ apiKey: settings.apiKey })
    runa.state.balances = { EUR: '10.01' }
    expect(await call('POST', `/giftCardSetup/${id}/balances`, { body: {} })).toMatchObject({
      status: 200,
      body: { balances: [{ currency: 'EUR', amount: 1001, low: true }, {}, {}] },
    })
    runa.state.error = 'forbidden'
    expect(await call('POST', `/giftCardSetup/${id}/balances`, { body: {} })).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining("doesn't have the required permission"),
      },
    })
  })

  test('limits that contradict each other are rejected at their fields', async () => {
    const values = {
      lowBalances: ['EUR many'],
      minAmount: 500,
      maxAmount: 400,
      dailyCap: 9,
      monthlyCap: 8,
    }
    const { status, body } = await updateSetup(values)
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toEqual(['lowBalances', 'maxAmount', 'monthlyCap'])
    expect((await updateSetup({ lowBalances: ['EUR 1', 'EUR 2'] })).status).toBe(422)
  })

  test('each environment has only one setup', async () => {
    expect((await call('POST', '/giftCardSetup', { body: settings })).status).toBe(422)
    expect((await updateSetup({ environment: 'live' })).status).toBe(422)
  })

  test('freezing needs a reason, and unfreezing clears it', async () => {
    const freeze = (body: object) => call('POST', `/giftCardSetup/${id}/freeze`, { body })
    expect(await freeze({ frozen: true })).toMatchObject({ status: 422 })
    expect(await freeze({ frozen: true, reason: 'Fraud' })).toMatchObject({
      status: 200,
      body: { frozen: true, frozenReason: 'Fraud' },
    })
    expect(await freeze({ frozen: false })).toMatchObject({
      status: 200,
      body: { frozen: false, frozenReason: null },
    })
  })
})
