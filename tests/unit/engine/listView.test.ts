import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildListUrl,
  parseListView,
  getShownColumns,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import { toSearchText } from '#shared/engine/list/listQuery.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { PanelParams } from '#shared/engine/panels.ts'
import { getColumns, getSortableColumns } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { catalogs } from '#shared/areas/catalog/catalogs.ts'

const view = (search: string, more: PanelParams = {}) =>
  parseListView(sizes, new URLSearchParams(search), more)
const again = (given: ListView, more: PanelParams = {}) =>
  parseListView(
    sizes,
    new URL(buildListUrl(sizes, given), 'https://console.example').searchParams,
    more,
  )

describe('screens.md, "Every form": panels are addressed by the URL', () => {
  test.each([
    ['create', { kind: 'create', id: null }, '/sizes?create'],
    ['create=', { kind: 'create', id: null }, '/sizes?create'],
    ['edit=42', { kind: 'edit', id: 42 }, '/sizes?edit=42'],
    ['edit=42&history', { kind: 'history', id: 42 }, '/sizes?edit=42&history'],
    ['delete=42', { kind: 'delete', id: 42 }, '/sizes?delete=42'],
    ['paste', { kind: 'paste', id: null }, '/sizes?paste'],
    ['edit=42&search=l', { kind: 'edit', id: 42 }, '/sizes?search=l&edit=42'],
    ['', null, '/sizes'],
    ['colour=red', null, '/sizes?colour=red'],
    ['toString', null, '/sizes?toString='],
  ])('?%s', (search, panel, address) => {
    expect(view(search).panel).toEqual(panel)
    expect(buildListUrl(sizes, view(search))).toBe(address)
  })

  test.each([
    'edit',
    'edit=',
    'edit=0',
    'edit=-1',
    'edit=1.5',
    'edit=me',
    'edit=1e400',
    'edit=1+2',
  ])('?%s names no record', (search) => {
    expect(view(search).panel).toEqual({ kind: 'edit', id: null })
  })

  test('a panel of one screen is known on that screen alone', () => {
    expect(view('run', { run: {} }).panel).toEqual({ kind: 'run', id: null })
    expect(view('run').panel).toBeNull()
  })

  test('one panel opens, when the address names two', () => {
    expect(view('paste&edit=3').panel).toEqual({ kind: 'edit', id: 3 })
  })
})

describe('a list offers panels', () => {
  const many = ['import', 'choose', 'selected', 'views', 'bulk']
  test.each([
    [
      sizes,
      ['create', 'history', 'edit', 'merge', 'delete', 'paste', 'reorder', ...many, 'record'],
    ],
    // Stores are made and changed on pages of their own, and have no order.
    [stores, many],
    [catalogs, ['choose', 'selected', 'views', 'record']],
  ])('$name: $1', (resource, panels) => {
    expect(getOfferedPanels(resource)).toEqual(panels)
  })

  test.each(['create', 'edit=1', 'delete=1', 'paste', 'reorder'])(
    '?%s opens nothing where it is not offered',
    (search) => {
      const params = new URLSearchParams(search)
      expect(parseListView(stores, params, { run: {} }).panel).toBeNull()
      params.set('run', '')
      expect(parseListView(stores, params, { run: {} }).panel).toEqual({ kind: 'run', id: null })
    },
  )
})

describe('a filter that is not understood', () => {
  const asked = 'filter[position][gte]=abc&filter[group][eq]=youth&edit=3'
  const unread = [
    {
      name: 'filter[position][gte]',
      field: 'position',
      op: 'gte',
      value: 'abc',
      reason: 'must be a number',
    },
  ]

  test('is kept by the view and its address, apart from those that hold', () => {
    expect(view(asked).ignoredParams).toEqual(unread)
    expect(view(asked).query.filters).toEqual([{ field: 'group', op: 'eq', value: 'youth' }])
    expect(buildListUrl(sizes, view(asked))).toBe(
      '/sizes?filter[group][eq]=youth&filter[position][gte]=abc&edit=3',
    )
  })

  test('stays with another page or order, and goes with other filters', () => {
    expect(withQuery(view(asked), { limit: 25 }).ignoredParams).toEqual(unread)
    expect(withQuery(view(asked), { filters: [] }).ignoredParams).toEqual([])
  })
})

