import { describe, expect, test } from 'vitest'
import { listRecentChanges } from '#shared/areas/logs/auditCalls.ts'
import {
  updatePassword,
  clientLists,
  countClientList,
  platformPaths,
  loadUserDetails,
} from '#shared/engine/platformCalls.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'

const user = { id: 7, storeId: 's-1', sIdentifier: 1 }
const createPlatform = (call: string, body: unknown, status = 200) => {
  const platform = createMemoryPlatform()
  platform.replies.set(call, { status, body })
  return platform
}

test('spec.md section 7: the paths of the calls', () => {
  expect(platformPaths).toEqual({
    login: '/auth/login',
    google: '/superAdmin/auth/google',
    details: '/users/roles/details',
    changePassword: '/users/changePassword',
  })
  expect(clientLists).toEqual(['catalogs', 'categories', 'sizes', 'members'])
})

describe('GET /users/roles/details', () => {
  test('returns user and permissions', async () => {
    const body = { user, permissions: ['Sizes', 'somethingNew'] }
    expect(await loadUserDetails(createPlatform('GET /users/roles/details', body).api)).toEqual(
      body,
    )
  })

  test('spec.md section 6: a user whose sIdentifier is not 1 is not accepted', async () => {
    const body = { user: { ...user, sIdentifier: 2 }, permissions: [] }
    await expect(
      loadUserDetails(createPlatform('GET /users/roles/details', body).api),
    ).rejects.toMatchObject({ status: 502 })
  })
})

describe('PUT /users/changePassword', () => {
  const change = { id: 7, currentPassword: 'old', new_password: 'new', confirmPassword: 'new' }

  test.each([undefined, 'ok', { anything: true }])(
    'sends the four values, and ignores the answer %j',
    async (body) => {
      const platform = createPlatform('PUT /users/changePassword', body)
      await updatePassword(platform.api, change, 'k1')
      expect(platform.requests).toEqual([
        { method: 'PUT', path: '/users/changePassword', body: change, idempotencyKey: 'k1' },
      ])
    },
  )
})

describe.each(clientLists)('GET /%s', (list) => {
  test('is counted by the total of a page of one row', async () => {
    const page = { next: 'x', previous: null, total: 10_000, totalIsCapped: true }
    const platform = createPlatform(`GET /${list}`, { data: [{}], page })
    expect(await countClientList(platform.api, list)).toEqual({ count: 10_000, capped: true })
    expect(platform.requests[0]?.search?.get('limit')).toBe('1')
  })

  test('is counted by its rows if the platform returns all of them', async () => {
    const platform = createPlatform(`GET /${list}`, { data: [{}, {}, {}] })
    expect(await countClientList(platform.api, list)).toEqual({ count: 3, capped: false })
  })

  test('fails if the platform fails', async () => {
    await expect(
      countClientList(createPlatform(`GET /${list}`, null, 500).api, list),
    ).rejects.toMatchObject({
      status: 500,
    })
  })
})

describe('GET /audit', () => {
  const change = { id: 1, time: '2025-03-09T04:05:00Z', actor: 'ann@example.com', event: 'x.made' }

  test('returns the requested number of newest changes', async () => {
    const platform = createPlatform('GET /audit', { data: [change, { ...change, label: null }] })
    const changes = await listRecentChanges(platform.api, 10, AbortSignal.timeout(1000))
    expect(changes).toEqual([change, { ...change, label: null }])
    expect(String(platform.requests[0]?.search)).toBe('limit=10&changesOnly=1')
  })

  test('fails with 502 if the answer is something else', async () => {
    const platform = createPlatform('GET /audit', { data: [{ id: 1 }] })
    await expect(
      listRecentChanges(platform.api, 10, AbortSignal.timeout(1000)),
    ).rejects.toMatchObject({
      status: 502,
    })
  })
})
