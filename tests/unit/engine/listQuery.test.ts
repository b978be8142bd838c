import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getFilterableColumns,
  getFilterKind,
  getFilterOps,
  toSearchParams,
  parseListQuery,
} from '#shared/engine/list/listQuery.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const read = (address: string) => parseListQuery(sizes, new URLSearchParams(address))
const query = (address: string) => read(address).query

const usual = {
  search: '',
  filters: [],
  sort: { field: 'position', descending: false },
  limit: 50,
  after: null,
}

test('an empty address is the first page of all, in the usual order', () => {
  expect(read('')).toEqual({ query: usual, unread: [], problems: [] })
})

describe('what an address says of a list', () => {
  test('all of it at once', () => {
    const { query: asked, problems } = read(
      'search=+large+&filter[group][eq]=youth&filter[position][gte]=10&sort=-name&limit=25&after=abc',
    )
    expect(problems).toEqual([])
    expect(asked).toEqual({
      search: 'large',
      filters: [
        { field: 'group', op: 'eq', value: 'youth' },
        { field: 'position', op: 'gte', value: '10' },
      ],
      sort: { field: 'name', descending: true },
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
  ])('%s is a filter', (address) => {
    expect(read(address).problems).toEqual([])
    expect(query(address).filters).toHaveLength(1)
  })

  test('every column that can be filtered takes the comparisons of its kind and no other', () => {
    for (const column of getFilterableColumns(sizes)) {
      const kind = getFilterKind(sizes, column)
      const known = kind ? getFilterOps(kind) : []
      expect(known).not.toEqual([])
      for (const op of ['eq', 'contains', 'gte', 'lte'] as const) {
        const unknown = read(`filter[${column}][${op}]=x`).problems.some((problem) =>
          problem.endsWith(`doesn't support "${op}" comparisons.`),
        )
        expect(unknown).toBe(!known.includes(op))
      }
    }
  })

  test('filters that a form sends empty say nothing', () => {
    expect(read('search=&filter[name][contains]=&filter[group][eq]=+&sort=&limit=&after=')).toEqual(
      {
        query: usual,
        unread: [],
        problems: [],
      },
    )
  })

  test('blanks alone are a search, which finds nothing', () => {
    expect(query('search=+%09+').search).toBe(' ')
    expect(query('filter[name][contains]=+').filters).toEqual([
      { field: 'name', op: 'contains', value: ' ' },
    ])
  })

  test('a tab or line end that came along with a pasted word is a blank', () => {
    expect(query(`search=${encodeURIComponent('big\tone\n')}`).search).toBe('big one')
  })
})

describe('what cannot be used is left out and named', () => {
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
  ])('%s', (address, problem) => {
    const { query: asked, problems } = read(address)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(asked).toEqual(usual)
  })

  test('a search that is too long is cut, between characters', () => {
    const { query: asked, problems } = read(`search=${'👕'.repeat(201)}`)
    expect(problems).toEqual(['"search" must be at most 200 characters.'])
    expect(asked.search).toBe('👕'.repeat(200))
  })

  test('a filter that is left out is told with what was asked for and why', () => {
    expect(read('filter[position][lte]=+many+&filter[nothing]=x').unread).toEqual([
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

  test('the same filter twice counts once', () => {
    const { query: asked, problems } = read('filter[name][contains]=a&filter[name][contains]=b')
    expect(asked.filters).toEqual([{ field: 'name', op: 'contains', value: 'a' }])
    expect(problems).toEqual(['filter[name][contains] can be used only once.'])
  })
})

describe('one view has one address', () => {
  test('what is usual is not written', () => {
    expect(String(toSearchParams(sizes, usual))).toBe('')
    const descending = { ...usual, sort: { field: 'position', descending: true } }
    expect(String(toSearchParams(sizes, descending))).toBe('sort=-position')
  })

  const name = fc.constantFrom('search', 'sort', 'limit', 'after', ...filterNames())
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.constantFrom('name', '-name', '25', '1', '0', 'youth', 'cm', '2025-01-31', '48.5', '-0'),
  )

  test('whatever the address, reading it, writing it and reading it again gives the same', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        const first = parseListQuery(sizes, new URLSearchParams(pairs))
        const address = String(toSearchParams(sizes, first.query))
        const second = read(address)
        expect(second).toEqual({ query: first.query, unread: [], problems: [] })
        expect(String(toSearchParams(sizes, second.query))).toBe(address)
      }),
      { numRuns: 1000 },
    )
  })
})

function filterNames(): string[] {
  return getFilterableColumns(sizes).flatMap((column) => {
    const kind = getFilterKind(sizes, column)
    return kind ? getFilterOps(kind).map((op) => `filter[${column}][${op}]`) : []
  })
}

describe('an order that is descending, and by a derived column, from the start', () => {
  const newest = { ...stores, sort: '-lastActivityAt' } as const
  const sortOf = (address: string) =>
    parseListQuery(newest, new URLSearchParams(address)).query.sort

  test.each([
    ['', { field: 'lastActivityAt', descending: true }, ''],
    ['sort=-lastActivityAt', { field: 'lastActivityAt', descending: true }, ''],
    ['sort=lastActivityAt', { field: 'lastActivityAt', descending: false }, 'sort=lastActivityAt'],
    ['sort=-name', { field: 'name', descending: true }, 'sort=-name'],
    ['sort=nonsense', { field: 'lastActivityAt', descending: true }, ''],
  ])('%s', (address, sort, again) => {
    expect(sortOf(address)).toEqual(sort)
    const { query: asked } = parseListQuery(newest, new URLSearchParams(address))
    expect(String(toSearchParams(newest, asked))).toBe(again)
  })
})
