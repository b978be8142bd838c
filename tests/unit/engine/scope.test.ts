import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { describe, expect, test } from 'vitest'
import { reference } from '#shared/engine/fields/fields.ts'
import { getFilterableColumns, getOfferedFilters } from '#shared/engine/list/listQuery.ts'
import {
  buildListUrl,
  withNewestFirst,
  createPanelUrls,
  parseListView,
  getPathParams,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import {
  checkRecords,
  createRecord,
  createRecords,
  listRecords,
} from '#shared/engine/recordCalls.ts'
import { stampColumns } from '#shared/engine/messages.ts'
import { getColumns, allWrites, getField, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { belongsToParent, nestByParams, nestResource } from '#shared/engine/nestResource.ts'
import { members } from '#shared/areas/members/members.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { entries, scoped, subAttributes } from '#tests/support/scopes.ts'

const { searchParams: none } = new URL('https://console.example')

test('members are tied to stores, sub-attributes to an attribute', () => {
  expect(scoped.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'members by storeId',
      'memberGroups by storeId',
      'subAttributes by attributeId',
    ]),
  )
})

describe.each(scoped)('within one record: $name', ({ resource, field, inside, path }) => {
  test('is tied by a reference that every list shows', () => {
    expect(resource.fields[field]).toMatchObject({ kind: 'reference' })
    expect(resource.columns).toContain(field)
  })

  test('what all have in common is no column, filter or field, and all else is', () => {
    for (const names of [
      getColumns,
      getFilterableColumns,
      getOfferedFilters,
      () => Object.keys(inside.fields),
    ])
      expect(names(inside)).not.toContain(field)
    expect(getColumns(inside)).toEqual(getColumns(resource).filter((name) => name !== field))
    expect(inside.columns).toEqual(resource.columns.filter((name) => name !== field))
  })

  test('every address of the list stays there, and is read again as it was', () => {
    const view = parseListView(inside, none)
    const { sort } = view.query
    expect(buildListUrl(inside, view)).toBe(path)
    const changed = [
      withQuery(view, { search: 'x', after: 'abc' }),
      withQuery(view, { sort: { ...sort, descending: !sort.descending }, limit: 25 }),
      { ...view, columns: getColumns(inside).slice(0, 2) },
      ...(inside.writes.includes('create')
        ? [withPanel(view, 'create'), withNewestFirst(view)]
        : []),
    ]
    for (const one of changed) {
      const address = new URL(buildListUrl(inside, one), 'https://console.example')
      expect(address.href).toContain(path)
      expect(parseListView(inside, address.searchParams)).toEqual(one)
      for (const [name, value] of getPathParams(inside))
        expect(address.searchParams.getAll(name)).toEqual([value])
    }
    const edit = new URL(createPanelUrls(inside, view)('edit', 3), 'https://console.example')
    expect(edit.href).toContain(path)
    expect(edit.searchParams.get('edit')).toBe('3')
  })

  test('the platform is asked for what is in it, and told so of what is new', async () => {
    const platform = memoryPlatform()
    const { name } = resource
    platform.replies.set(`GET /${name}`, { status: 200, body: { data: [] } })
    for (const call of [`POST /${name}`, `POST /${name}/many`])
      platform.replies.set(call, { status: 201, body: { id: 1, version: 1, data: [] } })
    platform.replies.set(`POST /${name}/many/check`, { status: 200, body: { rows: [] } })

    const { query } = parseListView(inside, new URLSearchParams('search=x'))
    await listRecords(platform.api, inside, query)
    await createRecord(platform.api, inside, { name: 'a' }, 'key')
    await createRecords(platform.api, inside, [{ name: 'b' }], 'key')
    await checkRecords(platform.api, inside, [{ name: 'c' }])
    const [listed, one, ...many] = platform.requests
    expect(Object.fromEntries(listed?.search ?? [])).toEqual({
      search: 'x',
      [`filter[${field}][eq]`]: '7',
    })
    expect(one?.body).toEqual({ name: 'a', [field]: 7 })
    expect(many.map(({ body }) => body)).toEqual(
      ['b', 'c'].map((name) => ({ records: [{ name, [field]: 7 }] })),
    )
  })

  test('a record of another is not in it', () => {
    const record: AnyRecord = { id: 1, ...stamp }
    expect(belongsToParent(inside, { ...record, [field]: 7 })).toBe(true)
    expect(belongsToParent(inside, { ...record, [field]: 8 })).toBe(false)
    expect(belongsToParent(inside, { ...record, [field]: null })).toBe(false)
    expect(belongsToParent(inside, record), 'of a platform that does not say').toBe(true)
    expect(belongsToParent(resource, { ...record, [field]: 8 })).toBe(true)
  })

  test('the definition itself stays as it is', () => {
    expect(resource.parentFilter).toBeUndefined()
    expect(Object.keys(resource.fields)).toContain(field)
  })
})

describe('the parent that an address names', () => {
  test('is the one its list stands within', () => {
    expect(nestByParams(subAttributes, { parentAttributeId: '12' })).toMatchObject({
      path: '/attributes/12/subAttributes',
      parentFilter: { field: 'attributeId', id: 12 },
      writes: allWrites,
    })
  })

  test.each([undefined, '', '0', '-1', '1.5', 'me', '1e3', '9'.repeat(30)])(
    'cannot be %j',
    (parentAttributeId) => {
      expect(nestByParams(subAttributes, { parentAttributeId })).toBeNull()
    },
  )

  test('is none where the resource has none, or stands within one record already', () => {
    expect(nestByParams(sizes, { storeId: '1' })).toBe(sizes)
    const inside = nestResource(subAttributes, {
      field: 'attributeId',
      id: 7,
      path: '/attributes/7?parts',
    })
    expect(nestByParams(inside, {})).toBe(inside)
  })
})

test('a list is asked besides what its screen wants of it', async () => {
  const platform = memoryPlatform()
  platform.replies.set('GET /members', { status: 200, body: { data: [] } })
  const inside = nestResource(members, { field: 'storeId', id: 7, path: '/stores/7?tab=members' })
  const here = { ...inside, listParams: { grouped: '1' } }
  await listRecords(platform.api, here, parseListView(here, none).query)
  expect(decodeURI(String(platform.requests[0]?.search))).toBe('grouped=1&filter[storeId][eq]=7')
})

describe.each(entries)('the entries $name', (resource) => {
  test('have no stamp to be shown, filtered or sorted by, and are changed by nobody', () => {
    for (const stamp of Object.keys(stampColumns)) {
      expect(getColumns(resource)).not.toContain(stamp)
      expect(getFilterableColumns(resource)).not.toContain(stamp)
    }
    expect(resource.writes).toEqual([])
  })

  test('stand newest first, and are sorted by times alone', () => {
    const [first, ...others] = getSortableColumns(resource)
    expect(first).toBe(resource.sort.slice(1))
    for (const column of others)
      expect(getField(resource, column)).toMatchObject({ kind: 'instant' })
    expect(resource.sort).toMatch(/^-/)
    const asked = new URLSearchParams('sort=createdAt')
    expect(parseListView(resource, asked).query.sort.descending).toBe(true)
  })
})

test('a record under a parent is made in its list alone, not from where it is chosen', () => {
  expect(subAttributes.writes).toContain('create')
  expect(getReferenceTarget(reference('Part', 'subAttributes'))).not.toHaveProperty('creation')
  expect(getReferenceTarget(reference('Size', 'sizes'))?.creation).toMatchObject({
    address: '/sizes?create',
  })
})
