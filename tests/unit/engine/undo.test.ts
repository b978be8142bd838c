import { describe, expect, test } from 'vitest'
import { ApiError } from '#shared/engine/api.ts'
import type { Api, RequestOptions } from '#shared/engine/api.ts'
import { secret, text } from '#shared/engine/fields/fields.ts'
import { getRecordUrl, toRecordLink } from '#shared/engine/recordLink.ts'
import {
  sendUndo,
  createDeletionUndo,
  createUpdateUndo,
  createOrderUndo,
} from '#shared/engine/undo.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { defaultsRecord, storeRecord } from '#tests/support/servers/storePlatform.ts'

describe('what puts a change back', () => {
  const after = { id: 4, version: 7, name: 'Wide', code: 'W', position: null }

  test('is a change of what differs, for the version that the change made', () => {
    expect(createUpdateUndo(sizes, { name: 'Small', code: 'W', position: 3 }, after)).toEqual({
      method: 'PATCH',
      path: '/sizes/4',
      body: { name: 'Small', position: 3 },
      ifMatch: 7,
      idempotencyKey: 'undo-/sizes/4-4-7',
      was: 'Small',
    })
  })

  test('does not call what there is once after a value that it holds', () => {
    const before = { supportEmail: 'old@example.com' }
    const undo = createUpdateUndo(storeDefaults, before, {
      id: 1,
      version: 2,
      supportEmail: 'new@example.com',
    })
    expect(undo).toMatchObject({ body: before })
    expect(undo).not.toHaveProperty('was')
  })

  test('leaves alone what no form writes', () => {
    expect(createUpdateUndo(sizes, { name: 'Small', readiness: 4 }, after)?.body).toEqual({
      name: 'Small',
    })
  })

  test.each([{}, { name: 'Wide', code: 'W' }, { readiness: 4 }])(
    'there is none where nothing differs: %o',
    (before) => {
      expect(createUpdateUndo(sizes, before, after)).toBeNull()
    },
  )

  test('there is none where a secret was changed: nobody is told what it was', () => {
    const fields = { name: text('Name', { max: 9 }), key: secret('Key', { max: 9 }) }
    const before = { name: 'Small', key: { set: true, hint: 'cdef', changedAt: null } }
    expect(createUpdateUndo({ name: 'things', fields, label: 'name' }, before, after)).toBeNull()
  })
})

describe('a deletion is taken back', () => {
  const deleted = { id: 4, version: 7 }

  test('by the version that was deleted', () => {
    expect(createDeletionUndo(sizes, deleted)).toEqual({
      method: 'POST',
      path: '/sizes/4/restore',
      ifMatch: 7,
      idempotencyKey: 'undo-/sizes/4/restore-4-7',
    })
  })

  test('where all that it held is known', () => {
    const fields = { name: text('Name', { max: 9 }), key: secret('Key', { max: 9 }) }
    expect(createDeletionUndo({ ...sizes, fields }, deleted)).toBeNull()
    expect(createDeletionUndo({ ...sizes, writes: ['create'] }, deleted)).toBeNull()
  })
})

test('an order is put back where the records still stand in the new one', () => {
  expect(createOrderUndo(sizes, { before: [1, 2], after: [2, 1] }, 'k1')).toEqual({
    method: 'PUT',
    path: '/sizes/order',
    body: { ids: [1, 2], was: [2, 1] },
    idempotencyKey: 'undo-k1',
  })
})

describe('sending it', () => {
  const undo = { method: 'PATCH', path: '/x/1', ifMatch: 2, idempotencyKey: 'undo' } as const
  const refusal = (code: string, more = {}) =>
    new ApiError({ status: 409, code, title: 'No', ...more })

  function answering(...answers: (ApiError | null)[]) {
    const sent: RequestOptions[] = []
    const api: Api = {
      async send(request) {
        sent.push(request)
        const failure = answers[sent.length - 1]
        if (failure) throw failure
        return { status: 200, body: {} }
      },
    }
    return { api, sent }
  }

  test('confirms the reach that it is told, since it puts back what was', async () => {
    const { api, sent } = answering(refusal('unconfirmed', { reach: { token: 'all' } }))
    await sendUndo(api, undo)
    expect(sent.map(({ search }) => search?.get('reach') ?? null)).toEqual([null, 'all'])
    expect(sent[1]).toMatchObject(undo)
  })

  test('asks once: a reach that changed meanwhile is refused', async () => {
    const again = refusal('unconfirmed', { reach: { token: 'more' } })
    const { api, sent } = answering(refusal('unconfirmed', { reach: { token: 'all' } }), again)
    await expect(sendUndo(api, undo)).rejects.toBe(again)
    expect(sent).toHaveLength(2)
  })

  test('any other refusal is passed on', async () => {
    const conflict = refusal('conflict')
    const { api, sent } = answering(conflict)
    await expect(sendUndo(api, undo)).rejects.toBe(conflict)
    expect(sent).toHaveLength(1)
  })
})

test('a record is opened in the panel of its list, on its page, or where its definition says', () => {
  const size = sizeRecord(4, 'Small', 'S')
  expect(getRecordUrl(sizes, size)).toBe('/sizes?edit=4')
  expect(getRecordUrl(stores, storeRecord())).toBe('/stores/5')
  expect(getRecordUrl(organisations, { ...size, id: 3 })).toBe('/stores?organisations&edit=3')
  expect(getRecordUrl({ ...sizes, writes: [] }, size)).toBe('/sizes?record=4')
  const path = '/stores/5?tab=groups'
  const inStore = nestResource(memberGroups, { field: 'storeId', id: 5, path })
  expect(getRecordUrl({ ...inStore, writes: ['change'] }, size)).toBe(`${path}&edit=4`)
  const part = { ...sizes, parent: 'group', path: '/attributes/:attributeId/sizes' } as const
  expect(getRecordUrl(part, { ...size, group: 9 })).toBe('/attributes/9/sizes?edit=4')
})

test('of a single record the kind is its name', () => {
  expect(toRecordLink(storeDefaults, defaultsRecord)).toEqual({
    resource: 'storeDefaults',
    id: 1,
    name: 'platform defaults',
    to: '/stores?defaults',
  })
})