describe('review.md: what an address says in vain is said, never dropped', () => {
  test.each([
    ['sort=nonsense', 'sort', 'nonsense'],
    ['sort=name&sort=code', 'sort', 'code'],
    ['limit=7000', 'limit', '7000'],
    ['limit=ten', 'limit', 'ten'],
    ['after=a%09b', 'after', 'a\tb'],
    ['page=2', 'page', '2'],
    ['run', 'run', ''],
    ['edit=3&page=2', 'page', '2'],
    ['paste&edit=3', 'paste', ''],
    ['edit=3&begin[name]=5', 'begin[name]', '5'],
    ['create&begin[nothing]=5', 'begin[nothing]', '5'],
    ['search[x]=5', 'search[x]', '5'],
    ['search=+&search=l&search=xl', 'search', 'xl'],
  ])('?%s', (search, name, value) => {
    const { ignoredParams: unread } = view(search)
    expect(unread).toMatchObject([{ name, value, op: '' }])
    expect(unread[0]?.reason).toMatch(/\w/)
    expect(again(view(search))).toEqual(view(search))
  })

  test('what takes its place ends what is said of it', () => {
    const both = view('sort=nonsense&limit=7000&page=2')
    const sorted = withQuery(both, { sort: { field: 'name', descending: false } })
    expect(sorted.ignoredParams.map(({ name }) => name)).toEqual(['limit', 'page'])
  })

  test.each([
    'notice=saved',
    'password',
    'find=acme&among=stores',
    'jobs=7',
    'search=&sort=&limit=',
  ])('?%s is understood', (search) => {
    expect(view(search).ignoredParams).toEqual([])
  })

  test('a panel has parameters of its own', () => {
    const ways = { compare: { params: ['with'] } }
    expect(view('create&begin[name]=x').ignoredParams).toEqual([])
    expect(view('bulk=change&field=name&job=7').ignoredParams).toEqual([])
    expect(view('edit=5&history&older=3').ignoredParams).toEqual([])
    expect(view('compare=5&with=7', ways).ignoredParams).toEqual([])
    expect(view('edit=5&with=7', ways).ignoredParams).toMatchObject([{ name: 'with' }])
  })
})

describe('screens.md, "Every list": choose columns', () => {
  test("without a choice the operator's own show, else those of the resource", () => {
    expect(view('').columns).toBeNull()
    expect(getShownColumns(sizes, view(''), null)).toEqual(sizes.columns)
    expect(getShownColumns(sizes, view(''), ['active', 'code', 'gone'])).toEqual([
      'name',
      'active',
      'code',
    ])
    expect(getShownColumns(sizes, view(''), ['gone'])).toEqual(sizes.columns)
  })

  test.each([
    'columns=active,code,name',
    'columns=active&columns=code',
    'columns=name,active,code,active',
  ])('?%s wins, in its order', (search) => {
    expect(view(search).columns).toEqual(['name', 'active', 'code'])
    expect(getShownColumns(sizes, view(search), ['group'])).toEqual(['name', 'active', 'code'])
    expect(buildListUrl(sizes, view(search))).toBe('/sizes?columns=name,active,code')
  })

  test('one that there is not is said, and stays in the address', () => {
    const read = view('columns=name,colour,active')
    expect(read.columns).toEqual(['name', 'active'])
    expect(read.ignoredParams).toMatchObject([{ name: 'columns', value: 'colour' }])
    expect(again(read)).toEqual(read)
  })

  test('the first always stays: it names the record and opens it', () => {
    expect(view('columns=active').columns).toEqual(['name', 'active'])
    expect(view('columns=name').columns).toEqual(['name'])
    expect(buildListUrl(sizes, view('columns=name'))).toBe('/sizes?columns=name')
  })

  test.each(['columns=', 'columns=,,'])(
    '?%s asks for none, which the address need not say',
    (search) => {
      expect(view(search).columns).toBeNull()
      expect(buildListUrl(sizes, view(search))).toBe('/sizes')
    },
  )
})

