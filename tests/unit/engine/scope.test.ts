import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { describe, expect, test } from 'vitest'
import { reference } from '#shared/engine/fields/fields.ts'
import { getFilterableColumns, getOfferedFilters } from '#shared/engine/list/filterColumns.ts'
import {
  buildListUrl,
  toNewestRecordsView,
  createPanelUrls,
  parseListView,
  getPathQueryParams,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import {
  checkNewRecords,
  createRecord,
  createRecords,
  listRecords,
} from '#shared/engine/recordCalls.ts'
import { stampColumns } from '#shared/engine/messages.ts'
import { getColumns, getField, getSortableColumns } from '#shared/engine/resource.ts'
import { allWrites } from '#shared/engine/resourceOptions.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { belongsToParent, nestByParams, nestResource } from '#shared/engine/nestResource.ts'
import { members } from '#shared/areas/members/members.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { appendOnlyResources, scopedResources, subAttributes } from '#tests/support/scopes.ts'

const { searchParams: noParams } = new URL('https://console.example')

test('members belong to stores, and sub attributes to an attribute', () => {
  expect(scopedResources.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'members by storeId',
      'memberGroups by storeId',
      'subAttributes by attributeId',
    ]),
  )
})

describe.each(scopedResources)('Nested list $name', ({ resource, field, nested: inside, path }) => {
  test('has a parent reference that every other list shows', () => {
    expect(resource.fields[field]).toMatchObject({ kind: 'reference' })
    expect(resource.list.columns).toContain(field)
  })

  test('lacks only its parent among columns, filters, and fields', () => {
    for (const names of [
      getColumns,
      getFilterableColumns,
      getOfferedFilters,
      () => Object.keys(inside.fields),
    ])
      expect(names(inside)).not.toContain(field)
    expect(getColumns(inside)).toEqual(getColumns(resource).filter((name) => name !== field))
    expect(inside.list.columns).toEqual(resource.list.columns.filter((name) => name !== field))
  })

  test('keeps its path in every URL, and parses it as the same view', () => {
    const view = parseListView(inside, noParams)
    const [sort] = view.query.sort
    expect(buildListUrl(inside, view)).toBe(path)
    const changed = [
      withQuery(view, { search: 'x', after: 'abc' }),
      withQuery(view, { sort: [{ ...sort, descending: !sort.descending }], limit: 25 }),
      { ...view, columns: getColumns(inside).slice(0, 2) },
      ...(inside.api.writes.includes('create')
        ? [withPanel(view, 'create'), toNewestRecordsView(view)]
        : []),
    ]
    for (const one of changed) {
      const address = new URL(buildListUrl(inside, one), 'https://console.example')
      expect(address.href).toContain(path)
      expect(parseListView(inside, address.searchParams)).toEqual(one)
      for (const [name, value] of getPathQueryParams(inside))
        expect(address.searchParams.getAll(name)).toEqual([value])
    }
    const edit = new URL(createPanelUrls(inside, view)('edit', 3), 'https://console.example')
    expect(edit.href).toContain(path)
    expect(edit.searchParams.get('edit')).toBe('3')
  })

  test("requests its parent's records, and sends the parent of new ones", async () => {
    const platform = createMemoryPlatform()
    const { name } = resource
    platform.replies.set(`GET /${name}`, { status: 200, body: { data: [] } })
    for (const call of [`POST /${name}`, `POST /${name}/many`])
      platform.replies.set(call, { status: 201, body: { id: 1, version: 1, data: [] } })
    platform.replies.set(`POST /${name}/many/check`, { status: 200, body: { rows: [] } })

    const { query } = parseListView(inside, new URLSearchParams('search=x'))
    await listRecords(platform.api, inside, query)
    await createRecord(platform.api, inside, { name: 'a' }, 'key')
    await createRecords(platform.api, inside, [{ name: 'b' }], 'key')
    await checkNewRecords(platform.api, inside, [{ name: 'c' }])
    const [listCall, one, ...many] = platform.requests
    expect(Object.fromEntries(listCall?.search ?? [])).toEqual({
      search: 'x',
      [`filter[${field}][eq]`]: '7',
    })
    expect(one?.body).toEqual({ name: 'a', [field]: 7 })
    expect(many.map(({ body }) => body)).toEqual(
      ['b', 'c'].map((name) => ({ records: [{ name, [field]: 7 }] })),
    )
  })

  test('has no records of another parent', () => {
    const record: AnyRecord = { id: 1, ...stamp }
    expect(belongsToParent(inside, { ...record, [field]: 7 })).toBe(true)
    expect(belongsToParent(inside, { ...record, [field]: 8 })).toBe(false)
    expect(belongsToParent(inside, { ...record, [field]: null })).toBe(false)
    expect(belongsToParent(inside, record), 'of a platform that does not say').toBe(true)
    expect(belongsToParent(resource, { ...record, [field]: 8 })).toBe(true)
  })

  test('leaves the definition unchanged', () => {
    expect(resource.parentFilter).toBeUndefined()
    expect(Object.keys(resource.fields)).toContain(field)
  })
})

