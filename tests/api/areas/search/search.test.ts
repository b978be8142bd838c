import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchResult } from '#shared/areas/search/searchCall.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { resources } from '#shared/areas/index.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import { collectWords } from '#server/platform/areas/search/similarWords.ts'
import { toColumnName } from '#server/platform/database/toColumnName.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { insertPaidOrder } from '#tests/api/support/orders.ts'
import { buildSampleValues } from '#tests/api/support/records.ts'
import { createStore, insertMembers, insertStoreDefaults } from '#tests/api/support/stores.ts'

/**
 * Lists with a page that the search leaves out: they grow without limit and have their own search.
 * Payment attempts are found as their orders.
 */
const leftOut = [
  'logEntries',
  'platformLogEntries',
  'creditEntries',
  'creditLiabilities',
  'mails',
  'paymentAttempts',
  'webhookDeliveries',
]

describe.each(databases)('The search of everything on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    await insertStoreDefaults(platform())
    call = await openSession(platform())
    const values = { name: 'Kestrelmark Outfitters', code: 'kmo', subdomain: 'kestrelmark' }
    storeId = (await createStore(call, values)).id
    await createStore(call, { name: 'Café São João', code: 'csj', subdomain: 'cafe' })
    await insertMembers(platform(), storeId, 30)
    await sql`update members set name = 'Félix Abbott', email = 'felix.abbott@example.com'
      where email = '7@example.com'`.execute(platform().platform.db)
    await collectWords(platform().platform)
  })

  const search = async (text: string, callAs = call): Promise<SearchResult[]> => {
    const { status, body } = await callAs('GET', `/search?q=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    return body.data
  }
  const findLogs = async (text: string, callAs = call) =>
    (await callAs('GET', `/search?q=${encodeURIComponent(text)}`)).body.requestLogs

  test('the logs of a request are found by its ID, by who can read them', async () => {
    const { body: changed } = await call('GET', `/logEntries?filter[storeId][eq]=${storeId}`)
    const { requestId } = changed.data[0]
    const log = { storeId, store: 'Kestrelmark Outfitters' }
    expect(await findLogs(requestId)).toEqual([log])
    expect(await findLogs(`${requestId}0`)).toEqual([])
    const openAs = async (permissions: string[], storeIds: number[] | null) =>
      openSession(platform(), await platform().addAccount(permissions, storeIds))
    expect(await findLogs(requestId, await openAs(['storesRead'], [storeId]))).toEqual([log])
    const other = (await createStore(call, { name: 'Lark', code: 'lrk', subdomain: 'lark' })).id
    expect(await findLogs(requestId, await openAs(['storesRead'], [other]))).toEqual([])
    expect(await findLogs(requestId, await openAs(['Sizes'], null))).toEqual([])
    const { body: signedIn } = await call('GET', '/platformLogEntries')
    const own = signedIn.data[0].requestId
    expect(await findLogs(own)).toContainEqual({ storeId: null, store: null })
    expect(await findLogs(own, await openAs(['users'], [storeId]))).toEqual([])
  })

  const list = async (text: string, callAs = call) =>
    (await search(text, callAs)).map(({ resource: name, match, record }) => {
      const resource = resources.find((one) => one.name === name) ?? sizes
      return [name, match, getLabel(resource, record)]
    })

  test.each([
    ['its name', 'kestrelmark outfitters', 'exact'],
    ['its code', 'kmo', 'exact'],
    ['the beginning of its name', 'kestrel', 'start'],
    ['words in any order', 'outfitters kestrelmark', 'word'],
    ['the beginnings of words', 'outf kest', 'word'],
    ['part of a word', 'strelma', 'part'],
    ['a wrong letter', 'kestrelmerk', 'similar'],
    ['swapped letters', 'kestrelmrak', 'similar'],
    ['two typos in a long word', 'kestralmrak', 'similar'],
    ['a wrong first letter', 'cestrelmark', 'similar'],
    ['a typo in each of two words', 'kestrelmrk outfiters', 'similar'],
    ['a typo in an unfinished word', 'kestrlm', 'similar'],
  ])('finds a store by %s', async (_by, text, match) => {
    const [first] = await list(text)
    expect(first).toEqual(['stores', match, 'Kestrelmark Outfitters'])
  })

  test('ignores accents, on both sides', async () => {
    expect(await list('cafe sao joao')).toEqual([['stores', 'exact', 'Café São João']])
    expect(await list('FELIX')).toEqual([['members', 'start', 'Félix Abbott']])
    expect(await list('félix.abbott@example.com')).toEqual([['members', 'exact', 'Félix Abbott']])
  })

  test('finds nothing for unrelated words, and nothing similar to a short one', async () => {
    expect(await list('zzyzx')).toEqual([])
    expect(await list('kestrelmark zzyzx')).toEqual([])
    expect(await list('--')).toEqual([])
  })

  test('answers at most five of a kind, and says that there are more', async () => {
    const { body } = await call('GET', '/search?q=member')
    const members = body.data.filter(({ resource }: SearchResult) => resource === 'members')
    expect([members.length, body.more]).toEqual([5, [{ resource: 'members', search: 'member' }]])
  })

  test('a first name that many members have hides no other kind', async () => {
    const stamp = sql`now(), 'test', now(), 'test'`
    await sql`insert into members (name, email, store_id, active, created_at, created_by, updated_at, updated_by)
      select 'Odalys Person', 'odalys.' || n || '@example.com', ${storeId}, true, ${stamp}
      from generate_series(1, 60) as n`.execute(platform().platform.db)
    await createStore(call, { name: 'Maison Odalys', code: 'mod', subdomain: 'maison' })
    const { body } = await call('GET', '/search?q=odalys')
    expect(body.more).toEqual([{ resource: 'members', search: 'odalys' }])
    expect(body.data.map((result: SearchResult) => [result.resource, result.match])).toEqual([
      ...Array.from({ length: 5 }, () => ['members', 'start']),
      ['stores', 'word'],
    ])
  })

  test('names the search that lists all matches of a word with a typo', async () => {
    const { body } = await call('GET', '/search?q=membr')
    const [first] = body.more
    expect(first).toEqual({ resource: 'members', search: 'member' })
    const path = `/members?search=${first.search}`
    expect((await call('GET', path)).body.page.total).toBeGreaterThan(5)
  })

  test('finds an order by the payment provider’s ID', async () => {
    const { orderId } = await insertPaidOrder(platform().platform.db, {
      storeId,
      at: platform().platform.now().toISOString(),
      reference: 'pi_3PzKestrel9',
    })
    const found = await search('pi_3PzKestrel9')
    expect(found.map(({ resource, record }) => [resource, record.id])).toEqual([
      ['orders', orderId],
    ])
  })

  test('finds the five orders of a member that were placed last, whatever their IDs', async () => {
    const { db } = platform().platform
    const { rows } = await sql<{ id: number }>`
      select id from members where name = 'Félix Abbott'`.execute(db)
    const memberId = Number(rows[0]?.id)
    const placed: { orderId: number; at: string }[] = []
    for (const day of ['07', '01', '06', '05', '02', '04', '03']) {
      const at = `2026-01-${day}T12:00:00.000Z`
      const order = { storeId, at, memberId, reference: null }
      placed.push({ orderId: (await insertPaidOrder(db, order)).orderId, at })
    }
    const { body } = await call('GET', '/search?q=felix%20abbott')
    const orders: SearchResult[] = body.data.filter(
      ({ resource }: SearchResult) => resource === 'orders',
    )
    const newest = placed.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, 5)
    expect(orders.map(({ record }) => record.id)).toEqual(newest.map(({ orderId }) => orderId))
    expect(body.more).toContainEqual({ resource: 'orders', search: 'felix abbott' })
  })

  test('knows each change at once, and nothing of deleted records', async () => {
    const body = { ...buildSampleValues(sizes), name: 'Quokka tall', code: 'QT' }
    const created = await call('POST', '/sizes', { body })
    expect(await list('quokka')).toEqual([['sizes', 'start', 'Quokka tall']])
    const change = { body: { name: 'Wombat tall' }, ifMatch: 1 }
    await call('PATCH', `/sizes/${created.body.id}`, change)
    expect([await list('quokka'), await list('wombat')]).toEqual([
      [],
      [['sizes', 'start', 'Wombat tall']],
    ])
    await call('DELETE', `/sizes/${created.body.id}`, { ifMatch: 2 })
    expect(await list('wombat')).toEqual([])
  })

  test('shows only what the caller can read, in the caller’s stores', async () => {
    const other = await createStore(call, { name: 'Kestrelmark Annex' })
    const openAs = async (permissions: string[], storeIds: number[] | null) =>
      openSession(platform(), await platform().addAccount(permissions, storeIds))
    expect(await list('kestrelmark', await openAs(['Sizes'], null))).toEqual([])
    const limited = await openAs(['storesRead'], [other.id])
    expect(await list('kestrelmark', limited)).toEqual([['stores', 'start', 'Kestrelmark Annex']])
    expect(await list('felix', await openAs(['dashboardRead'], [other.id]))).toEqual([])
    expect(await list('felix', await openAs(['dashboardRead'], [storeId]))).toHaveLength(1)
  })

  test.each([
    ['', 'q must have'],
    ['x'.repeat(101), 'q must have'],
  ])('rejects the text "%s"', async (text, sentence) => {
    const { status, body } = await call('GET', `/search?q=${text}`)
    expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('has the entries of every searched list, and of no other', async () => {
    const { db } = platform().platform
    const { rows } = await sql<{ table: string }>`
      select distinct tgrelid::regclass::text as table from pg_trigger
      where tgname = 'added_to_search'`.execute(db)
    const searched = resources
      .filter((resource) => hasPage(resource) || resource.list.page)
      .filter(({ api }) => !api.single)
      .filter(({ name }) => !leftOut.includes(name))
      .map(({ name }) => toColumnName(name))
    const tables = rows.map(({ table }) => table)
    expect(tables.toSorted()).toEqual(
      [...searched, 'payment_charges', 'payment_attempts'].toSorted(),
    )
  })
})
