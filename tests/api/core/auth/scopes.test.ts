import { beforeAll, describe, expect, test } from 'vitest'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { resources } from '#shared/areas/index.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import {
  clearTable,
  insertRows,
  isInsertable,
  buildSampleValues,
} from '#tests/api/support/records.ts'

/**
 * Resources whose rows can be inserted; sums are tested in tests/api/areas/credits/credits.test.ts.
 */
const storedResources = resources.filter(isInsertable)
const nestedLists = storedResources.flatMap((resource) =>
  [resource.relations.scope, resource.relations.parent].flatMap((field) =>
    field === undefined ? [] : [{ name: `${resource.name} by ${field}`, resource, field }],
  ),
)

describe.each(chooseDatabases('PGlite'))('Lists within one record on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  /** Calls the platform the way the console does. */
  const api: Api = {
    async send({ method, path, search }) {
      const { status, body } = await call(method, `${path}?${search ?? ''}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return { status, body }
    },
  }

  test.each(nestedLists)(
    '$name returns only its own records, with their count and pages',
    async ({ resource, field }) => {
      await clearTable(platform(), resource)
      const buildRow = (id: number) => ({ ...buildSampleValues(resource), [field]: id })
      const rows = [buildRow(7), buildRow(8), buildRow(7), buildRow(8), buildRow(7)]
      for (const row of rows.slice(1))
        for (const name of resource.api.unique.flat())
          if (name !== field) row[name] = buildSampleValues(resource)[name]
      const inserted = await insertRows(platform(), resource, rows)
      const ownIds = inserted.filter((record) => record[field] === 7).map(({ id }) => id)

      const nested = nestResource(resource, { field, id: 7, path: '/stores/7' })
      const loadPage = (query: string) =>
        listRecords(api, nested, parseListView(nested, new URLSearchParams(query)).query)
      const first = await loadPage('limit=2')
      expect(first.page).toMatchObject({ previous: null, total: 3 })
      const second = await loadPage(`limit=2&after=${first.page.next}`)
      expect(second.page).toMatchObject({ next: null, total: 3 })
      const getIds = (records: AnyRecord[]) => records.map(({ id }) => id)
      expect(getIds([...first.records, ...second.records]).sort()).toEqual(ownIds.sort())
      const back = await loadPage(`limit=2&after=${second.page.previous}`)
      expect(getIds(back.records)).toEqual(getIds(first.records))
    },
  )
})
