import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getFilterableColumns,
  getFilterKind,
  getFilterOps,
} from '#shared/engine/list/filterColumns.ts'
import { toSearchParams, parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const parse = (address: string) => parseListQuery(sizes, new URLSearchParams(address))
const getQuery = (address: string) => parse(address).query

const defaultQuery: ListQuery = {
  search: '',
  filters: [],
  sort: [{ field: 'position', descending: false }],
  limit: 50,
  after: null,
}

test('an empty URL shows the first page in the default order', () => {
  expect(parse('')).toEqual({ query: defaultQuery, unread: [], problems: [] })
})

describe('List URLs', () => {
  test('can have a search, filters, a sort, a limit, and a cursor', () => {
    const { query, problems } = parse(
      'search=+large+&filter[group][eq]=youth&filter[position][gte]=10&sort=-name&limit=25&after=abc',
    )
    expect(problems).toEqual([])
    expect(query).toEqual({
      search: 'large',
      filters: [
        { field: 'group', op: 'eq', value: 'youth' },
        { field: 'position', op: 'gte', value: '10' },
      ],
      sort: [{ field: 'name', descending: true }],
      limit: 25,
      after: 'abc',
    })
  })

  test.each([
    ['filter[name][contains]=x'],
    ['filter[group][eq]=one_size'],
    ['filter[active][eq]=0'],
    ['filter[position][lte]=3'],
    ['filter[chest][gte]=48.5'],
    ['filter[createdAt][gte]=2025-01-01'],
    ['filter[updatedAt][lte]=2025-01-01T10:00:00Z'],
    ['filter[updatedAt][lte]=2028-02-29T23:30%2B02:00'],
  ])('%s is a valid filter', (address) => {
    expect(parse(address).problems).toEqual([])
    expect(getQuery(address).filters).toHaveLength(1)
  })

  test('every filterable column supports exactly the comparisons of its kind', () => {
    for (const column of getFilterableColumns(sizes)) {
      const kind = getFilterKind(sizes, column)
      const ops = kind ? getFilterOps(kind) : []
      expect(ops).not.toEqual([])
      for (const op of ['eq', 'contains', 'gte', 'lte'] as const) {
        const unsupported = parse(`filter[${column}][${op}]=x`).problems.some((problem) =>
          problem.endsWith(`doesn't support "${op}" comparisons.`),
        )
        expect(unsupported).toBe(!ops.includes(op))
      }
    }
  })

  test('empty filters of a form are ignored', () => {
    expect(
      parse('search=&filter[name][contains]=&filter[group][eq]=+&sort=&limit=&after='),
    ).toEqual({
      query: defaultQuery,
      unread: [],
      problems: [],
    })
  })

  test('spaces alone are a search that finds nothing', () => {
    expect(getQuery('search=+%09+').search).toBe(' ')
    expect(getQuery('filter[name][contains]=+').filters).toEqual([
      { field: 'name', op: 'contains', value: ' ' },
    ])
  })

  test.each([1, 100])('a page can have %i rows', (limit) => {
    expect(getQuery(`limit=${limit}`).limit).toBe(limit)
  })

  test('a field can have two filters of different comparisons, but none of them twice', () => {
    const range = 'filter[position][gte]=10&filter[position][lte]=20'
    expect(getQuery(range).filters).toEqual([
      { field: 'position', op: 'gte', value: '10' },
      { field: 'position', op: 'lte', value: '20' },
    ])
    expect(getQuery(`${range}&filter[name][contains]=a`).filters).toHaveLength(3)
  })

  test('a pasted tab or line break becomes a space', () => {
    expect(getQuery(`search=${encodeURIComponent('big\tone\n')}`).search).toBe('big one')
  })
})

describe('List parameters that are not valid', () => {
  test.each([
    ['sort=password', /^"sort" must be one of name, code/],
    ['sort=--name', /^"sort" must be one of/],
    ['sort=toString', /^"sort" must be one of/],
    ['limit=0', /^"limit" must be a whole number from 1 to 100\.$/],
    ['limit=101', /^"limit"/],
    ['limit=2.5', /^"limit"/],
    ['limit=many', /^"limit"/],
    ['limit=-25', /^"limit"/],
    [`after=${'x'.repeat(1001)}`, /^"after" isn.t a valid cursor/],
    ['after=%00', /^"after" isn.t a valid cursor/],
    ['filter[name][gte]=x', /^filter\[name\]\[gte\] doesn't support "gte" comparisons/],
    ['filter[password][contains]=x', /isn't a filter/],
    ['filter[__proto__][contains]=x', /isn't a filter/],
    ['filter[constructor][name]=x', /isn't a filter/],
    ['filter[name]=x', /isn't a filter/],
    ['filter[]=x', /isn't a filter/],
    ['filter[name][contains][more]=x', /isn't a filter/],
    [`filter[name][contains]=${'x'.repeat(201)}`, / must be at most 200 characters\.$/],
    ['filter[group][eq]=giants', /^filter\[group\]\[eq\] must be one of the available options\.$/],
    ['filter[active][eq]=yes', / must be one of the available options\.$/],
    ['filter[position][gte]=1e99', / must be a number\.$/],
    ['filter[position][gte]=1;drop', / must be a number\.$/],
    ['filter[createdAt][gte]=yesterday', / must be a date\.$/],
    ['filter[createdAt][gte]=2025-13-01', / must be a date\.$/],
    ['filter[createdAt][gte]=2026-02-31', / must be a date\.$/],
    ['filter[createdAt][gte]=2026-02-31T00:00:00.000Z', / must be a date\.$/],
    ['filter[createdAt][lte]=2026-02-01T25:00:00Z', / must be a date\.$/],
    ['filter[createdAt][lte]=2026-02-01T10:00:00', / must be a date\.$/],
    ['filter[createdAt][lte]=2026-02-01 (or so)', / must be a date\.$/],
  ])('%s is ignored with a problem', (address, problem) => {
    const { query, problems } = parse(address)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(query).toEqual(defaultQuery)
  })

  test('a search that is too long is cut between characters', () => {
    const { query, problems } = parse(`search=${'👕'.repeat(201)}`)
    expect(problems).toEqual(['"search" must be at most 200 characters.'])
    expect(query.search).toBe('👕'.repeat(200))
  })

  test('an ignored filter is reported with its value and the reason', () => {
    expect(parse('filter[position][lte]=+many+&filter[nothing]=x').unread).toEqual([
      {
        name: 'filter[position][lte]',
        field: 'position',
        op: 'lte',
        value: 'many',
        reason: 'must be a number',
      },
      {
        name: 'filter[nothing]',
        field: '',
        op: '',
        value: 'x',
        reason: "isn't a filter in this list",
      },
    ])
  })

  test('the first of two equal filters counts', () => {
    const { query, problems } = parse('filter[name][contains]=a&filter[name][contains]=b')
    expect(query.filters).toEqual([{ field: 'name', op: 'contains', value: 'a' }])
    expect(problems).toEqual(['filter[name][contains] can be used only once.'])
  })
})

describe('Canonical list URLs', () => {
  test('leave out default values', () => {
    expect(String(toSearchParams(sizes, defaultQuery))).toBe('')
    const descending: ListQuery = {
      ...defaultQuery,
      sort: [{ field: 'position', descending: true }],
    }
    expect(String(toSearchParams(sizes, descending))).toBe('sort=-position')
  })

  const name = fc.constantFrom('search', 'sort', 'limit', 'after', ...listFilterNames())
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.constantFrom('name', '-name', '25', '1', '0', 'youth', 'cm', '2025-01-31', '48.5', '-0'),
  )

  test('stay the same when they are parsed and built again', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        const first = parseListQuery(sizes, new URLSearchParams(pairs))
        const address = String(toSearchParams(sizes, first.query))
        const second = parse(address)
        expect(second).toEqual({ query: first.query, unread: [], problems: [] })
        expect(String(toSearchParams(sizes, second.query))).toBe(address)
      }),
      { numRuns: 1000 },
    )
  })
})

function listFilterNames(): string[] {
  return getFilterableColumns(sizes).flatMap((column) => {
    const kind = getFilterKind(sizes, column)
    return kind ? getFilterOps(kind).map((op) => `filter[${column}][${op}]`) : []
  })
}

describe('A descending default sort by a derived column', () => {
  const newestFirst = { ...stores, list: { ...stores.list, sort: '-lastActivityAt' } } as const
  const parseSort = (address: string) =>
    parseListQuery(newestFirst, new URLSearchParams(address)).query.sort

  test.each([
    ['', [{ field: 'lastActivityAt', descending: true }], ''],
    ['sort=-lastActivityAt', [{ field: 'lastActivityAt', descending: true }], ''],
    [
      'sort=lastActivityAt',
      [{ field: 'lastActivityAt', descending: false }],
      'sort=lastActivityAt',
    ],
    ['sort=-name', [{ field: 'name', descending: true }], 'sort=-name'],
    ['sort=nonsense', [{ field: 'lastActivityAt', descending: true }], ''],
  ])('"%s" is parsed and built again', (address, sort, params) => {
    expect(parseSort(address)).toEqual(sort)
    const { query } = parseListQuery(newestFirst, new URLSearchParams(address))
    expect(String(toSearchParams(newestFirst, query))).toBe(params)
  })
})
