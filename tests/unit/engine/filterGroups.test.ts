import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  getColumnField,
  getColumnFilterOps,
  getFilterableColumns,
} from '#shared/engine/list/filterColumns.ts'
import { getOfferedFilterOps } from '#shared/engine/list/offeredFilterOps.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import {
  joinFilterValues,
  parseFilterIds,
  parseFilterPeriod,
  parseFilterRange,
  splitFilterValues,
} from '#shared/engine/list/filterValues.ts'
import { formatFilterIds } from '#shared/engine/list/formatFilterValues.ts'
import { buildListUrl, parseListView } from '#shared/engine/list/listView.ts'
import { toSearchParams, parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'

const parse = (address: string, resource: Resource = stores) =>
  parseListQuery(resource, new URLSearchParams(address))

/** Builds filters of a resource that are valid, one per comparison of each column. */
const buildFilters = (resource: Resource): ListFilter[] =>
  getFilterableColumns(resource).flatMap((field) =>
    getColumnFilterOps(resource, field).map((op) => {
      const { kind, options } = getColumnField(resource, field)
      const isTime = kind === 'date' || kind === 'instant'
      const value = isTime ? '2026-01-31' : (options?.[0]?.value ?? '1')
      const special: Partial<Record<string, string>> = {
        between: `${value},${value}`,
        within: 'last-7-days',
        notWithin: 'next-2-months',
        empty: '0',
      }
      return { field, op, value: special[op] ?? value }
    }),
  )

describe('Filters in URLs', () => {
  test.each(resources.map((resource) => [resource.name, resource] as const))(
    'of %s are the same after a round trip, alone and as alternatives',
    (_name, resource) => {
      const filters = buildFilters(resource)
      const groups = [filters.slice(0, 3), filters.slice(3, 5)].filter(({ length }) => length > 0)
      const { query } = parse('', resource)
      const sent = { ...query, filters, ...(groups.length > 0 && { groups }) }
      const parsed = parseListQuery(resource, toSearchParams(resource, sent))
      expect(parsed.problems).toEqual([])
      expect(parsed.query).toEqual(sent)
    },
  )

  test('repeated parameters of several values are one filter', () => {
    const { query, problems } = parse('filter[status][in]=draft&filter[status][in]=active,draft')
    expect(problems).toEqual([])
    expect(query.filters).toEqual([{ field: 'status', op: 'in', value: 'draft,active' }])
  })

  test('groups keep their order, whatever their numbers', () => {
    const { query } = parse(
      'any[7][plan][eq]=growth&any[2][status][eq]=active&any[2][openAlerts][gt]=0&any[2][status][eq]=active',
    )
    expect(query.filters).toEqual([])
    expect(query.groups).toEqual([
      [
        { field: 'status', op: 'eq', value: 'active' },
        { field: 'openAlerts', op: 'gt', value: '0' },
      ],
      [{ field: 'plan', op: 'eq', value: 'growth' }],
    ])
    expect(buildListUrl(stores, parseListView(stores, toSearchParams(stores, query)))).toBe(
      '/stores?any[1][status][eq]=active&any[1][openAlerts][gt]=0&any[2][plan][eq]=growth',
    )
  })

  test.each([
    ['filter[status][in]=active,gone', / must be one of the available options\.$/],
    ['filter[members][between]=5', / has a value that this comparison can't use\.$/],
    ['filter[members][between]=5,1', / has a value that this comparison can't use\.$/],
    ['filter[members][gt]=many', / must be a number\.$/],
    ['filter[createdAt][within]=yesterday', / has a value that this comparison can't use\.$/],
    ['filter[createdAt][within]=last-0-days', / has a value that this comparison can't use\.$/],
    ['filter[createdAt][within]=last-1000-days', / has a value that this comparison can't use\.$/],
    ['filter[createdAt][notWithin]=last-7-years', / has a value that this comparison can't use\.$/],
    ['filter[domain][empty]=yes', / has a value that this comparison can't use\.$/],
    ['filter[id][in]=0', / has a value that this comparison can't use\.$/],
    ['filter[id][in]=x.zzzzzzz', / has a value that this comparison can't use\.$/],
    ['filter[id][gte]=3', / isn't a filter in this list\.$/],
    [`filter[code][in]=${'x'.repeat(201)}`, / must be at most 200 characters\.$/],
    [
      `filter[code][in]=${Array.from({ length: 101 }, (_, at) => at).join(',')}`,
      / has too many values \(maximum 100\)\.$/,
    ],
    [
      'any[1][status][eq]=gone',
      /^any\[1\]\[status\]\[eq\] must be one of the available options\.$/,
    ],
    ['any[1][password][eq]=x', / isn't a filter in this list\.$/],
    ['any[100][status][eq]=active', / isn't a filter in this list\.$/],
    ['any[][status][eq]=active', / isn't a filter in this list\.$/],
    ['any[1][__proto__][eq]=x', / isn't a filter in this list\.$/],
  ])('%s is reported and ignored', (address, problem) => {
    const { query, problems, unread } = parse(address)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(unread).toHaveLength(1)
    expect(query.filters).toEqual([])
    expect(query.groups).toBeUndefined()
  })

  test('more groups and alternatives than allowed are reported', () => {
    const build = (parts: string[]) => parse(parts.join('&'))
    const groups = Array.from({ length: 11 }, (_, at) => `any[${at}][members][gt]=${at}`)
    expect(build(groups).problems).toEqual([
      expect.stringContaining('has too many groups (maximum 10)'),
    ])
    expect(build(groups).query.groups).toHaveLength(10)
    const alternatives = Array.from({ length: 11 }, (_, at) => `any[1][members][gt]=${at}`)
    expect(build(alternatives).problems).toEqual([
      expect.stringContaining('has too many alternatives (maximum 10)'),
    ])
  })

  test('any text is parsed without a failure, and never silently dropped', () => {
    const names = ['filter[status][in]', 'any[1][code][not]', 'filter[createdAt][within]']
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: 'grapheme' }), (name, value) => {
        const { query, unread } = parseListQuery(stores, new URLSearchParams([[name, value]]))
        const applied = query.filters.length + (query.groups?.length ?? 0)
        expect(applied + unread.length).toBe(value.trim() === '' ? 0 : 1)
      }),
    )
  })

  test('a menu offers "is empty" only where a value can be missing', () => {
    expect(getOfferedFilterOps(stores, 'domain')).toContain('empty')
    expect(getOfferedFilterOps(stores, 'tags')).toContain('empty')
    expect(getOfferedFilterOps(stores, 'name')).not.toContain('empty')
    expect(getOfferedFilterOps(sizes, 'name')).not.toContain('empty')
  })
})

describe('Values of filters', () => {
  test('with commas and backslashes survive being joined', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }).filter((text) => text === text.trim())),
        (values) => {
          expect(splitFilterValues(joinFilterValues(values))).toEqual(values)
        },
      ),
    )
  })

  test('a thousand IDs of ten million fit in a URL', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 1000 }),
        (ids) => {
          const text = formatFilterIds(ids)
          expect(text.length).toBeLessThan(6000)
          expect(parseFilterIds(text)).toEqual(ids.toSorted((one, other) => one - other))
        },
      ),
    )
  })

  test.each(['', 'a', '1,b', '-1', '1.5', '2147483648', 'x.', 'x.0', 'x.-1'])(
    '"%s" is no list of IDs',
    (text) => expect(parseFilterIds(text)).toBeNull(),
  )

  test('ranges have two ends, and periods a direction, a count, and a unit', () => {
    expect(parseFilterRange('1, 5')).toEqual(['1', '5'])
    expect(parseFilterRange('1,,5')).toBeNull()
    expect(parseFilterPeriod('next-3-weeks')).toEqual({
      direction: 'next',
      count: 3,
      unit: 'weeks',
    })
    expect(parseFilterPeriod('next-03-weeks')).toBeNull()
  })
})
