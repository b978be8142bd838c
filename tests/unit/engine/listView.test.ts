import * as fc from 'fast-check'
import { limits } from '#shared/limits.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
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

const parseView = (search: string, more: PanelParams = {}) =>
  parseListView(sizes, new URLSearchParams(search), more)
const rebuildView = (view: ListView, more: PanelParams = {}) =>
  parseListView(
    sizes,
    new URL(buildListUrl(sizes, view), 'https://console.example').searchParams,
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
  ])('?%s opens %j', (search, panel, address) => {
    expect(parseView(search).panel).toEqual(panel)
    expect(buildListUrl(sizes, parseView(search))).toBe(address)
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
  ])('?%s opens the panel without a record', (search) => {
    expect(parseView(search).panel).toEqual({ kind: 'edit', id: null })
  })

  test("a screen's own panel opens only on that screen", () => {
    expect(parseView('run', { run: {} }).panel).toEqual({ kind: 'run', id: null })
    expect(parseView('run').panel).toBeNull()
  })

  test('only one panel opens if the URL names two', () => {
    expect(parseView('paste&edit=3').panel).toEqual({ kind: 'edit', id: 3 })
  })
})

describe('Panels that lists offer', () => {
  const commonPanels = ['import', 'choose', 'filters', 'lookup', 'sorting', 'views', 'bulk']
  test.each([
    [
      sizes,
      [
        'create',
        'history',
        'edit',
        'merge',
        'delete',
        'paste',
        'reorder',
        ...commonPanels,
        'record',
      ],
    ],
    // Stores are created and edited on their own pages, and have no order.
    [stores, commonPanels],
    [catalogs, ['choose', 'filters', 'lookup', 'sorting', 'views', 'record']],
  ])('$name: $1', (resource, panels) => {
    expect(getOfferedPanels(resource)).toEqual(panels)
  })

  test.each(['create', 'edit=1', 'delete=1', 'paste', 'reorder'])(
    '?%s opens nothing if it is not offered',
    (search) => {
      const params = new URLSearchParams(search)
      expect(parseListView(stores, params, { run: {} }).panel).toBeNull()
      params.set('run', '')
      expect(parseListView(stores, params, { run: {} }).panel).toEqual({ kind: 'run', id: null })
    },
  )
})

describe('A filter that is not valid', () => {
  const search = 'filter[position][gte]=abc&filter[group][eq]=youth&edit=3'
  const ignored = [
    {
      name: 'filter[position][gte]',
      field: 'position',
      op: 'gte',
      value: 'abc',
      reason: 'must be a number',
    },
  ]

  test('stays in the view and its URL, apart from valid filters', () => {
    expect(parseView(search).ignoredParams).toEqual(ignored)
    expect(parseView(search).query.filters).toEqual([{ field: 'group', op: 'eq', value: 'youth' }])
    expect(buildListUrl(sizes, parseView(search))).toBe(
      '/sizes?filter[group][eq]=youth&filter[position][gte]=abc&edit=3',
    )
  })

  test('stays when the page size changes, and goes when the filters change', () => {
    expect(withQuery(parseView(search), { limit: 25 }).ignoredParams).toEqual(ignored)
    expect(withQuery(parseView(search), { filters: [] }).ignoredParams).toEqual([])
  })
})

describe('review.md: ignored parameters are reported, never dropped', () => {
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
  ])('?%s reports %s as ignored', (search, name, value) => {
    const { ignoredParams } = parseView(search)
    expect(ignoredParams).toMatchObject([{ name, value, op: '' }])
    expect(ignoredParams[0]?.reason).toMatch(/\w/)
    expect(rebuildView(parseView(search))).toEqual(parseView(search))
  })

  test('a new sort ends the report of the ignored one', () => {
    const both = parseView('sort=nonsense&limit=7000&page=2')
    const sorted = withQuery(both, { sort: [{ field: 'name', descending: false }] })
    expect(sorted.ignoredParams.map(({ name }) => name)).toEqual(['limit', 'page'])
  })

  test.each([
    'notice=saved',
    'password',
    'find=acme&among=stores',
    'jobs=7',
    'search=&sort=&limit=',
  ])('?%s has no ignored parameters', (search) => {
    expect(parseView(search).ignoredParams).toEqual([])
  })

  test('panels have their own parameters', () => {
    const panels = { compare: { params: ['with'] } }
    expect(parseView('create&begin[name]=x').ignoredParams).toEqual([])
    expect(parseView('bulk=change&field=name&job=7').ignoredParams).toEqual([])
    expect(parseView('edit=5&history&older=3').ignoredParams).toEqual([])
    expect(parseView('compare=5&with=7', panels).ignoredParams).toEqual([])
    expect(parseView('edit=5&with=7', panels).ignoredParams).toMatchObject([{ name: 'with' }])
  })
})

