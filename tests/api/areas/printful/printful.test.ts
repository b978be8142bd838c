import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import {
  buildSignedHeaders,
  startPrintful,
  buildPrintfulState,
} from '#scripts/mockProviders/printful.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import {
  pausePrintfulRequests,
  waitForPrintfulSlot,
} from '#server/platform/areas/printful/rateLimit.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertOrder } from '#tests/api/support/orders.ts'
import { insertStoreDefaults, createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PGlite'))('Printful setup on $name', (database) => {
  const platform = usePlatform(database, {
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://print.example.com'),
  })
  let printful: Awaited<ReturnType<typeof startPrintful>>
  let call: Caller
  let id: number
  let orderId: number
  const settings = {
    name: 'Printful',
    token: buildPrintfulState().token,
    level: 'account',
    tokenExpiresOn: null,
    storeMap: [],
    orderMode: 'draft',
    limitPerMinute: 100,
  }
  beforeAll(async () => {
    printful = await startPrintful()
    platform().platform.printfulEndpoint = printful.url
    call = await openSession(platform())
    await insertStoreDefaults(platform())
    const { id: acme } = await createStore(call, { name: 'Acme', code: 'acme' })
    await createStore(call, { name: 'Globex', code: 'globex' })
    const { db, now } = platform().platform
    orderId = await insertOrder(db, { storeId: acme, at: now().toISOString() })
    await sql`update orders set status = 'paid' where id = ${orderId}`.execute(db)
    const created = await call('POST', '/printfulSetup', { body: settings })
    expect(created.status).toBe(201)
    id = created.body.id
  })
  afterAll(() => printful.stop())
  beforeEach(() => {
    Object.assign(printful.state, buildPrintfulState())
    platform().advance(61_000) // The limit is ten tests per minute.
  })
  const updateSetup = async (body: object) => {
    const { version } = (await call('GET', `/printfulSetup/${id}`)).body
    return call('PATCH', `/printfulSetup/${id}`, { body, ifMatch: version })
  }
  const runJobToEnd = (job: number) => {
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(areas),
      beforeCommit: recomputeStoreStats,
    }
    return runJobTurn({ ...work, isTurnOver: () => false }, job)
  }
  const updateAndTest = async (body: object = {}) => {
    expect(await updateSetup({ token: settings.token, ...body })).toMatchObject({ status: 200 })
    return testSetup()
  }
  const testSetup = async () => {
    const { job } = (await call('POST', `/printfulSetup/${id}/test`, { body: {} })).body
    await runJobToEnd(job)
    return (await call('GET', `/printfulSetup/${id}/tests`)).body.data[0]
  }

  test('a token with every scope passes, with a warning about unmapped stores', async () => {
    const { outcome, steps } = await updateAndTest()
    expect(outcome).toBe('passed')
    expect(steps[3]).toMatchObject({
      sentence: 'Printful stores not mapped yet: 10, 11.',
      warning: true,
    })
    expect(steps[4]).toMatchObject({ name: 'webhook', outcome: 'skipped' })
  })

  test('a token with the wrong access level for its stores is reported at the level field', async () => {
    printful.state.stores = buildPrintfulState().stores.slice(0, 1)
    const findStoresStep = async (level: string) => (await updateAndTest({ level })).steps[2]
    expect(await findStoresStep('account')).toMatchObject({
      outcome: 'passed',
      warning: true,
      field: 'level',
    })
    expect(await findStoresStep('store')).not.toHaveProperty('warning')
    printful.state.stores = buildPrintfulState().stores
    expect(await findStoresStep('store')).toMatchObject({
      outcome: 'failed',
      sentence: 'The token can access 2 stores. Set the access level to "Account".',
      field: 'level',
    })
    await updateSetup({ level: 'account' })
  })

  test.each([
    [
      { token: 'another' },
      {},
      "Printful doesn't recognize this token, or it has expired. Paste a new one.",
    ],
    [
      {},
      { scopes: ['orders', 'sync_products', 'stores_list'] },
      'Missing scopes: webhooks, file_library/read. Create a new token that includes them.',
    ],
    [{}, { errorStatus: 429 }, 'Printful is receiving too many requests. Try again in a minute.'],
    [{}, { errorStatus: 500 }, 'Printful returned status 500. Try again.'],
    [{}, { stores: [] }, 'This Printful account has no stores. Create one in Printful first.'],
  ])(
    'a test with %j and the Printful state %j fails and says how to fix it',
    async (values, state, sentence) => {
      Object.assign(printful.state, state)
      const { outcome, steps } = await updateAndTest(values)
      const failedStep = steps.find((step: { outcome: string }) => step.outcome === 'failed')
      expect({ outcome, sentence: failedStep?.sentence }).toEqual({ outcome: 'failed', sentence })
    },
  )

  test('a setup without a token fails with a request to add one', async () => {
    const { db } = platform().platform
    await sql`update printful_setup set token = '{"set": false, "hint": null, "changedAt": null}', token_sealed = null`.execute(
      db,
    )
    const { steps } = await testSetup()
    expect(steps[0]).toMatchObject({
      outcome: 'failed',
      sentence: 'Add a token first.',
      field: 'token',
    })
  })

  test.each([
    [{ storeMap: ['ten = acme'] }, 'enter each pair as'],
    [{ storeMap: ['10 = acme', '10 = globex'] }, 'Map each Printful store only once.'],
    [
      { storeMap: ['10 = nobody-has-this'] },
      'No store has the code nobody-has-this. Check the code.',
    ],
    [{ level: 'store', storeMap: ['10 = acme', '11 = globex'] }, 'Map only one store'],
  ])('rejects a wrong store map at its field: %j', async (body, sentence) => {
    const { status, body: problem } = await updateSetup(body)
    expect(status).toBe(422)
    expect(problem.fields.storeMap).toContain(sentence)
  })

  test('the expiration of a token is in the list of expirations', async () => {
    const day = platform().platform.now().toISOString().slice(0, 10)
    expect((await updateSetup({ tokenExpiresOn: day })).status).toBe(200)
    const { data } = (await call('GET', '/integrations/expiries?days=30')).body
    expect(data).toEqual([
      expect.objectContaining({ resource: 'printfulSetup', label: 'Printful', what: 'Token' }),
    ])
  })

  const post = (part: string, body: object = {}) =>
    call('POST', `/printfulSetup/${id}/${part}`, { body })
  const loadAccount = async () => (await call('GET', `/printfulSetup/${id}/account`)).body
  const getWebhookUrl = () => `${platform().url}/webhooks/printful/${id}`
  const mapStore = async () => {
    await updateSetup({ token: settings.token, storeMap: ['10 = acme'] })
    expect((await post('account')).status).toBe(200)
  }

  test('an operator can refresh the scopes and stores, and a failure says why', async () => {
    await mapStore()
    const { scopes, stores, address } = await loadAccount()
    expect(scopes.found).toEqual(buildPrintfulState().scopes)
    expect(address).toBe(`https://print.example.com/webhooks/printful/${id}`)
    expect(stores).toEqual([
      expect.objectContaining({
        theirs: 10,
        name: 'Merchandise',
        ours: expect.objectContaining({ code: 'acme' }),
        fault: 'No webhook is registered.',
      }),
      expect.objectContaining({ theirs: 11, ours: null, fault: null }),
    ])
    printful.state.errorStatus = 403
    expect(await post('account')).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining('lacks a required scope'),
      },
    })
  })

  test('each mapped store gets a webhook, and a valid webhook is not replaced', async () => {
    await mapStore()
    expect((await updateAndTest({ storeMap: ['10 = acme'] })).steps[4]).toMatchObject({
      outcome: 'failed',
      sentence: 'Merchandise: No webhook is registered. Set up the webhooks.',
    })
    expect((await post('webhooks')).body.stores[0].fault).toBeNull()
    const { secret, ...first } = printful.state.webhooks['10'] ?? { secret: '' }
    expect(first).toMatchObject({
      default_url: `https://print.example.com/webhooks/printful/${id}`,
    })
    expect(JSON.stringify((await loadAccount()).stores)).not.toContain(secret)
    await post('webhooks')
    expect(printful.state.webhooks['10']?.secret).toBe(secret)
    expect((await updateAndTest()).steps[4]).toMatchObject({ outcome: 'passed' })
  })

  test.each([
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'The webhook has expired.'],
    [
      { events: [{ type: 'order_failed' }] },
      "The webhook doesn't send all required events. Missing: Shipment sent, ",
    ],
    [
      { public_key: 'another' },
      "We don't have the webhook's secret, so we can't verify its events.",
    ],
  ])('a webhook with %j is reported and fixed', async (overrides, sentence) => {
    await mapStore()
    await post('webhooks')
    Object.assign(printful.state.webhooks['10'] ?? {}, overrides)
    const { body } = await post('account')
    expect(body.stores[0].fault).toContain(sentence)
    expect((await post('webhooks')).body.stores[0].fault).toBeNull()
  })

  test('a foreign webhook is replaced only after confirmation', async () => {
    await mapStore()
    await post('account')
    // This webhook is registered after the last refresh.
    const foreignWebhook = {
      default_url: 'https://elsewhere.example.com/hook',
      expires_at: null,
      events: [{ type: 'order_failed', url: 'https://alerts.example.com/' }],
      public_key: 'theirs',
      secret: 'theirs',
    }
    printful.state.webhooks['10'] = foreignWebhook
    const response = await post('webhooks')
    const urls = 'https://alerts.example.com/, https://elsewhere.example.com/hook'
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed',
        detail: expect.stringMatching(
          /^This replaces a webhook that points to another URL\. To confirm, send/,
        ),
        reach: {
          reaches: 1,
          worse: [
            {
              what: `Events from Merchandise currently go to ${urls}. They will no longer be sent there.`,
            },
          ],
        },
      },
    })
    expect(printful.state.webhooks['10']).toBe(foreignWebhook)
    const confirmedPath = `webhooks?reach=${response.body.reach.token}`
    printful.state.webhooks['10'] = { ...foreignWebhook, default_url: 'https://other.example.com/' }
    expect((await post(confirmedPath)).status).toBe(409)
    printful.state.webhooks['10'] = foreignWebhook
    expect((await post(confirmedPath)).body.stores[0].fault).toBeNull()
    expect(printful.state.webhooks['10']).toMatchObject({
      default_url: `https://print.example.com/webhooks/printful/${id}`,
    })
    // Our own expired webhook is replaced without confirmation.
    Object.assign(printful.state.webhooks['10'] ?? {}, { expires_at: '2020-01-01T00:00:00Z' })
    await post('account')
    expect((await post('webhooks')).status).toBe(200)
  })

  test('a signed event counts once, and other events are rejected', async () => {
    await mapStore()
    await post('webhooks')
    const event = {
      type: 'shipment_sent',
      data: { order: { external_id: String(orderId), status: 'fulfilled' } },
    }
    const response = await printful.sendEvent(10, event, getWebhookUrl())
    expect([response.status, await response.json()]).toEqual([200, { result: 'taken' }])
    const repeated = await printful.sendEvent(10, { ...event, retries: 1 }, getWebhookUrl())
    expect([repeated.status, await repeated.json()]).toEqual([200, { result: 'known' }])
    const { events } = await loadAccount()
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'shipment_sent',
        outcome: 'done',
        sentence: expect.stringMatching(/^Order .+ was shipped\.$/),
      }),
    ])
    expect((await call('GET', `/orders/${orderId}`)).body.status).toBe('fulfilled')
    const webhook = printful.state.webhooks['10'] ?? { public_key: '', secret: '' }
    const body = JSON.stringify({ ...event, store_id: 10, occurred_at: 'now' })
    const headers = buildSignedHeaders({ ...webhook, secret: 'another' }, body)
    expect((await fetch(getWebhookUrl(), { method: 'POST', headers, body })).status).toBe(400)
    const validHeaders = buildSignedHeaders(webhook, body)
    const changedRequest = { method: 'POST', headers: validHeaders, body: `${body} ` }
    expect((await fetch(getWebhookUrl(), changedRequest)).status).toBe(400)
    const otherStoreBody = JSON.stringify({ ...event, store_id: 11 })
    const signedRequest = {
      method: 'POST',
      headers: buildSignedHeaders(webhook, otherStoreBody),
      body: otherStoreBody,
    }
    expect((await fetch(getWebhookUrl(), signedRequest)).status).toBe(400)
    expect((await fetch(getWebhookUrl().replace(/\d+$/, '999'), signedRequest)).status).toBe(404)
    expect((await loadAccount()).events.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      [
        'ignored', // The event of the other store is signed, so it is saved.
        'done',
      ],
    )
  })

  test.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['no type', '{"store_id":10}'],
    ['a NUL as its type', '{"type":"\\u0000","store_id":10}'],
    ['half a character as its type', '{"type":"\\ud800","store_id":10}'],
    ['a bare NUL', '{"type":"x\0","store_id":10}'],
    [
      'a number as its order',
      '{"type":"order_failed","store_id":10,"data":{"order":{"external_id":5}}}',
    ],
    ['null as its data', '{"type":"order_failed","store_id":10,"data":null}'],
    ['deep nesting', `{"type":"x","store_id":10,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('a malformed signed event (%s) is saved as not understood', async (_, body) => {
    await mapStore()
    await post('webhooks')
    const webhook = printful.state.webhooks['10'] ?? { public_key: '', secret: '' }
    const headers = buildSignedHeaders(webhook, body)
    const count = (await loadAccount()).events.length
    const answer = await fetch(getWebhookUrl(), { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    const { events } = await loadAccount()
    expect(events).toHaveLength(count + 1)
    expect(events[0]).toMatchObject({
      outcome: 'ignored',
      sentence: "Printful sent an event that we don't understand.",
    })
  })

  test('an unsigned event is not saved and causes no requests', async () => {
    await mapStore()
    const { outgoing } = platform().platform
    const { connect, request } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { connect, request }))
    const requests: unknown[] = []
    const reject = (destination: unknown) => {
      requests.push(destination)
      return Promise.reject(new Error('Nobody may be asked'))
    }
    Object.assign(outgoing, { connect: reject, request: reject })
    const before = (await loadAccount()).events
    for (const headers of [{}, { 'x-pf-webhook-public-key': 'x', 'x-pf-webhook-signature': 'zz' }])
      for (const body of ['', 'hello', '{"type":"order_failed","store_id":10}'])
        expect((await fetch(getWebhookUrl(), { method: 'POST', headers, body })).status).toBe(400)
    expect((await loadAccount()).events).toEqual(before)
    expect(requests).toEqual([])
  })

  test('an order that Printful cannot create is listed as failed', async () => {
    await mapStore()
    await post('webhooks')
    const order = { external_id: String(orderId), status: 'failed' }
    await printful.sendEvent(10, { type: 'order_failed', data: { order } }, getWebhookUrl())
    expect((await loadAccount()).events[0]).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/^Printful couldn't create order .*\.$/),
    })
  })

  test('a job syncs the catalog and drops the sizes of removed products', async () => {
    await updateSetup({ token: settings.token })
    const { status, body } = await post('catalogue')
    expect(status).toBe(202)
    await runJobToEnd(body.id)
    const job = (await call('GET', `/jobs/${body.id}`)).body
    expect(job).toMatchObject({ status: 'done', rows: { done: 3, total: 3 } })
    const loadSizeMatches = async () =>
      (await call('GET', `/printfulSetup/${id}/matches/sizes`)).body
    expect((await loadSizeMatches()).options).toContain('One size')
    printful.state.products = printful.state.products.filter(({ type }) => type !== 'Cap')
    await runJobToEnd((await post('catalogue')).body.id)
    expect((await loadSizeMatches()).options).not.toContain('One size')
  })

  test('a rate-limited job waits and finishes', async () => {
    await updateSetup({ token: settings.token })
    const { id: job } = (await post('catalogue')).body
    printful.state.rateLimit = { calls: 2, seconds: 0 }
    await runJobToEnd(job)
    expect((await call('GET', `/jobs/${job}`)).body.rows).toMatchObject({ done: 3, refused: 0 })
  })

  test('requests to an account share its rate limit', async () => {
    const rateLimit = { id, perMinute: 2 }
    const takeSlot = () => waitForPrintfulSlot(platform().platform, rateLimit, 0)
    platform().advance(600_000)
    expect([await takeSlot(), await takeSlot(), await takeSlot()]).toEqual([true, true, false])
    platform().advance(30_000)
    expect([await takeSlot(), await takeSlot()]).toEqual([true, false])
    await pausePrintfulRequests(platform().platform, rateLimit, 10_000)
    platform().advance(35_000)
    expect(await takeSlot()).toBe(false)
    platform().advance(60_000)
    expect(await takeSlot()).toBe(true)
  })

  test('an unmatched color gets a suggestion and can be matched', async () => {
    await updateSetup({ token: settings.token })
    await runJobToEnd((await post('catalogue')).body.id)
    const color = await call('POST', '/colors', {
      body: { name: 'Deep navy', code: 'DNV', hex: '#1B2A4A', podColor: null, active: true },
    })
    expect(color.status).toBe(201)
    const loadMatches = async () => (await call('GET', `/printfulSetup/${id}/matches/colors`)).body
    const before = await loadMatches()
    expect(before.unmatched).toContainEqual({
      id: color.body.id,
      name: 'Deep navy',
      code: 'DNV',
      hex: '#1B2A4A',
      theirs: null,
      suggested: { name: 'Navy', hex: '#1A2745', distance: expect.any(Number) },
    })
    const unknownMatch = { matches: [{ id: color.body.id, theirs: 'Puce' }] }
    expect(await post('matches/colors', unknownMatch)).toMatchObject({
      status: 422,
      body: {
        fields: {
          [`match-${color.body.id}`]: 'Printful has no color named "Puce". Choose another one.',
        },
      },
    })
    const impossibleId = { matches: [{ id: 2 ** 31, theirs: 'Navy' }] }
    expect(await post('matches/colors', impossibleId)).toMatchObject({ status: 400 })
    const knownMatch = { matches: [{ id: color.body.id, theirs: 'Navy' }] }
    expect((await post('matches/colors', knownMatch)).body).toEqual({ changed: 1 })
    expect((await call('GET', `/colors/${color.body.id}`)).body.podColor).toBe('Navy')
    const after = await loadMatches()
    expect([after.matched, after.total]).toEqual([before.matched + 1, before.total - 1])
    expect(after.unused).not.toContain('Navy')
  })

  test('a limited account sees no events of other stores and sends nothing to Printful', async () => {
    await mapStore()
    await post('webhooks')
    await printful.sendEvent(10, { type: 'order_failed', data: {} }, getWebhookUrl())
    const { rows } = await sql<{ id: number }>`
      select id from stores where code <> 'acme' limit 1`.execute(platform().platform.db)
    const limited = await openSession(
      platform(),
      await platform().addAccount(['printful:read', 'printful:write'], [Number(rows[0]?.id)]),
    )
    const visible = (await limited('GET', `/printfulSetup/${id}/account`)).body
    expect(visible.events).toEqual([])
    expect(visible.stores[0].ours).toBeNull()
    for (const part of ['account', 'webhooks', 'catalogue'])
      expect((await limited('POST', `/printfulSetup/${id}/${part}`, { body: {} })).status).toBe(403)
  })
})
