import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPrintful, usualPrintful } from '#scripts/standIns/printful.ts'
import { jobKindsOf } from '#server/platform/app.ts'
import { runJob } from '#server/platform/jobs/runJob.ts'
import { exceptionFrom } from '#server/platform/outgoing/networks.ts'
import { settleStores } from '#server/platform/stores/settleStores.ts'
import { signedIn } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'

const loopback = exceptionFrom('127.0.0.0/8')

describe.each(databases)('accounts at Printful on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let printful: Awaited<ReturnType<typeof startPrintful>>
  let call: Caller
  let id: number
  const settings = {
    name: 'Printful',
    token: usualPrintful().token,
    level: 'account',
    tokenExpiresOn: null,
    storeMap: [],
    orderMode: 'draft',
    limitPerMinute: 100,
  }
  beforeAll(async () => {
    printful = await startPrintful()
    platform().platform.printfulEndpoint = printful.url
    call = await signedIn(platform())
    const made = await call('POST', '/printfulSetup', { body: settings })
    expect(made.status).toBe(201)
    id = made.body.id
  })
  afterAll(() => printful.stop())
  beforeEach(() => {
    Object.assign(printful.state, usualPrintful())
    platform().advance(61_000) // Ten tries a minute.
  })
  const change = async (body: object) => {
    const { version } = (await call('GET', `/printfulSetup/${id}`)).body
    return call('PATCH', `/printfulSetup/${id}`, { body, ifMatch: version })
  }
  const tested = async (body: object = {}) => {
    expect(await change({ token: settings.token, ...body })).toMatchObject({ status: 200 })
    const { job } = (await call('POST', `/printfulSetup/${id}/test`, { body: {} })).body
    const work = { platform: platform().platform, kinds: jobKindsOf(), settle: settleStores }
    await runJob({ ...work, isOver: () => false }, job)
    return (await call('GET', `/printfulSetup/${id}/tests`)).body.data[0]
  }

  test('a token that may do all passes, and stores that are not mapped are told', async () => {
    const { outcome, steps } = await tested()
    expect(outcome).toBe('passed')
    expect(steps.at(-1)).toMatchObject({ sentence: 'Not mapped yet: 10, 11.', warning: true })
  })

  test.each([
    [{ token: 'another' }, {}, 'Printful does not know this token, or it has expired.'],
    [
      {},
      { scopes: ['orders', 'sync_products', 'stores_list'] },
      'Missing: webhooks, file_library/read. Make a new token with them.',
    ],
    [{}, { fails: 429 }, 'Printful is asked too often. Try again in a minute.'],
    [{}, { fails: 500 }, 'Printful answered 500. Try again.'],
    [{}, { stores: [] }, 'The account has no store at Printful.'],
  ])('%j with %j is told with what mends it', async (given, state, sentence) => {
    Object.assign(printful.state, state)
    const { outcome, steps } = await tested(given)
    const wrong = steps.find((step: { outcome: string }) => step.outcome === 'failed')
    expect({ outcome, sentence: wrong?.sentence }).toEqual({ outcome: 'failed', sentence })
  })

  test.each([
    [{ storeMap: ['ten = acme'] }, 'no pair such as'],
    [{ storeMap: ['10 = acme', '10 = globex'] }, 'stands once'],
    [{ storeMap: ['10 = nobody-has-this'] }, 'No store of ours has the code nobody-has-this'],
    [{ level: 'store', storeMap: ['10 = acme', '11 = globex'] }, 'reaches one alone'],
  ])('a map that is wrong is told at its field: %j', async (body, sentence) => {
    const { status, body: problem } = await change(body)
    expect(status).toBe(422)
    expect(problem.fields.storeMap).toContain(sentence)
  })

  test('the end of a token is known to whoever asks what ends', async () => {
    const day = platform().platform.now().toISOString().slice(0, 10)
    expect((await change({ tokenExpiresOn: day })).status).toBe(200)
    const { data } = (await call('GET', '/integrations/expiries?days=30')).body
    expect(data).toEqual([
      expect.objectContaining({ resource: 'printfulSetup', label: 'Printful', what: 'Token' }),
    ])
  })
})
