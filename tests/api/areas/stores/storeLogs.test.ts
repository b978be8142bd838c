import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore, buildStoreValues } from '#tests/api/support/stores.ts'

/** Failure messages of providers that contain secrets. */
const leaks = [
  '535 refused for user=shop password=CANARY-1',
  '401 for {"client_secret":"CANARY 2","scope":"a"}',
  'Authorization: Bearer CANARY.3-abcdef was not accepted',
  'GET https://shop:CANARY4@mail.example.com/ failed',
  'Invalid API Key provided: sk_live_CANARY5',
  "No such key: api_key='CANARY6'",
  'token CANARY7abcdefghijklmnopqrstuvwxyz0123456789 has expired',
  'Card 4242 4242 4242 4242 was declined',
  'eyJCANARY8.eyJzdWIiOiIxIn0.abc is not a valid token',
  'X-Api-Key: CANARY9',
]

describe.each(chooseDatabases('PostgreSQL'))('Store logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadLog = async (id: number, query = '') =>
    (await call('GET', `/logEntries?filter[storeId][eq]=${id}&${query}`)).body
  const getEvents = (body: { data: { event: string }[] }) => body.data.map(({ event }) => event)

  type Entry = {
    time: string
    event: string
    stream?: string
    severity?: string
    actor?: string
    result?: string
    cause?: string | null
  }
  const addEntries = async (id: number, entries: Entry[]) => {
    for (const { time, event, stream = 'jobs', severity = 'info', ...more } of entries) {
      const { actor = 'platform', result = 'ok', cause = null } = more
      await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream, severity,
          result, cause)
        values (${time}, ${actor}, ${event}, 'test', '192.0.2.1', '{}', ${id}, ${stream}, ${severity},
          ${result}, ${cause})`.execute(platform().platform.db)
    }
  }

  test('the audit list contains only changes', async () => {
    const store = await createStore(call)
    await addEntries(store.id, [{ time: '2199-01-01T00:00:00.000Z', event: 'mail.refused' }])
    expect(getEvents((await call('GET', '/audit?limit=1')).body)).toEqual(['stores.created'])
  })

  test('every change to a store is in its own log only, newest first', async () => {
    const [store, other] = [await createStore(call), await createStore(call)]
    await call('PATCH', `/stores/${store.id}`, { body: { notes: 'Changed' }, ifMatch: 1 })
    await call('POST', `/stores/${store.id}/status`, {
      body: { change: 'activate' },
      ifMatch: 2,
      headers: { 'x-request-id': 'one-request', 'x-forwarded-for': '203.0.113.7' },
    })
    const body = await loadLog(store.id)
    expect(getEvents(body)).toEqual(['stores.activated', 'stores.updated', 'stores.created'])
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      time: expect.any(String),
      stream: 'audit',
      severity: 'info',
      event: 'stores.activated',
      actor: platform().operator.email,
      apiKey: null,
      targetType: 'stores',
      targetId: store.id,
      label: store.name,
      result: 'ok',
      ip: '203.0.113.7',
      requestId: 'one-request',
      changes: { status: { before: 'draft', after: 'active' } },
      changedFields: 'status',
      cause: null,
      fault: null,
      count: 1,
      first: body.data[0].time,
      storeId: store.id,
      labels: { storeId: store.name },
    })
    expect(getEvents(await loadLog(other.id))).toEqual(['stores.created'])
  })

  test('stores that are created together have an entry each', async () => {
    const records = [buildStoreValues(), buildStoreValues()]
    const { data } = (await call('POST', '/stores/many', { body: { records } })).body
    for (const { id } of data) expect(getEvents(await loadLog(id))).toEqual(['stores.created'])
  })

  test('pages have no gaps or repeats, in both directions', async () => {
    const { id } = await createStore(call)
    // Several entries share a time, so only the ID orders them.
    await addEntries(
      id,
      Array.from({ length: 10 }, (_, index) => ({
        time: `2020-01-01T00:00:0${index >> 2}.000Z`,
        event: `event.${index}`,
      })),
    )
    const seenEvents: string[] = []
    let page = await loadLog(id, 'filter[stream][eq]=jobs&limit=4')
    const [first] = [page]
    expect(page.page).toMatchObject({ previous: null, total: 10, totalIsCapped: false })
    for (;;) {
      seenEvents.push(...getEvents(page))
      if (page.page.next === null) break
      page = await loadLog(id, `filter[stream][eq]=jobs&limit=4&after=${page.page.next}`)
    }
    expect(seenEvents).toEqual(Array.from({ length: 10 }, (_, index) => `event.${9 - index}`))
    const previousPage = await loadLog(
      id,
      `filter[stream][eq]=jobs&limit=4&after=${page.page.previous}`,
    )
    expect(getEvents(previousPage)).toEqual(seenEvents.slice(4, 8))
    const firstPageAgain = await loadLog(
      id,
      `filter[stream][eq]=jobs&limit=4&after=${previousPage.page.previous}`,
    )
    expect(getEvents(firstPageAgain)).toEqual(getEvents(first))
  })

  test('are filtered by stream, severity, text, and time combined', async () => {
    const { id } = await createStore(call)
    await addEntries(id, [
      { time: '2020-03-01T10:00:00.000Z', event: 'mail.checked', stream: 'integrations' },
      {
        time: '2020-03-02T23:59:59.999Z',
        event: 'payment.failed',
        stream: 'integrations',
        severity: 'error',
        actor: 'somebody@example.com',
      },
      {
        time: '2020-03-03T00:00:00.000Z',
        event: 'image.broken',
        stream: 'errors',
        severity: 'error',
      },
    ])
    const findEvents = async (query: string) => getEvents(await loadLog(id, query))
    expect(await findEvents('filter[stream][eq]=integrations')).toEqual([
      'payment.failed',
      'mail.checked',
    ])
    expect(await findEvents('filter[severity][eq]=error')).toEqual([
      'image.broken',
      'payment.failed',
    ])
    expect(await findEvents('filter[stream][eq]=errors&filter[severity][eq]=error')).toEqual([
      'image.broken',
    ])
    expect(await findEvents('search=SOMEBODY')).toEqual(['payment.failed'])
    expect(await findEvents('search=%25')).toEqual([])
    expect(await findEvents('filter[time][lte]=2020-03-02')).toEqual([
      'payment.failed',
      'mail.checked',
    ])
    expect(await findEvents('filter[time][gte]=2020-03-02&filter[time][lte]=2020-03-02')).toEqual([
      'payment.failed',
    ])
    expect(await findEvents('filter[time][lte]=2020-03-01T10:00:00.000Z')).toEqual(['mail.checked'])
    expect(
      await findEvents(
        'filter[time][gte]=2020-03-03&filter[time][lte]=2020-04-01&filter[stream][eq]=errors',
      ),
    ).toEqual(['image.broken'])
  })

  test.each([
    ['filter[stream][eq]=other', 'filter[stream][eq] must be one of the available options.'],
    ['filter[severity][eq]=loud', 'filter[severity][eq] must be one of the available options.'],
    ['filter[time][gte]=yesterday', 'filter[time][gte] must be a date.'],
    ['filter[cause][contains]=CANARY', "filter[cause][contains] isn't a filter in this list."],
    ['limit=1000', '"limit" must be a whole number from 1 to 100.'],
    ['after=nonsense', '"after" isn\'t a valid cursor for this list and sort order.'],
    ['sort=event', '"sort" must be one of time. For descending order, add - in front of the name.'],
    ['grouped=yes', '"grouped" must be 1.'],
    ['grouped=1&grouped=1', '"grouped" can be used only once.'],
    [
      'filter[stream][eq]=jobs&filter[stream][eq]=audit',
      'filter[stream][eq] can be used only once.',
    ],
  ])('%s is a bad request', async (query, detail) => {
    const { id } = await createStore(call)
    expect(await loadLog(id, query)).toMatchObject({ status: 400, detail })
  })

  test('are sorted by time only, with the oldest first on request', async () => {
    const { id } = await createStore(call)
    await addEntries(id, [
      { time: '2020-03-01T10:00:00.000Z', event: 'first' },
      { time: '2020-03-02T10:00:00.000Z', event: 'second' },
    ])
    const jobs = 'filter[stream][eq]=jobs'
    expect(getEvents(await loadLog(id, jobs))).toEqual(['second', 'first'])
    const oldest = await loadLog(id, `${jobs}&sort=time&limit=1`)
    expect(getEvents(oldest)).toEqual(['first'])
    const next = await loadLog(id, `${jobs}&sort=time&limit=1&after=${oldest.page.next}`)
    expect(getEvents(next)).toEqual(['second'])
  })

  test('support the usual filters of their columns', async () => {
    const { id } = await createStore(call)
    const time = '2020-03-01T10:00:00.000Z'
    await addEntries(id, [
      { time, event: 'a', actor: 'Ann Bee' },
      { time, event: 'b', result: 'failed' },
    ])
    const findEvents = async (query: string) =>
      getEvents(await loadLog(id, `${query}&filter[stream][eq]=jobs`))
    expect(await findEvents('filter[actor][contains]=bee ann')).toEqual(['a'])
    expect(await findEvents('filter[label][contains]=bee')).toEqual([])
    expect(await findEvents('filter[result][eq]=failed')).toEqual(['b'])
  })

  test("find the platform's entries by the name that the console shows", async () => {
    const { id } = await createStore(call)
    const time = '2020-03-01T10:00:00.000Z'
    await addEntries(id, [
      { time, event: 'a' },
      { time, event: 'b', actor: 'ann@example.com' },
      { time, event: 'c', actor: 'file.system@example.com' },
    ])
    const findEvents = async (query: string) =>
      getEvents(await loadLog(id, `${query}&filter[stream][eq]=jobs`)).toSorted()
    expect(await findEvents('filter[actor][contains]=System')).toEqual(['a', 'c'])
    expect(await findEvents('filter[actor][contains]=platform')).toEqual(['a'])
    expect(await findEvents('filter[actor][eq]=platform')).toEqual(['a'])
    expect(await findEvents('search=system')).toEqual(['a', 'c'])
    const query = `filter[storeId][eq]=${id}&filter[stream][eq]=jobs&filter[event][eq]=a`
    const { body } = await call('GET', `/logEntries/export?columns=event,actor&${query}`)
    expect(body.trim().split('\r\n').slice(1)).toEqual(['a,System'])
    expect((await loadLog(id, 'filter[event][eq]=a')).data[0].actor).toBe('platform')
  })

  describe('Equal failures', () => {
    const getTime = (hour: number, day = 1) => new Date(Date.UTC(2020, 0, day, hour)).toISOString()
    const buildFailure = (
      hour: number,
      cause: string | null,
      more: Partial<Entry> = {},
    ): Entry => ({
      time: getTime(hour),
      event: 'mail.refused',
      stream: 'errors',
      severity: 'error',
      result: 'failed',
      cause,
      ...more,
    })
    const getGroups = (body: { data: Record<string, unknown>[] }) =>
      body.data.map(({ cause, count, first, time }) => [cause, count, first, time])

    test('are one entry with count, first time, last time, and cause, sorted by the last time', async () => {
      const { id } = await createStore(call)
      const other = await createStore(call)
      await addEntries(id, [
        buildFailure(1, '535'),
        buildFailure(2, '535'),
        buildFailure(3, '421 Try later'),
        { time: getTime(4), event: 'mail.checked', stream: 'errors' },
        buildFailure(5, '535'),
        buildFailure(6, '535', { actor: 'somebody' }),
        buildFailure(7, '535', { severity: 'warning' }),
      ])
      await addEntries(other.id, [buildFailure(8, '535')])
      const body = await loadLog(id, 'filter[stream][eq]=errors&grouped=1')
      expect(getGroups(body)).toEqual([
        ['535', 1, getTime(7), getTime(7)],
        ['535', 1, getTime(6), getTime(6)],
        ['535', 3, getTime(1), getTime(5)],
        [null, 1, getTime(4), getTime(4)],
        ['421 Try later', 1, getTime(3), getTime(3)],
      ])
      expect(body.page.total).toBe(5)
      const { fault } = body.data[2]
      const failures = await loadLog(id, `filter[fault][eq]=${fault}`)
      expect(failures.data.map(({ time }: { time: string }) => time)).toEqual([
        getTime(5),
        getTime(2),
        getTime(1),
      ])
      expect(getEvents(await loadLog(id, 'filter[stream][eq]=errors'))).toHaveLength(7)
    })

    test('count only the entries that match the filters', async () => {
      const { id } = await createStore(call)
      await addEntries(id, [buildFailure(1, '535'), buildFailure(2, '535'), buildFailure(3, '535')])
      const untilSecond = await loadLog(id, `grouped=1&filter[time][lte]=${getTime(2)}`)
      expect(getGroups(untilSecond)).toEqual([['535', 2, getTime(1), getTime(2)]])
      expect(
        getGroups(
          await loadLog(id, `grouped=1&filter[stream][eq]=errors&filter[time][gte]=${getTime(2)}`),
        ),
      ).toEqual([['535', 2, getTime(2), getTime(3)]])
    })

    test('fill pages without gaps or repeats', async () => {
      const { id } = await createStore(call)
      const causes = Array.from({ length: 40 }, (_, index) => `cause ${index % 7}`)
      await addEntries(
        id,
        causes.map((cause, index) => buildFailure(index >> 2, cause)),
      )
      const groups: string[] = []
      let page = await loadLog(id, 'filter[stream][eq]=errors&grouped=1&limit=3')
      for (;;) {
        for (const { cause, count } of page.data) groups.push(`${cause} x ${count}`)
        if (page.page.next === null) break
        page = await loadLog(
          id,
          `filter[stream][eq]=errors&grouped=1&limit=3&after=${page.page.next}`,
        )
      }
      expect(groups.toSorted()).toEqual([
        'cause 0 x 6',
        'cause 1 x 6',
        'cause 2 x 6',
        'cause 3 x 6',
        'cause 4 x 6',
        'cause 5 x 5',
        'cause 6 x 5',
      ])
    })

    test('of payments without a logged cause show why most payments failed at that time', async () => {
      const { id } = await createStore(call)
      await sql`
        with made as (
          insert into orders (store_id, placed_at, amount, currency, status)
          select ${id}, ${getTime(2)}::timestamptz + number * interval '1 minute', 1, 'USD', 'unpaid'
          from generate_series(1, 5) as number returning id, store_id, placed_at)
        insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway, attempt,
          reason, raw_code, status)
        select store_id, id, placed_at, 1, 'USD', 'adyen', 1,
          case when id % 5 = 0 then 'expired_card' else 'configuration' end, '901', 'open'
        from made`.execute(platform().platform.db)
      await addEntries(id, [
        buildFailure(1, null, { event: 'payment.refused' }),
        buildFailure(4, null, { event: 'payment.refused' }),
        buildFailure(5, null),
      ])
      expect(getGroups(await loadLog(id, 'filter[stream][eq]=errors&grouped=1'))).toEqual([
        [null, 1, getTime(5), getTime(5)],
        [
          'The most common cause of failed payments at that time was a setup error (901).',
          2,
          getTime(1),
          getTime(4),
        ],
      ])
    })

    test("reveal no secret from a provider's message in any call of the store", async () => {
      const { id } = await createStore(call)
      const { db } = platform().platform
      await addEntries(
        id,
        leaks.map((cause, index) => buildFailure(index, cause)),
      )
      for (const [index, kind] of ['mail', 'payment', 'gift'].entries())
        await sql`insert into integrations (store_id, kind, state, message)
          values (${id}, ${kind}, 'degraded', ${leaks[index * 3] ?? ''})`.execute(db)
      await createStore(call) // Recomputes the marked stores.
      const log = `/logEntries?filter[storeId][eq]=${id}`
      const [one] = (await call('GET', log)).body.data
      const parts = ['', '/integrations', '/readiness'].map((part) => `/stores/${id}${part}`)
      for (const path of [
        ...parts,
        `${log}&limit=100`,
        `${log}&grouped=1`,
        `/logEntries/${one.id}`,
      ]) {
        const answer = await call('GET', path)
        expect(answer.status).toBe(200)
        expect(JSON.stringify(answer.body)).not.toMatch(/CANARY|4242/)
      }
      expect(JSON.stringify(await loadLog(id))).toContain('535 refused')
    })
  })

  test('of all stores are one list that keeps equal failures of two stores apart', async () => {
    const [one, other] = [await createStore(call), await createStore(call)]
    const event = `mail.${randomUUID()}`
    for (const { id } of [one, other])
      await addEntries(
        id,
        [1, 2].map((hour) => ({
          time: `2020-01-01T0${hour}:00:00.000Z`,
          event,
          result: 'failed',
          cause: '535',
        })),
      )
    const body = (await call('GET', `/logEntries?filter[event][contains]=${event}&grouped=1`)).body
    const countsByStore = body.data.map(({ storeId, count }: Record<string, number>) => [
      storeId,
      count,
    ])
    expect(countsByStore).toEqual([
      [other.id, 2],
      [one.id, 2],
    ])
  })

  test('exclude entries without a store', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from audit where store_id is null limit 1`.execute(platform().platform.db)
    expect(rows).toHaveLength(1)
    expect(await call('GET', `/logEntries/${rows[0]?.id}`)).toMatchObject({ status: 404 })
  })
})
