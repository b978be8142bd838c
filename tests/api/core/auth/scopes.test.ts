import { beforeAll, describe, expect, test } from 'vitest'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { resources } from '#shared/areas/index.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usually, usePlatform } from '#tests/api/support/databases.ts'
import { clear, insertRows, isStored, sampleValues } from '#tests/api/support/records.ts'

/** Sums have no rows of their own: tests/api/areas/credits/credits.test.ts. */
const kept = resources.filter(isStored)
const tied = kept.flatMap((resource) =>
  [resource.scope, resource.parent].flatMap((field) =>
    field === undefined ? [] : [{ name: `${resource.name} by ${field}`, resource, field }],
  ),
)

describe.each(usually('PGlite'))('lists within one record on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  /** The platform as the console asks it. */
  const api: Api = {
    async send({ method, path, search }) {
      const { status, body } = await call(method, `${path}?${search ?? ''}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return { status, body }
    },
  }

  test.each(tied)('$name: its own alone, counted and page by page', async ({ resource, field }) => {
    await clear(platform(), resource)
    const of = (id: number) => ({ ...sampleValues(resource), [field]: id })
    const rows = [of(7), of(8), of(7), of(8), of(7)]
    for (const row of rows.slice(1))
      for (const name of resource.unique.flat())
        if (name !== field) row[name] = sampleValues(resource)[name]
    const inserted = await insertRows(platform(), resource, rows)
    const own = inserted.filter((record) => record[field] === 7).map(({ id }) => id)

    const inside = nestResource(resource, { field, id: 7, path: '/stores/7' })
    const page = (query: string) =>
      listRecords(api, inside, parseListView(inside, new URLSearchParams(query)).query)
    const first = await page('limit=2')
    expect(first.page).toMatchObject({ previous: null, total: 3 })
    const second = await page(`limit=2&after=${first.page.next}`)
    expect(second.page).toMatchObject({ next: null, total: 3 })
    const idsOf = (records: AnyRecord[]) => records.map(({ id }) => id)
    expect(idsOf([...first.records, ...second.records]).sort()).toEqual(own.sort())
    const back = await page(`limit=2&after=${second.page.previous}`)
    expect(idsOf(back.records)).toEqual(idsOf(first.records))
  })
})
