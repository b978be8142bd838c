import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { signedHeaders, startPrintful, usualPrintful } from '#scripts/standIns/printful.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { pauseRequests, waitForSlot } from '#server/platform/areas/printful/rateLimit.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newOrder } from '#tests/api/support/orders.ts'
import { addDefaults, newStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(usually('PGlite'))('accounts at Printful on $name', (database) => {
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
    await addDefaults(platform())
    const { id: acme } = await newStore(call, { name: 'Acme', code: 'acme' })
    await newStore(call, { name: 'Globex', code: 'globex' })
    const { db, now } = platform().platform
    orderId = await newOrder(db, { storeId: acme, at: now().toISOString() })
    await sql`update orders set status = 'paid' where id = ${orderId}`.execute(db)
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
  const run = (job: number) => {
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(),
      beforeCommit: recomputeStoreStats,
    }
    return runJob({ ...work, isTurnOver: () => false }, job)
  }
  const tested = async (body: object = {}) => {
    expect(await change({ token: settings.token, ...body })).toMatchObject({ status: 200 })
    return testedAsItIs()
  }
  const testedAsItIs = async () => {
    const { job } = (await call('POST', `/printfulSetup/${id}/test`, { body: {} })).body
    await run(job)
    return (await call('GET', `/printfulSetup/${id}/tests`)).body.data[0]
  }

  test('a token that may do all passes, and stores that are not mapped are told', async () => {
    const { outcome, steps } = await tested()
    expect(outcome).toBe('passed')
    expect(steps[3]).toMatchObject({
      sentence: 'Printful stores not mapped yet: 10, 11.',
      warning: true,
    })
    expect(steps[4]).toMatchObject({ name: 'webhook', outcome: 'skipped' })
  })

  test('a token that sees one store may be of that store alone, which is told at its level', async () => {
    printful.state.stores = usualPrintful().stores.slice(0, 1)
    const stores = async (level: string) => (await tested({ level })).steps[2]
    expect(await stores('account')).toMatchObject({
      outcome: 'passed',
      warning: true,
      field: 'level',
    })
    expect(await stores('store')).not.toHaveProperty('warning')
    printful.state.stores = usualPrintful().stores
    expect(await stores('store')).toMatchObject({
      outcome: 'failed',
      sentence: 'The token can access 2 stores. Set the access level to "Account".',
      field: 'level',
    })
    await change({ level: 'account' })
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
    [{}, { fails: 429 }, 'Printful is receiving too many requests. Try again in a minute.'],
    [{}, { fails: 500 }, 'Printful returned status 500. Try again.'],
    [{}, { stores: [] }, 'This Printful account has no stores. Create one in Printful first.'],
  ])('%j with %j is told with what mends it', async (given, state, sentence) => {
    Object.assign(printful.state, state)
    const { outcome, steps } = await tested(given)
    const wrong = steps.find((step: { outcome: string }) => step.outcome === 'failed')
    expect({ outcome, sentence: wrong?.sentence }).toEqual({ outcome: 'failed', sentence })
  })

  test('without a token, as demo data is, nobody is asked and its field is named', async () => {
    const { db } = platform().platform
    await sql`update printful_setup set token = '{"set": false, "hint": null, "changedAt": null}', token_sealed = null`.execute(
      db,
    )
    const { steps } = await testedAsItIs()
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

  const ask = (part: string, body: object = {}) =>
    call('POST', `/printfulSetup/${id}/${part}`, { body })
  const account = async () => (await call('GET', `/printfulSetup/${id}/account`)).body
  const at = () => `${platform().url}/webhooks/printful/${id}`
  const mapped = async () => {
    await change({ token: settings.token, storeMap: ['10 = acme'] })
    expect((await ask('account')).status).toBe(200)
  }

  test('scopes and stores are fetched by hand, and kept as they were told', async () => {
    await mapped()
    const { scopes, stores, address } = await account()
    expect(scopes.found).toEqual(usualPrintful().scopes)
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
    printful.state.fails = 403
    expect(await ask('account')).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining('lacks a required scope'),
      },
    })
  })

  test('a webhook is registered for each store of the map, and repaired only where it is wrong', async () => {
    await mapped()
    expect((await tested({ storeMap: ['10 = acme'] })).steps[4]).toMatchObject({
      outcome: 'failed',
      sentence: 'Merchandise: No webhook is registered. Set up the webhooks.',
    })
    expect((await ask('webhooks')).body.stores[0].fault).toBeNull()
    const { secret, ...first } = printful.state.webhooks['10'] ?? { secret: '' }
    expect(first).toMatchObject({
      default_url: `https://print.example.com/webhooks/printful/${id}`,
    })
    expect(JSON.stringify((await account()).stores)).not.toContain(secret)
    await ask('webhooks')
    expect(printful.state.webhooks['10']?.secret).toBe(secret)
    expect((await tested()).steps[4]).toMatchObject({ outcome: 'passed' })
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
  ])('a webhook with %j is told as wrong, and repaired', async (wrong, sentence) => {
    await mapped()
    await ask('webhooks')
    Object.assign(printful.state.webhooks['10'] ?? {}, wrong)
    const { body } = await ask('account')
    expect(body.stores[0].fault).toContain(sentence)
    expect((await ask('webhooks')).body.stores[0].fault).toBeNull()
  })

  test("somebody else's webhook is shown, and replaced only once that is confirmed", async () => {
    await mapped()
    await ask('account')
    // Registered since Printful was last asked.
    const theirs = {
      default_url: 'https://elsewhere.example.com/hook',
      expires_at: null,
      events: [{ type: 'order_failed', url: 'https://alerts.example.com/' }],
      public_key: 'theirs',
      secret: 'theirs',
    }
    printful.state.webhooks['10'] = theirs
    const told = await ask('webhooks')
    const urls = 'https://alerts.example.com/, https://elsewhere.example.com/hook'
    expect(told).toMatchObject({
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
    expect(printful.state.webhooks['10']).toBe(theirs)
    const confirmed = `webhooks?reach=${told.body.reach.token}`
    printful.state.webhooks['10'] = { ...theirs, default_url: 'https://other.example.com/' }
    expect((await ask(confirmed)).status).toBe(409)
    printful.state.webhooks['10'] = theirs
    expect((await ask(confirmed)).body.stores[0].fault).toBeNull()
    expect(printful.state.webhooks['10']).toMatchObject({
      default_url: `https://print.example.com/webhooks/printful/${id}`,
    })
    // Ours that has expired is nobody else's.
    Object.assign(printful.state.webhooks['10'] ?? {}, { expires_at: '2020-01-01T00:00:00Z' })
    await ask('account')
    expect((await ask('webhooks')).status).toBe(200)
  })

  test('an event counts once, and one that is not signed with the secret not at all', async () => {
    await mapped()
    await ask('webhooks')
    const sent = {
      type: 'shipment_sent',
      data: { order: { external_id: String(orderId), status: 'fulfilled' } },
    }
    const told = await printful.tell(10, sent, at())
    expect([told.status, await told.json()]).toEqual([200, { result: 'taken' }])
    const again = await printful.tell(10, { ...sent, retries: 1 }, at())
    expect([again.status, await again.json()]).toEqual([200, { result: 'known' }])
    const { events } = await account()
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'shipment_sent',
        outcome: 'done',
        sentence: expect.stringMatching(/^Order .+ was shipped\.$/),
      }),
    ])
    expect((await call('GET', `/orders/${orderId}`)).body.status).toBe('fulfilled')
    const webhook = printful.state.webhooks['10'] ?? { public_key: '', secret: '' }
    const body = JSON.stringify({ ...sent, store_id: 10, occurred_at: 'now' })
    const headers = signedHeaders({ ...webhook, secret: 'another' }, body)
    expect((await fetch(at(), { method: 'POST', headers, body })).status).toBe(400)
    const changed = signedHeaders(webhook, body)
    const other = { method: 'POST', headers: changed, body: `${body} ` }
    expect((await fetch(at(), other)).status).toBe(400)
    const ofAnother = JSON.stringify({ ...sent, store_id: 11 })
    const signed = { method: 'POST', headers: signedHeaders(webhook, ofAnother), body: ofAnother }
    expect((await fetch(at(), signed)).status).toBe(400)
    expect((await fetch(at().replace(/\d+$/, '999'), signed)).status).toBe(404)
    expect((await account()).events.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'ignored', // That of the other store is signed, so it is kept.
      'done',
    ])
  })

  test.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['no object', '[]'],
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
  ])('a signed event that is malformed (%s) is kept as not understood', async (_, body) => {
    await mapped()
    await ask('webhooks')
    const webhook = printful.state.webhooks['10'] ?? { public_key: '', secret: '' }
    const headers = signedHeaders(webhook, body)
    const count = (await account()).events.length
    const answer = await fetch(at(), { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    const { events } = await account()
    expect(events).toHaveLength(count + 1)
    expect(events[0]).toMatchObject({
      outcome: 'ignored',
      sentence: "Printful sent an event that we don't understand.",
    })
  })

  test('an unsigned event is not kept, and has nobody asked', async () => {
    await mapped()
    const { outgoing } = platform().platform
    const { connect, request } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { connect, request }))
    const asked: unknown[] = []
    const refuse = (to: unknown) => {
      asked.push(to)
      return Promise.reject(new Error('Nobody may be asked'))
    }
    Object.assign(outgoing, { connect: refuse, request: refuse })
    const before = (await account()).events
    for (const headers of [{}, { 'x-pf-webhook-public-key': 'x', 'x-pf-webhook-signature': 'zz' }])
      for (const body of ['', 'hello', '{"type":"order_failed","store_id":10}'])
        expect((await fetch(at(), { method: 'POST', headers, body })).status).toBe(400)
    expect((await account()).events).toEqual(before)
    expect(asked).toEqual([])
  })

  test('an order that Printful cannot make is told', async () => {
    await mapped()
    await ask('webhooks')
    const order = { external_id: String(orderId), status: 'failed' }
    await printful.tell(10, { type: 'order_failed', data: { order } }, at())
    expect((await account()).events[0]).toMatchObject({
      outcome: 'failed',
      sentence: expect.stringMatching(/^Printful couldn't create order .*\.$/),
    })
  })

  test('the catalogue is read by a job, with what a product comes in; what is gone is withdrawn', async () => {
    await change({ token: settings.token })
    const { status, body } = await ask('catalogue')
    expect(status).toBe(202)
    await run(body.id)
    const job = (await call('GET', `/jobs/${body.id}`)).body
    expect(job).toMatchObject({ status: 'done', rows: { done: 3, total: 3 } })
    const sizesOf = async () => (await call('GET', `/printfulSetup/${id}/matches/sizes`)).body
    expect((await sizesOf()).options).toContain('One size')
    printful.state.products = printful.state.products.filter(({ type }) => type !== 'Cap')
    await run((await ask('catalogue')).body.id)
    expect((await sizesOf()).options).not.toContain('One size')
  })

  test('a job that asks too often waits for its turn', async () => {
    await change({ token: settings.token })
    const { id: job } = (await ask('catalogue')).body
    printful.state.refuses = { calls: 2, seconds: 0 }
    await run(job)
    expect((await call('GET', `/jobs/${job}`)).body.rows).toMatchObject({ done: 3, refused: 0 })
  })

  test('an account is asked as often as its limit allows, by all who ask for it', async () => {
    const paced = { id, perMinute: 2 }
    const take = () => waitForSlot(platform().platform, paced, 0)
    platform().advance(600_000)
    expect([await take(), await take(), await take()]).toEqual([true, true, false])
    platform().advance(30_000)
    expect([await take(), await take()]).toEqual([true, false])
    await pauseRequests(platform().platform, paced, 10_000)
    platform().advance(35_000)
    expect(await take()).toBe(false)
    platform().advance(60_000)
    expect(await take()).toBe(true)
  })

  test('what of ours is none of theirs is told with what it most likely is, and matched', async () => {
    await change({ token: settings.token })
    await run((await ask('catalogue')).body.id)
    const made = await call('POST', '/colors', {
      body: { name: 'Deep navy', code: 'DNV', hex: '#1B2A4A', podColor: null, active: true },
    })
    expect(made.status).toBe(201)
    const told = async () => (await call('GET', `/printfulSetup/${id}/matches/colors`)).body
    const before = await told()
    expect(before.unmatched).toContainEqual({
      id: made.body.id,
      name: 'Deep navy',
      code: 'DNV',
      hex: '#1B2A4A',
      theirs: null,
      suggested: { name: 'Navy', hex: '#1A2745', distance: expect.any(Number) },
    })
    const wrong = { matches: [{ id: made.body.id, theirs: 'Puce' }] }
    expect(await ask('matches/colors', wrong)).toMatchObject({
      status: 422,
      body: {
        fields: {
          [`match-${made.body.id}`]: 'Printful has no color named "Puce". Choose another one.',
        },
      },
    })
    const right = { matches: [{ id: made.body.id, theirs: 'Navy' }] }
    expect((await ask('matches/colors', right)).body).toEqual({ changed: 1 })
    expect((await call('GET', `/colors/${made.body.id}`)).body.podColor).toBe('Navy')
    const after = await told()
    expect([after.matched, after.total]).toEqual([before.matched + 1, before.total - 1])
    expect(after.unused).not.toContain('Navy')
  })

  test('an account for some stores sees no event of others, and asks Printful for nothing', async () => {
    await mapped()
    await ask('webhooks')
    await printful.tell(10, { type: 'order_failed', data: {} }, at())
    const { rows } = await sql<{ id: number }>`
      select id from stores where code <> 'acme' limit 1`.execute(platform().platform.db)
    const limited = await signedIn(
      platform(),
      await platform().addAccount(['printful:read', 'printful:write'], [Number(rows[0]?.id)]),
    )
    const seen = (await limited('GET', `/printfulSetup/${id}/account`)).body
    expect(seen.events).toEqual([])
    expect(seen.stores[0].ours).toBeNull()
    for (const part of ['account', 'webhooks', 'catalogue'])
      expect((await limited('POST', `/printfulSetup/${id}/${part}`, { body: {} })).status).toBe(403)
  })
})