describe('The parent in a URL', () => {
  test('becomes the parent of the list', () => {
    expect(nestByParams(subAttributes, { parentAttributeId: '12' })).toMatchObject({
      path: '/attributes/12/subAttributes',
      parentFilter: { field: 'attributeId', id: 12 },
      api: { writes: allWrites },
    })
  })

  test.each([undefined, '', '0', '-1', '1.5', 'me', '1e3', '9'.repeat(30)])(
    'cannot be %j',
    (parentAttributeId) => {
      expect(nestByParams(subAttributes, { parentAttributeId })).toBeNull()
    },
  )

  test('is ignored if the resource has no parent, or is nested already', () => {
    expect(nestByParams(sizes, { storeId: '1' })).toBe(sizes)
    const inside = nestResource(subAttributes, {
      field: 'attributeId',
      id: 7,
      path: '/attributes/7?parts',
    })
    expect(nestByParams(inside, {})).toBe(inside)
  })
})

test("a list request includes the screen's own parameters", async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /members', { status: 200, body: { data: [] } })
  const inside = nestResource(members, { field: 'storeId', id: 7, path: '/stores/7?tab=members' })
  const grouped = { ...inside, listParams: { grouped: '1' } }
  await listRecords(platform.api, grouped, parseListView(grouped, noParams).query)
  expect(decodeURI(String(platform.requests[0]?.search))).toBe('grouped=1&filter[storeId][eq]=7')
})

describe.each(appendOnlyResources)('Append-only list $name', (resource) => {
  test('has no change stamps to show or filter by, and no writes', () => {
    for (const stamp of Object.keys(stampColumns)) {
      expect(getColumns(resource)).not.toContain(stamp)
      expect(getFilterableColumns(resource)).not.toContain(stamp)
    }
    expect(resource.api.writes).toEqual([])
  })

  test('shows the newest first, and sorts only by times', () => {
    const [first, ...others] = getSortableColumns(resource)
    expect(first).toBe(resource.list.sort.slice(1))
    for (const column of others)
      expect(getField(resource, column)).toMatchObject({ kind: 'instant' })
    expect(resource.list.sort).toMatch(/^-/)
    const params = new URLSearchParams('sort=createdAt')
    expect(parseListView(resource, params).query.sort[0].descending).toBe(true)
  })
})

test('a nested record is created only in its own list, not where it is selected', () => {
  expect(subAttributes.api.writes).toContain('create')
  expect(getReferenceTarget(reference('Part', 'subAttributes'))).not.toHaveProperty('creation')
  expect(getReferenceTarget(reference('Size', 'sizes'))?.creation).toMatchObject({
    address: '/sizes?create',
  })
})
