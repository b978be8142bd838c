import { describe, expect, test } from 'vitest'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import {
  createRecord,
  createRecords,
  deleteRecord,
  listRecords,
  loadRecord,
  reorderRecords,
  updateRecord,
  loadUses,
} from '#shared/engine/recordCalls.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'

const parseQuery = (address = '') => parseListQuery(sizes, new URLSearchParams(address)).query
const createPlatform = () =>
  createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')])

describe('design.md, API: a list', () => {
  test('is requested with the parameters of the page URL', async () => {
    const platform = createPlatform()
    const { records, page } = await listRecords(
      platform.api,
      sizes,
      parseQuery('search=lar&sort=-name'),
    )
    expect(platform.requests).toEqual([
      { method: 'GET', path: '/sizes', search: new URLSearchParams('search=lar&sort=-name') },
    ])
    expect(records.map(({ name }) => name)).toEqual(['Large'])
    expect(page).toEqual({ next: null, previous: null, total: 1, totalIsCapped: false })
  })

  test('is one page if the platform has no pages', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /sizes', { status: 200, body: { data: [{ label: 'S' }, {}] } })
    expect(await listRecords(platform.api, sizes, parseQuery())).toEqual({
      records: [{ label: 'S' }, {}],
      page: { next: null, previous: null, total: 2, totalIsCapped: false },
    })
  })

  test.each([undefined, null, [], { data: {} }, { data: ['S'] }, { data: [], page: { total: 1 } }])(
    'fails with 502 if the answer is %j',
    async (body) => {
      const platform = createMemoryPlatform()
      platform.replies.set('GET /sizes', { status: 200, body })
      await expect(listRecords(platform.api, sizes, parseQuery())).rejects.toMatchObject({
        status: 502,
        problem: { code: 'bad_answer' },
      })
    },
  )
})

describe('One record', () => {
  test('is loaded by its ID', async () => {
    expect(await loadRecord(createPlatform().api, sizes, 2)).toMatchObject({ name: 'Large' })
  })

  test('fails with 404 if it does not exist', async () => {
    await expect(loadRecord(createPlatform().api, sizes, 3)).rejects.toMatchObject({ status: 404 })
  })

  test('fails with 502 if it has no version', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /sizes/1', { status: 200, body: { id: 1, name: 'Small' } })
    await expect(loadRecord(platform.api, sizes, 1)).rejects.toMatchObject({ status: 502 })
  })

  test('has a list of its uses', async () => {
    const platform = createPlatform()
    const data = [{ kind: 'product', count: 2, examples: ['Shirt', 'Hoodie'] }]
    platform.replies.set('GET /sizes/1/uses', { status: 200, body: { data } })
    expect(await loadUses(platform.api, sizes, 1)).toEqual(data)
  })
})

describe('http.md: every write sends an idempotency key, and every change its version', () => {
  test('creating a record', async () => {
    const platform = createMemoryPlatform()
    const record = await createRecord(platform.api, sizes, { name: 'Small', code: 'S' }, 'k1')
    expect(record).toMatchObject({ id: 1, version: 1, name: 'Small' })
    expect(platform.requests).toEqual([
      { method: 'POST', path: '/sizes', body: { name: 'Small', code: 'S' }, idempotencyKey: 'k1' },
    ])
  })

  test('creating several records, all or none', async () => {
    const platform = createMemoryPlatform()
    const records = [{ name: 'Small' }, { name: 'Large' }]
    expect(await createRecords(platform.api, sizes, records, 'k2')).toBe(2)
    expect(platform.requests).toEqual([
      { method: 'POST', path: '/sizes/many', body: { records }, idempotencyKey: 'k2' },
    ])
  })

  test('changing a record', async () => {
    const platform = createPlatform()
    const target = { id: 2, version: 7 }
    const record = await updateRecord(platform.api, sizes, target, { name: 'Big' }, 'k3')
    expect(record).toMatchObject({ id: 2, version: 8, name: 'Big', code: 'L' })
    expect(platform.requests).toEqual([
      {
        method: 'PATCH',
        path: '/sizes/2',
        body: { name: 'Big' },
        ifMatch: 7,
        idempotencyKey: 'k3',
      },
    ])
  })

  test('deleting a record', async () => {
    const platform = createPlatform()
    await deleteRecord(platform.api, sizes, { id: 1, version: 4 }, 'k4')
    expect(platform.requests).toEqual([
      { method: 'DELETE', path: '/sizes/1', ifMatch: 4, idempotencyKey: 'k4' },
    ])
    expect(platform.sizes.map(({ id }) => id)).toEqual([2])
  })

  test('reordering records', async () => {
    const platform = createPlatform()
    await reorderRecords(platform.api, sizes, [2, 1], 'k5')
    expect(platform.requests).toEqual([
      { method: 'PUT', path: '/sizes/order', body: { ids: [2, 1] }, idempotencyKey: 'k5' },
    ])
    expect(platform.sizes.map(({ id }) => id)).toEqual([2, 1])
  })
})
