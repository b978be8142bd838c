import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import {
  getColumnField,
  getColumnFilterOps,
  getFilterableColumns,
  getFilterKind,
} from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { getFilterParam } from '#shared/engine/list/filterGroups.ts'
import { joinFilterValues } from '#shared/engine/list/filterValues.ts'
import { formatFilterRange } from '#shared/engine/list/formatFilterValues.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'
import { compareAmount, matchesFilter } from '#tests/api/support/filterOracle.ts'
import { computedColumns, listedResources, randomRows } from '#tests/api/support/randomRows.ts'
import { clearTable, insertRows } from '#tests/api/support/records.ts'

/** Searched in definitions and old entries, beyond the column's own text. */
const specialColumns = ['logEntries.changedFields', 'platformLogEntries.changedFields']

describe.each(databases)('Comparisons on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const list = async (resource: Resource, params: URLSearchParams): Promise<AnyRecord[]> => {
    params.set('limit', '100')
    const { status, body } = await call('GET', `/${resource.name}?${params}`)
    expect(status, `${resource.name}?${params} ${JSON.stringify(body)}`).toBe(200)
    return body.data
  }
  const getIds = (records: readonly AnyRecord[]) => records.map(({ id }) => id).toSorted()

  describe.each(getShare(database, listedResources))('$name', (resource) => {
    const columns = getFilterableColumns(resource).filter(
      (column) => ![...computedColumns, ...specialColumns].includes(`${resource.name}.${column}`),
    )

    test('find the rows that they find without a database, alone and in groups', async () => {
      await clearTable(platform(), resource)
      const [rows = []] = fc
        .sample(randomRows(resource), { numRuns: 12, seed: 42 })
        .toSorted((one, other) => other.length - one.length)
      await insertRows(platform(), resource, rows)
      const records = await list(resource, new URLSearchParams())
      const now = platform().platform.now()
      const find = (filter: ListFilter) =>
        records.filter((record) => matchesFilter(resource, record, filter, now))

      const filters = columns.flatMap((field) =>
        getColumnFilterOps(resource, field)
          // References are found by the names of other records, which references.test.ts covers.
          .filter((op) => op !== 'contains' || !getColumnField(resource, field).target)
          .flatMap((op) =>
            buildValues(resource, records, field, op).map((value) => ({ field, op, value })),
          ),
      )
      await mapConcurrently(6, filters, async (filter) => {
        const params = new URLSearchParams({ [getFilterParam(filter)]: filter.value })
        expect(getIds(await list(resource, params)), `${resource.name}?${params}`).toEqual(
          getIds(find(filter)),
        )
      })

      for (const [at, [first, second, third]] of pickTriples(filters).entries()) {
        if (!first || !second || !third) continue
        const params = new URLSearchParams({ [getFilterParam(third)]: third.value })
        params.append(getFilterParam(first, 3), first.value)
        params.append(getFilterParam(second, 3), second.value)
        const expected = [...new Set([...find(first), ...find(second)])].filter((record) =>
          find(third).includes(record),
        )
        expect(getIds(await list(resource, params)), `${at}: ${resource.name}?${params}`).toEqual(
          getIds(expected),
        )
      }
    }, 120_000)

    test('find records by their IDs', async () => {
      const records = await list(resource, new URLSearchParams())
      const ids = getIds(records).slice(0, 2)
      const params = new URLSearchParams({ 'filter[id][in]': [...ids, 2_000_000_000].join(',') })
      expect(getIds(await list(resource, params))).toEqual(ids)
    })
  })
})

/** Builds values of a filter: some of the rows' own, several of them, and one that no row has. */
function buildValues(
  resource: Resource,
  records: readonly AnyRecord[],
  column: string,
  op: FilterOp,
): string[] {
  const field = getColumnField(resource, column)
  const kind = getFilterKind(resource, column)
  const toText = (value: unknown, record: AnyRecord): string =>
    kind === 'money'
      ? compareAmount.format(Number(value), field, record)
      : typeof value === 'boolean'
        ? String(Number(value))
        : String(value)
  const own = records.flatMap((record) =>
    [record[column]].flat().flatMap((value) => {
      const text = value === null || value === undefined ? '' : toText(value, record)
      const isNumberTooLong = kind === 'money' && /\d{13}/.test(text)
      return text.trim() === '' || text.length > 190 || isNumberTooLong
        ? []
        : [text.replaceAll('\n', ' ')]
    }),
  )
  const distinct = [...new Set(own)].slice(0, 3)
  const [first, second = first] = distinct
  switch (op) {
    case 'empty':
      return ['1', '0']
    case 'within':
    case 'notWithin':
      return ['last-999-months']
    case 'between': {
      if (first === undefined || second === undefined) return []
      const toNumber = kind === 'date' || kind === 'instant' ? Date.parse : Number
      const ends = [first, second].toSorted((one, other) => toNumber(one) - toNumber(other))
      return [formatFilterRange([ends[0] ?? first, ends[1] ?? first])]
    }
    case 'in':
    case 'not':
      return distinct.length === 0 ? [] : [joinFilterValues(distinct.slice(0, 2))]
    case 'starts':
      return distinct.slice(0, 1).map((text) => text.toUpperCase().slice(0, 3))
    default:
      return distinct.slice(0, 1)
  }
}

/** Picks filters of different columns for groups, a few for each resource. */
function pickTriples(filters: readonly ListFilter[]): ListFilter[][] {
  const step = Math.max(1, Math.floor(filters.length / 5))
  return Array.from({ length: 4 }, (_, at) =>
    [at * step, at * step + Math.floor(step / 2) + 1, at + 2].flatMap(
      (index) => filters[index % Math.max(1, filters.length)] ?? [],
    ),
  )
}