test('an address is written so that people can read it', () => {
  expect(buildListUrl(sizes, view('filter[group][eq]=youth&columns=name,code&edit=1'))).toBe(
    '/sizes?filter[group][eq]=youth&columns=name,code&edit=1',
  )
})

describe('a change of the view', () => {
  const later = view('search=l&after=abc&limit=25&edit=3')

  test('of its query begins at the first page again, because a cursor belongs to one order', () => {
    expect(buildListUrl(sizes, withQuery(later, { search: 'x' }))).toBe(
      '/sizes?search=x&limit=25&edit=3',
    )
  })

  test('to another page keeps everything else', () => {
    expect(buildListUrl(sizes, withQuery(later, { after: 'def' }))).toBe(
      '/sizes?search=l&limit=25&after=def&edit=3',
    )
  })

  test('of its panel keeps the page', () => {
    expect(buildListUrl(sizes, withPanel(later, 'delete', 4))).toBe(
      '/sizes?search=l&limit=25&after=abc&delete=4',
    )
    expect(buildListUrl(sizes, withPanel(later, null))).toBe('/sizes?search=l&limit=25&after=abc')
  })
})

describe.each(resources.map((resource) => ({ resource, name: resource.name })))(
  'the address of a list of $name',
  ({ resource }) => {
    const [first = ''] = getColumns(resource)
    const panel = fc.oneof(
      fc.constant(null),
      fc.record({
        kind: fc.constantFrom('own', ...getOfferedPanels(resource)),
        id: fc.option(fc.integer({ min: 1 }), { nil: null }),
      }),
    )
    const anyView: fc.Arbitrary<ListView> = fc.record({
      query: fc.record({
        search: fc.string({ unit: 'grapheme', maxLength: 60 }).map(plain),
        filters: fc.constant([]),
        sort: fc.record({
          field: fc.constantFrom(...getSortableColumns(resource)),
          descending: fc.boolean(),
        }),
        limit: fc.constantFrom(25, 50, 100),
        after: fc.option(fc.base64String({ minLength: 1 }), { nil: null }),
      }),
      ignoredParams: fc.constant([]),
      columns: fc.option(
        fc.shuffledSubarray(getColumns(resource).slice(1)).map((rest) => [first, ...rest]),
      ),
      panel,
      selectedIds: fc.oneof(
        fc.constantFrom(null, 'all' as const),
        fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 9 }),
      ),
    })

    test('gives the same view when it is read', () => {
      fc.assert(
        fc.property(anyView, (given) => {
          const address = new URL(buildListUrl(resource, given), 'https://console.example')
          expect(`${address.pathname}${address.search}`.startsWith(resource.path)).toBe(true)
          expect(parseListView(resource, address.searchParams, { own: {} })).toEqual(given)
        }),
        { numRuns: 500 },
      )
    })
  },
)

test('whatever stands in an address, it is read without a fault and written once', () => {
  const name = fc.oneof(
    fc.constantFrom('search', 'sort', 'columns', 'edit', 'create', 'filter[name][contains]'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (pairs) => {
      const read = view(String(new URLSearchParams(pairs)))
      expect(again(read)).toEqual(read)
    }),
    { numRuns: 1000 },
  )
})

/** A search as an address holds it: blanks around it go, control characters are no text. */
function plain(text: string): string {
  return toSearchText(text)
}
