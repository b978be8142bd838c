import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRuna, usualRuna } from '#scripts/standIns/runa.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(usually('PGlite'))('gift cards on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let id: number
  beforeAll(async () => {
    runa = await startRuna()
    platform().platform.runaEndpoint = runa.url
    call = await signedIn(platform())
    const made = await call('POST', '/giftCardSetup', { body: settings })
    expect(made.status).toBe(201)
    id = made.body.id
  })
  afterAll(() => runa.stop())
  beforeEach(() => {
    Object.assign(runa.state, usualRuna())
    platform().advance(61_000) // Ten tries a minute.
  })

  const settings = {
    name: 'Runa',
    environment: 'sandbox',
    apiKey: usualRuna().apiKey,
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
  const change = async (body: object) => {
    const { version } = (await call('GET', `/giftCardSetup/${id}`)).body
    return call('PATCH', `/giftCardSetup/${id}`, { body, ifMatch: version })
  }
  const run = (job: number) =>
    runJob(
      {
        platform: platform().platform,
        kinds: buildJobKinds(),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  const tested = async (body: object = {}) => {
    expect(await change({ apiKey: settings.apiKey, ...body })).toMatchObject({ status: 200 })
    return testedAsItIs()
  }
  const testedAsItIs = async () => {
    const { job } = (await call('POST', `/giftCardSetup/${id}/test`, { body: {} })).body
    await run(job)
    return (await call('GET', `/giftCardSetup/${id}/tests`)).body.data[0]
  }

  test('an account that answers passes every step, and its balances are kept exactly', async () => {
    const { outcome, steps } = await tested()
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
      { fails: 'forbidden' },
      "This API key doesn't have the required permission. Ask Runa to grant it.",
      undefined,
    ],
    [
      {},
      { fails: 'rate' },
      'Runa is receiving too many requests. Try again in a minute.',
      undefined,
    ],
    [
      {},
      { fails: 'version_removed' },
      expect.stringContaining('no longer supports the API version'),
      undefined,
    ],
    [
      {},
      { products: [] },
      "The account can't order any products. Ask Runa to add some.",
      undefined,
    ],
  ])('%j with %j is told with what mends it', async (given, state, sentence, field) => {
    Object.assign(runa.state, state)
    const { outcome, steps } = await tested(given)
    const wrong = steps.find((step: { outcome: string }) => step.outcome === 'failed')
    expect({ outcome, ...wrong }).toMatchObject({
      outcome: 'failed',
      sentence,
      ...(field ? { field } : {}),
    })
  })

  test('without a key, as demo data is, its field is named and nothing is said of its first letters', async () => {
    const { db } = platform().platform
    await sql`update gift_card_setup set api_key = '{"set": false, "hint": null, "changedAt": null}', api_key_sealed = null`.execute(
      db,
    )
    const { steps } = await testedAsItIs()
    expect(steps[0]).toMatchObject({
      outcome: 'failed',
      sentence: 'Add an API key first.',
      field: 'apiKey',
    })
  })

  test('a key of the other side is told without a call', async () => {
    const { steps } = await tested({ apiKey: 'wgkeyofliveliveliveliveli' })
    expect(steps[0].outcome).toBe('failed')
    expect(steps[1]).toMatchObject({ outcome: 'skipped', ms: null })
  })

  test('the balance is read by hand, and a refusal says why', async () => {
    await change({ apiKey: settings.apiKey })
    runa.state.balances = { EUR: '10.01' }
    expect(await call('POST', `/giftCardSetup/${id}/balances`, { body: {} })).toMatchObject({
      status: 200,
      body: { balances: [{ currency: 'EUR', amount: 1001, low: true }, {}, {}] },
    })
    runa.state.fails = 'forbidden'
    expect(await call('POST', `/giftCardSetup/${id}/balances`, { body: {} })).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining("doesn't have the required permission"),
      },
    })
  })

  test('limits that contradict each other are told at their fields', async () => {
    const wrong = {
      lowBalances: ['EUR many'],
      minAmount: 500,
      maxAmount: 400,
      dailyCap: 9,
      monthlyCap: 8,
    }
    const { status, body } = await change(wrong)
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toEqual(['lowBalances', 'maxAmount', 'monthlyCap'])
    expect((await change({ lowBalances: ['EUR 1', 'EUR 2'] })).status).toBe(422)
  })

  test('there is one for each environment', async () => {
    expect((await call('POST', '/giftCardSetup', { body: settings })).status).toBe(422)
    expect((await change({ environment: 'live' })).status).toBe(422)
  })

  test('freezing says why, and is lifted', async () => {
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
