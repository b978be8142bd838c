import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'
import { newStore, storeValues } from './support/stores.ts'

describe.each(databases)('logs of stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const logs = async (id: number, query = '') =>
    (await call('GET', `/stores/${id}/logs?${query}`)).body
  const events = (body: { data: { event: string }[] }) => body.data.map(({ event }) => event)

  type Entry = { time: string; event: string; stream?: string; severity?: string; actor?: string }
  const addEntries = async (id: number, entries: Entry[]) => {
    for (const { time, event, stream = 'jobs', severity = 'info', actor = 'platform' } of entries)
      await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream, severity)
        values (${time}, ${actor}, ${event}, 'test', '192.0.2.1', '{}', ${id}, ${stream}, ${severity})`.execute(
        platform().platform.db,
      )
  }

  test('only changes stand among the changes of all stores', async () => {
    const store = await newStore(call)
    await addEntries(store.id, [{ time: '2199-01-01T00:00:00.000Z', event: 'mail.refused' }])
    expect(events((await call('GET', '/audit?limit=1')).body)).toEqual(['stores.created'])
  })

  test('every write of a store stands in its log, newest first, and in no other', async () => {
    const [store, other] = [await newStore(call), await newStore(call)]
    await call('PATCH', `/stores/${store.id}`, { body: { notes: 'Changed' }, ifMatch: 1 })
    await call('POST', `/stores/${store.id}/status`, {
      body: { change: 'activate' },
      ifMatch: 2,
      headers: { 'x-request-id': 'one-request', 'x-forwarded-for': '203.0.113.7' },
    })
    const body = await logs(store.id)
    expect(events(body)).toEqual(['stores.activated', 'stores.updated', 'stores.created'])
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      time: expect.any(String),
      stream: 'audit',
      severity: 'info',
      event: 'stores.activated',
      actor: platform().operator.email,
      targetType: 'stores',
      targetId: store.id,
      label: store.name,
      result: 'ok',
      ip: '203.0.113.7',
      requestId: 'one-request',
      changes: { status: { before: 'draft', after: 'active' } },
    })
    expect(events(await logs(other.id))).toEqual(['stores.created'])
  })

  test('stores that are created at once have an entry each', async () => {
    const records = [storeValues(), storeValues()]
    const { data } = (await call('POST', '/stores/many', { body: { records } })).body
    for (const { id } of data) expect(events(await logs(id))).toEqual(['stores.created'])
  })

  test('pages follow each other without a gap or a repeat, and lead back', async () => {
    const { id } = await newStore(call)
    // Many of the same moment: only the id tells them apart.
    await addEntries(
      id,
      Array.from({ length: 10 }, (_, index) => ({
        time: `2020-01-01T00:00:0${index >> 2}.000Z`,
        event: `event.${index}`,
      })),
    )
    const seen: string[] = []
    let page = await logs(id, 'stream=jobs&limit=4')
    const [first] = [page]
    expect(page.page).toMatchObject({ previous: null, total: 10, totalIsCapped: false })
    for (;;) {
      seen.push(...events(page))
      if (page.page.next === null) break
      page = await logs(id, `stream=jobs&limit=4&after=${page.page.next}`)
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => `event.${9 - index}`))
    const back = await logs(id, `stream=jobs&limit=4&after=${page.page.previous}`)
    expect(events(back)).toEqual(seen.slice(4, 8))
    const begin = await logs(id, `stream=jobs&limit=4&after=${back.page.previous}`)
    expect(events(begin)).toEqual(events(first))
  })

  test('are chosen by stream, severity, text and time, all of which must hold', async () => {
    const { id } = await newStore(call)
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
    const chosen = async (query: string) => events(await logs(id, query))
    expect(await chosen('stream=integrations')).toEqual(['payment.failed', 'mail.checked'])
    expect(await chosen('severity=error')).toEqual(['image.broken', 'payment.failed'])
    expect(await chosen('stream=errors&severity=error')).toEqual(['image.broken'])
    expect(await chosen('search=SOMEBODY')).toEqual(['payment.failed'])
    expect(await chosen('search=%25')).toEqual([])
    expect(await chosen('to=2020-03-02')).toEqual(['payment.failed', 'mail.checked'])
    expect(await chosen('from=2020-03-02&to=2020-03-02')).toEqual(['payment.failed'])
    expect(await chosen('to=2020-03-01T10:00:00.000Z')).toEqual(['mail.checked'])
    expect(await chosen('from=2020-03-03&to=2020-04-01&stream=errors')).toEqual(['image.broken'])
  })

  test.each([
    ['stream=other', 'stream must be one of its choices.'],
    ['severity=loud', 'severity must be one of its choices.'],
    ['from=yesterday', 'from must be a date.'],
    ['limit=1000', 'limit must be a whole number from 1 to 100.'],
    ['after=nonsense', 'after is not a cursor of this list in this order.'],
    ['sort=event', 'There is no parameter named sort.'],
    ['stream=jobs&stream=audit', 'stream may be given once.'],
  ])('%s is a bad request', async (query, detail) => {
    const { id } = await newStore(call)
    expect(await logs(id, query)).toMatchObject({ status: 400, detail })
  })

  test('of a store that does not exist are not found', async () => {
    expect(await logs(2 ** 30)).toMatchObject({ status: 404 })
    expect((await call('GET', `/stores/${randomUUID()}/logs`)).status).toBe(404)
  })
})
