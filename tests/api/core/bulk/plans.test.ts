import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clearTable, buildSampleValues } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const readLines = (file: string): string[][] => parse(file, { bom: true })

describe.each(databases)('Plan rows on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  async function addSizes(count: number, more: (at: number) => object = () => ({})) {
    const ids: number[] = []
    for (let at = 0; at < count; at++) {
      const body = { ...buildSampleValues(sizes), group: 'adult', ...more(at) }
      ids.push((await call('POST', '/sizes', { body })).body.id)
    }
    return ids
  }
  const planGroup = async (callAs = call) =>
    (
      await callAs('POST', '/sizes/bulk/plan', {
        body: { action: 'change', values: { group: 'youth' }, query: '' },
      })
    ).body
  const readPage = async (id: number, query = '') =>
    (await call('GET', `/plans/${id}${query}`)).body

  test('rows can be read by page and outcome, and exported', async () => {
    await clearTable(platform(), sizes)
    await addSizes(43, (at) => ({ group: at < 40 ? 'adult' : 'youth' }))
    const { id, first } = await planGroup()
    expect(first).toHaveLength(20)
    const pages = [await readPage(id)]
    while (pages.at(-1).page.next !== null)
      pages.push(await readPage(id, `?after=${pages.at(-1).page.next}`))
    const rows = pages.flatMap(({ data }) => data)
    expect(rows.map(({ row }) => row)).toEqual(rows.map((_row, at) => at + 1))
    expect(pages[0]).toMatchObject({
      counts: { change: 40, unchanged: 3 },
      page: { after: 0, next: 20, previous: null, total: 43 },
      isStarted: false,
      canUndo: true,
    })
    expect(rows[0]).toMatchObject({
      outcome: 'change',
      before: { group: 'adult' },
      after: { group: 'youth' },
    })
    const unchanged = await readPage(id, '?outcome=unchanged')
    expect(unchanged.page.total).toBe(3)
    expect(unchanged.data[0].sentence).toBe('Nothing to change.')
    const lines = readLines((await call('GET', `/plans/${id}/export`)).body)
    expect(lines[0]).toEqual(['Code', 'Name', 'Field', 'Before', 'After', 'Outcome', 'Reason'])
    expect(lines).toHaveLength(44)
    expect(lines[1]?.slice(2)).toEqual(['Group', 'Adult', 'Youth', 'Will change', ''])
    expect(lines.at(-1)?.slice(2)).toEqual(['', '', '', 'Unchanged', 'Nothing to change.'])
  })

  test('rows stay after the start and are visible to their operator only', async () => {
    await clearTable(platform(), sizes)
    await addSizes(1, () => ({ name: '=1+1' }))
    const { id } = await planGroup()
    const other = await openSession(platform(), await platform().addAccount(allPermissions))
    expect((await other('GET', `/plans/${id}`)).status).toBe(404)
    expect((await other('GET', `/plans/${id}/export`)).status).toBe(404)
    expect((await call('POST', '/sizes/bulk', { body: { plan: id } })).status).toBe(202)
    expect(await readPage(id)).toMatchObject({ isStarted: true, counts: { change: 1 } })
    const [, line] = readLines((await call('GET', `/plans/${id}/export`)).body)
    expect(line?.[1]).toBe("'=1+1")
  })

  test('rows need the permission that the plan needed', async () => {
    await clearTable(platform(), sizes)
    await addSizes(1)
    const account = await platform().addAccount(['Sizes:read', 'Sizes:write'])
    const callAsAccount = await openSession(platform(), account)
    const { id } = await planGroup(callAsAccount)
    expect((await callAsAccount('GET', `/plans/${id}`)).status).toBe(200)
    await sql`update user_groups set permissions = '{"Sizes:read"}'
      where id = any(array(select unnest(group_ids) from users where email = ${account.email}))`.execute(
      platform().platform.db,
    )
    expect((await callAsAccount('GET', `/plans/${id}`)).status).toBe(403)
  })

  test.each(['?after=-1', '?after=x', '?outcome=done', '?limit=101', '?more=1'])(
    'rejects rows with %s',
    async (query) => {
      await clearTable(platform(), sizes)
      await addSizes(1)
      const { id } = await planGroup()
      expect((await call('GET', `/plans/${id}${query}`)).status).toBe(400)
    },
  )

  test('rows list pasted codes without a store, and the export has all 20,000 rows', async () => {
    const store = await createStore(call)
    const group = await call('POST', '/userGroups', {
      body: { name: 'Plan readers', permissions: [], allStores: false, storeIds: [store.id] },
    })
    const path = `/userGroups/${group.body.id}/stores/plan`
    const codes = [store.code, ...Array.from({ length: 60 }, (_, at) => `missing-${at}`)]
    const { body } = await call('POST', path, { body: { change: 'add', codes } })
    const page = await readPage(body.id, '?outcome=unknown&after=40')
    expect(page.page).toEqual({ after: 40, next: null, previous: 20, total: 60 })
    expect(page.data[0]).toMatchObject({ code: 'missing-40', label: 'Row 42' })
    const lines = readLines((await call('GET', `/plans/${body.id}/export`)).body)
    expect(lines).toHaveLength(62)
    expect(lines[1]).toEqual([
      store.code,
      store.name,
      '',
      '',
      '',
      'Unchanged',
      expect.stringContaining('Plan readers'),
    ])
    await sql`insert into plan_rows (plan_id, place, outcome, label, code)
      select ${body.id}, place, 'change', 'Store ' || place, 'code-' || place
      from generate_series(62, 20000) as place`.execute(platform().platform.db)
    const last = await readPage(body.id, '?outcome=change&after=19920')
    expect(last.page).toMatchObject({ next: null, total: 19_939 })
    expect(last.data.at(-1)).toMatchObject({ row: 20_000, code: 'code-20000' })
    expect(readLines((await call('GET', `/plans/${body.id}/export`)).body)).toHaveLength(20_001)
  })
})
