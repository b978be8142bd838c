import { describe, expect, test } from 'vitest'
import { ApiError } from '#shared/engine/api.ts'
import type { Api, RequestOptions } from '#shared/engine/api.ts'
import { secret, text } from '#shared/engine/fields/fields.ts'
import { getRecordUrl, toRecordLink } from '#shared/engine/recordLink.ts'
import {
  sendUndo,
  createDeletionUndo,
  createUpdateUndo,
  createReorderUndo,
} from '#shared/engine/undo.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { storeDefaultsRecord, buildStore } from '#tests/support/servers/storePlatform.ts'

describe('Undo of a change', () => {
  const after = { id: 4, version: 7, name: 'Wide', code: 'W', position: null }

  test('sends the values that differ, for the version after the change', () => {
    expect(createUpdateUndo(sizes, { name: 'Small', code: 'W', position: 3 }, after)).toEqual({
      method: 'PATCH',
      path: '/sizes/4',
      body: { name: 'Small', position: 3 },
      ifMatch: 7,
      idempotencyKey: 'undo-/sizes/4-4-7',
      was: 'Small',
    })
  })

  test('does not name a single record after a value', () => {
    const before = { supportEmail: 'old@example.com' }
    const undo = createUpdateUndo(storeDefaults, before, {
      id: 1,
      version: 2,
      supportEmail: 'new@example.com',
    })
    expect(undo).toMatchObject({ body: before })
    expect(undo).not.toHaveProperty('was')
  })

  test('ignores fields that no form writes', () => {
    expect(createUpdateUndo(sizes, { name: 'Small', readiness: 4 }, after)?.body).toEqual({
      name: 'Small',
    })
  })

  test.each([{}, { name: 'Wide', code: 'W' }, { readiness: 4 }])(
    'does not exist if nothing differs: %o',
    (before) => {
      expect(createUpdateUndo(sizes, before, after)).toBeNull()
    },
  )

  test('does not exist if a secret changed, because its old value is unknown', () => {
    const fields = { name: text('Name', { max: 9 }), key: secret('Key', { max: 9 }) }
    const before = { name: 'Small', key: { set: true, hint: 'cdef', changedAt: null } }
    expect(createUpdateUndo({ ...sizes, fields }, before, after)).toBeNull()
  })
})

describe('Undo of a deletion', () => {
  const deleted = { id: 4, version: 7 }

  test('restores the deleted version', () => {
    expect(createDeletionUndo(sizes, deleted)).toEqual({
      method: 'POST',
      path: '/sizes/4/restore',
      ifMatch: 7,
      idempotencyKey: 'undo-/sizes/4/restore-4-7',
    })
  })

  test('does not exist if the record had a secret or cannot be deleted', () => {
    const fields = { name: text('Name', { max: 9 }), key: secret('Key', { max: 9 }) }
    expect(createDeletionUndo({ ...sizes, fields }, deleted)).toBeNull()
    expect(
      createDeletionUndo({ ...sizes, api: { ...sizes.api, writes: ['create'] } }, deleted),
    ).toBeNull()
  })
})

test('undo of a reorder sends the old order and the expected current one', () => {
  expect(createReorderUndo(sizes, { before: [1, 2], after: [2, 1] }, 'k1')).toEqual({
    method: 'PUT',
    path: '/sizes/order',
    body: { ids: [1, 2], was: [2, 1] },
    idempotencyKey: 'undo-k1',
  })
})

describe('Sending an undo', () => {
  const undo = { method: 'PATCH', path: '/x/1', ifMatch: 2, idempotencyKey: 'undo' } as const
  const buildError = (code: string, more = {}) =>
    new ApiError({ status: 409, code, title: 'No', ...more })

  function createApi(...answers: (ApiError | null)[]) {
    const requests: RequestOptions[] = []
    const api: Api = {
      async send(request) {
        requests.push(request)
        const failure = answers[requests.length - 1]
        if (failure) throw failure
        return { status: 200, body: {} }
      },
    }
    return { api, requests }
  }

  test('confirms the reach that the platform reports', async () => {
    const { api, requests } = createApi(buildError('unconfirmed', { reach: { token: 'all' } }))
    await sendUndo(api, undo)
    expect(requests.map(({ search }) => search?.get('reach') ?? null)).toEqual([null, 'all'])
    expect(requests[1]).toMatchObject(undo)
  })

  test('confirms only once: a reach that changed since is rejected', async () => {
    const secondError = buildError('unconfirmed', { reach: { token: 'more' } })
    const { api, requests } = createApi(
      buildError('unconfirmed', { reach: { token: 'all' } }),
      secondError,
    )
    await expect(sendUndo(api, undo)).rejects.toBe(secondError)
    expect(requests).toHaveLength(2)
  })

  test('passes on any other error', async () => {
    const conflict = buildError('conflict')
    const { api, requests } = createApi(conflict)
    await expect(sendUndo(api, undo)).rejects.toBe(conflict)
    expect(requests).toHaveLength(1)
  })
})

test('a record opens in a panel of its list, on its page, or where its definition says', () => {
  const size = buildSize(4, 'Small', 'S')
  expect(getRecordUrl(sizes, size)).toBe('/sizes?edit=4')
  expect(getRecordUrl(stores, buildStore())).toBe('/stores/5')
  expect(getRecordUrl(organisations, { ...size, id: 3 })).toBe('/stores?organisations&edit=3')
  expect(getRecordUrl({ ...sizes, api: { ...sizes.api, writes: [] } }, size)).toBe(
    '/sizes?record=4',
  )
  const path = '/stores/5?tab=groups'
  const inStore = nestResource(memberGroups, { field: 'storeId', id: 5, path })
  expect(getRecordUrl({ ...inStore, api: { ...inStore.api, writes: ['change'] } }, size)).toBe(
    `${path}&edit=4`,
  )
  const nested = {
    ...sizes,
    path: '/attributes/:attributeId/sizes',
    relations: { ...sizes.relations, parent: 'group' },
  } as const
  expect(getRecordUrl(nested, { ...size, group: 9 })).toBe('/attributes/9/sizes?edit=4')
})

test('a single record is named after its kind', () => {
  expect(toRecordLink(storeDefaults, storeDefaultsRecord)).toEqual({
    resource: 'storeDefaults',
    id: 1,
    name: 'platform defaults',
    to: '/stores?defaults',
  })
})