describe('screens.md, "Every list": choose columns', () => {
  test("without a choice, the operator's saved columns show, or the default columns", () => {
    expect(parseView('').columns).toBeNull()
    expect(getShownColumns(sizes, parseView(''), null)).toEqual(sizes.list.columns)
    expect(getShownColumns(sizes, parseView(''), ['active', 'code', 'gone'])).toEqual([
      'name',
      'active',
      'code',
    ])
    expect(getShownColumns(sizes, parseView(''), ['gone'])).toEqual(sizes.list.columns)
  })

  test.each([
    'columns=active,code,name',
    'columns=active&columns=code',
    'columns=name,active,code,active',
  ])('?%s overrides them, in its order', (search) => {
    expect(parseView(search).columns).toEqual(['name', 'active', 'code'])
    expect(getShownColumns(sizes, parseView(search), ['group'])).toEqual(['name', 'active', 'code'])
    expect(buildListUrl(sizes, parseView(search))).toBe('/sizes?columns=name,active,code')
  })

  test('an unknown column is reported, and stays in the URL', () => {
    const view = parseView('columns=name,colour,active')
    expect(view.columns).toEqual(['name', 'active'])
    expect(view.ignoredParams).toMatchObject([{ name: 'columns', value: 'colour' }])
    expect(rebuildView(view)).toEqual(view)
  })

  test('the first column always stays, because it names and opens the record', () => {
    expect(parseView('columns=active').columns).toEqual(['name', 'active'])
    expect(parseView('columns=name').columns).toEqual(['name'])
    expect(buildListUrl(sizes, parseView('columns=name'))).toBe('/sizes?columns=name')
  })

  test.each(['columns=', 'columns=,,'])(
    '?%s selects no columns, and is dropped from the URL',
    (search) => {
      expect(parseView(search).columns).toBeNull()
      expect(buildListUrl(sizes, parseView(search))).toBe('/sizes')
    },
  )
})

test('URLs are easy to read', () => {
  expect(buildListUrl(sizes, parseView('filter[group][eq]=youth&columns=name,code&edit=1'))).toBe(
    '/sizes?filter[group][eq]=youth&columns=name,code&edit=1',
  )
})

describe('Changes of a view', () => {
  const secondPage = parseView('search=l&after=abc&limit=25&edit=3')

  test('of the query return to the first page, because a cursor belongs to one sort', () => {
    expect(buildListUrl(sizes, withQuery(secondPage, { search: 'x' }))).toBe(
      '/sizes?search=x&limit=25&edit=3',
    )
  })

  test('of the page keep everything else', () => {
    expect(buildListUrl(sizes, withQuery(secondPage, { after: 'def' }))).toBe(
      '/sizes?search=l&limit=25&after=def&edit=3',
    )
  })

  test('of the panel keep the page', () => {
    expect(buildListUrl(sizes, withPanel(secondPage, 'delete', 4))).toBe(
      '/sizes?search=l&limit=25&after=abc&delete=4',
    )
    expect(buildListUrl(sizes, withPanel(secondPage, null))).toBe(
      '/sizes?search=l&limit=25&after=abc',
    )
  })
})

describe.each(resources.map((resource) => ({ resource, name: resource.name })))(
  'The URL of the $name list',
  ({ resource }) => {
    const [first = ''] = getColumns(resource)
    const panel = fc.oneof(
      fc.constant(null),
      fc.record({
        kind: fc.constantFrom('own', ...getOfferedPanels(resource)),
        id: fc.option(fc.integer({ min: 1 }), { nil: null }),
      }),
    )
    const sortable = getSortableColumns(resource)
    const anySort = fc
      .tuple(
        fc.shuffledSubarray([...sortable], {
          minLength: 1,
          maxLength: Math.min(limits.sortColumns, sortable.length),
        }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      )
      .map(([[column = '', ...others], descending]): Sort => [
        { field: column, descending: descending[0] ?? false },
        ...others.map((field, index) => ({ field, descending: descending[index + 1] ?? false })),
      ])
    const anyView: fc.Arbitrary<ListView> = fc.record({
      query: fc.record({
        search: fc.string({ unit: 'grapheme', maxLength: 60 }).map(normalizeSearch),
        filters: fc.constant([]),
        sort: anySort,
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

    test('is parsed as the same view', () => {
      fc.assert(
        fc.property(anyView, (view) => {
          const address = new URL(buildListUrl(resource, view), 'https://console.example')
          expect(`${address.pathname}${address.search}`.startsWith(resource.path)).toBe(true)
          expect(parseListView(resource, address.searchParams, { own: {} })).toEqual(view)
        }),
        { numRuns: 500 },
      )
    })
  },
)

test('any URL is parsed without an error, and its view has one URL', () => {
  const name = fc.oneof(
    fc.constantFrom('search', 'sort', 'columns', 'edit', 'create', 'filter[name][contains]'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (pairs) => {
      const view = parseView(String(new URLSearchParams(pairs)))
      expect(rebuildView(view)).toEqual(view)
    }),
    { numRuns: 1000 },
  )
})

/** Normalizes a search as a URL does: trims it and removes control characters. */
function normalizeSearch(text: string): string {
  return toSearchText(text)
}
