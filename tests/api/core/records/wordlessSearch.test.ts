import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import {
  getFilterableColumns,
  getFilterKind,
  getFilterOps,
} from '#shared/engine/list/filterColumns.ts'
import { resources } from '#shared/areas/index.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const lists = resources.filter(({ api: { single } }) => !single)
const wordlessTexts = ['(', '&', '--', '  ', '. ! ?', '\u0301']

describe.each(chooseDatabases('PostgreSQL'))('Searches without words on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  test.each(lists)('list, closest-match, and export find no $title.many', async (resource) => {
    for (const text of wordlessTexts) {
      const search = encodeURIComponent(text)
      for (const query of [`search=${search}`, `search=${search}&closest=true`]) {
        const { status, body } = await call('GET', `/${resource.name}?${query}`)
        expect([status, body.data, body.page?.total], `${query}`).toEqual([200, [], 0])
      }
      const path = `/${resource.name}/export?format=ndjson&columns=id&search=${search}`
      expect((await call('GET', path)).body).toBe('')
    }
  })

  test.each(lists)('a filter without words finds no $title.many', async (resource) => {
    for (const column of getFilterableColumns(resource)) {
      const kind = getFilterKind(resource, column)
      if (!kind || !getFilterOps(kind).includes('contains')) continue
      const path = `/${resource.name}?filter[${column}][contains]=`
      for (const text of wordlessTexts) {
        const { status, body } = await call('GET', path + encodeURIComponent(text))
        expect([status, body.data], `${column} ${text}`).toEqual([200, []])
      }
    }
  })

  test.each(lists.filter((one) => getBulkActions(one).length > 0))(
    'every bulk action rejects a search without words as a selection of $title.many',
    async (resource) => {
      for (const { name } of getBulkActions(resource)) {
        const [field] = resource.list.search
        for (const query of [
          ...wordlessTexts.map((text) => `search=${encodeURIComponent(text)}`),
          ...(field ? [`filter[${field}][contains]=(`] : []),
        ]) {
          const body = { action: name, query, values: {} }
          const response = await call('POST', `/${resource.name}/bulk/plan`, { body })
          expect(response.status, `${name} ${query}`).not.toBe(200)
        }
      }
      const { rows } = await sql`select from bulk_plans`.execute(platform().platform.db)
      expect(rows).toEqual([])
    },
  )

  test('a saved view counts no records', async () => {
    for (const address of ['search=%28', 'search=--', 'filter[name][contains]=%28']) {
      const body = { resource: 'sizes', name: `View ${address}`, address, shared: false }
      expect((await call('POST', '/views', { body })).status).toBe(201)
    }
    const { body } = await call('GET', '/views?resource=sizes')
    const counts = body.data.map(({ count }: { count: { total: number } | null }) => count?.total)
    expect(counts).toEqual([0, 0, 0])
  })
})
