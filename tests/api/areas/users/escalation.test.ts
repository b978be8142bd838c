import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { expandPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

const limitedPermissions = ['users', 'usersGroups', 'Sizes:read']

describe.each(chooseDatabases('PostgreSQL'))('An operator for one store on $name', (database) => {
  const platform = usePlatform(database)
  let operator: Caller
  let limited: Caller
  let account: TestAccount
  let privileged: TestAccount
  let storeAdmin: { id: number }
  let [storeId, otherStore] = [0, 0]
  let [builtInGroup, privilegedGroup, allStoresGroup, ownGroup] = [0, 0, 0, 0]
  beforeAll(async () => {
    operator = await openSession(platform())
    storeId = (await createStore(operator)).id
    otherStore = (await createStore(operator)).id
    account = await platform().addAccount(limitedPermissions, [storeId])
    // Sees the same store, but has all permissions.
    privileged = await platform().addAccount(permissionKeys, [storeId])
    limited = await openSession(platform(), account)
    const createGroup = async (permissions: readonly string[], more: object = {}) => {
      const body = { name: randomUUID(), permissions, allStores: false, ...more }
      return (await operator('POST', '/userGroups', { body })).body.id as number
    }
    builtInGroup = (await loadUser(platform().operator.id)).groupIds[0]
    ownGroup = (await loadUser(account.id)).groupIds[0]
    privilegedGroup = await createGroup(expandPermissions(['payments']))
    allStoresGroup = await createGroup([], { allStores: true })
    const records = [buildPerson({ storeIds: [storeId] })]
    const body = { kind: 'store_admin', records }
    storeAdmin = (await operator('POST', '/users/invitations', { body })).body.links[0]
  })
  const buildPerson = (more: object = {}) => ({
    firstName: 'Ana',
    lastName: 'Costa',
    email: `${randomUUID()}@example.com`,
    jobTitle: null,
    groupIds: [] as number[],
    allStores: false,
    storeIds: [storeId],
    ...more,
  })
  const loadUser = async (id: number) => (await operator('GET', `/users/${id}`)).body
  const invite = (more: object, kind = 'operator') =>
    limited('POST', '/users/invitations', { body: { kind, records: [buildPerson(more)] } })
  const updateUser = async (id: number, body: object) =>
    limited('PATCH', `/users/${id}`, { body, ifMatch: (await loadUser(id)).version })
  const patchGroup = async (id: number, body: object) =>
    limited('PATCH', `/userGroups/${id}`, {
      body,
      ifMatch: (await operator('GET', `/userGroups/${id}`)).body.version,
    })
  const planBulk = async (action: string, ids: number[], values: object) => {
    const body = { action, ids, values }
    const answer = await limited('POST', '/users/bulk/plan', { body })
    return answer.status === 200 || answer.status === 201
      ? { ...answer, status: answer.body.counts.changes === 0 ? 409 : answer.status }
      : answer
  }
  /** Checks a file of one line. */
  const importLine = async (line: string) => {
    const file = await createImporter(platform(), account)
    const header = 'First name,Last name,Email,Groups,All stores,Specific stores'
    const { counts } = await file.checkFile('users', `${header}\n${line}\n`)
    return { status: counts.refused === 1 ? 422 : 200 }
  }
  const loadName = async (path: string) => (await operator('GET', path)).body.name

  const attempts: [name: string, attempt: () => Promise<Pick<ApiResult, 'status'>>][] = [
    ['invite into the built-in group', () => invite({ groupIds: [builtInGroup] })],
    ['invite with permissions that they lack', () => invite({ groupIds: [privilegedGroup] })],
    ['invite for all stores', () => invite({ allStores: true, storeIds: [] })],
    ['invite for all stores through a group', () => invite({ groupIds: [allStoresGroup] })],
    ['invite for another store', () => invite({ storeIds: [otherStore] })],
    ['invite without a store', () => invite({ storeIds: [] })],
    [
      'invite a store admin of another store',
      () => invite({ storeIds: [otherStore] }, 'store_admin'),
    ],
    ['invite an account of an unknown kind', () => invite({}, 'super')],
    ['join another group', () => updateUser(account.id, { groupIds: [ownGroup, privilegedGroup] })],
    [
      'give themselves another store',
      () => updateUser(account.id, { storeIds: [storeId, otherStore] }),
    ],
    ['give themselves all stores', () => updateUser(account.id, { allStores: true })],
    ['change their own email address', () => updateUser(account.id, { email: 'new@example.com' })],
    [
      'change the email address of an account with more permissions',
      () => updateUser(privileged.id, { email: 'my@example.com' }),
    ],
    [
      'create a link for an account with more permissions',
      () => limited('POST', `/users/${privileged.id}/link`),
    ],
    [
      'create a link for a super administrator',
      () => limited('POST', `/users/${platform().operator.id}/link`),
    ],
    [
      'end the sessions of an account with more permissions',
      () => limited('DELETE', `/users/${privileged.id}/sessions`),
    ],
    [
      'suspend an account with more permissions',
      async () =>
        limited('POST', `/users/${privileged.id}/status`, {
          body: { change: 'suspend', reason: 'x' },
          ifMatch: (await loadUser(privileged.id)).version,
        }),
    ],
    ['give a store admin all stores', () => updateUser(storeAdmin.id, { allStores: true })],
    [
      'add a store admin to the built-in group',
      () => updateUser(storeAdmin.id, { groupIds: [builtInGroup] }),
    ],
    [
      'add permissions to their own group',
      () => patchGroup(ownGroup, { permissions: expandPermissions(permissionKeys) }),
    ],
    ['give their own group all stores', () => patchGroup(ownGroup, { allStores: true })],
    ['give another group all stores', () => patchGroup(privilegedGroup, { allStores: true })],
    [
      'create a group',
      () =>
        limited('POST', '/userGroups', {
          body: { name: randomUUID(), permissions: expandPermissions(['Sizes']), allStores: true },
        }),
    ],
    [
      'move the members of their group to one with more permissions',
      () =>
        limited('POST', `/userGroups/${ownGroup}/replacement`, {
          body: { groupId: privilegedGroup },
        }),
    ],
    [
      'add themselves to a group in bulk',
      () => planBulk('addToGroup', [account.id], { groupId: privilegedGroup }),
    ],
    [
      'add a store admin in bulk to a group with more permissions',
      () => planBulk('addToGroup', [storeAdmin.id], { groupId: privilegedGroup }),
    ],
    [
      'suspend an account with more permissions in bulk',
      () => planBulk('suspend', [privileged.id], { reason: 'x' }),
    ],
    [
      'change the password of another account',
      () =>
        limited('PUT', '/users/changePassword', {
          body: {
            id: privileged.id,
            currentPassword: account.password,
            new_password: 'Quiet-harbor-4471',
            confirmPassword: 'Quiet-harbor-4471',
          },
        }),
    ],
    [
      'import an operator into a group with more permissions',
      async () =>
        importLine(
          `Eva,Ruiz,eva@example.com,${await loadName(`/userGroups/${privilegedGroup}`)},no,${await loadName(`/stores/${storeId}`)}`,
        ),
    ],
    ['import an operator for all stores', () => importLine('Eva,Ruiz,eva@example.com,,yes,')],
    [
      'import a change to their own groups',
      async () =>
        importLine(
          `Me,Too,${account.email},${await loadName(`/userGroups/${privilegedGroup}`)},no,${await loadName(`/stores/${storeId}`)}`,
        ),
    ],
    [
      'import an account with more permissions',
      () => importLine(`Eva,Ruiz,${privileged.email},,no,`),
    ],
  ]

  test.each(attempts)("can't %s", async (_name, attempt) => {
    const loadAccounts = async () =>
      (await Promise.all([account.id, privileged.id, storeAdmin.id].map(loadUser))).map(
        ({ lastSignIn: _lastSignIn, ...rest }) => rest,
      )
    const before = await loadAccounts()
    expect((await attempt()).status).toBeGreaterThanOrEqual(400)
    expect(await loadAccounts()).toEqual(before)
  })

  test.each([
    [
      'a change',
      () => updateUser(storeAdmin.id, { kind: 'operator', sIdentifier: 1, jobTitle: randomUUID() }),
    ],
    ['an invitation', () => invite({ kind: 'operator', sIdentifier: 1 }, 'store_admin')],
  ])("can't turn a store admin into an operator by %s", async (_name, attempt) => {
    await attempt()
    const path = '/users?filter[kind][eq]=operator&filter[status][eq]=invited'
    expect((await operator('GET', path)).body.data).toEqual([])
  })

  test('gains nothing from headers that name another user', async () => {
    const headers = { userId: String(platform().operator.id), storeId: String(otherStore) }
    const { body } = await limited('GET', '/users/roles/details', { headers })
    expect(body.user.id).toBe(account.id)
  })

  test("can't use a link for an account that has gained permissions since", async () => {
    const colleague = await platform().addAccount(['Sizes:read'], [storeId])
    const [{ token }] = (await limited('POST', `/users/${colleague.id}/link`)).body.links
    const guest = createCaller(platform())
    expect((await guest('POST', '/invitations/check', { body: { token } })).status).toBe(200)
    const ifMatch = (await loadUser(colleague.id)).version
    await operator('PATCH', `/users/${colleague.id}`, {
      body: { groupIds: [privilegedGroup] },
      ifMatch,
    })
    const body = { token, password: 'Quiet-harbor-4471' }
    expect((await guest('POST', '/invitations/check', { body })).status).toBe(404)
    expect((await guest('POST', '/invitations/accept', { body })).status).toBe(404)
    const [link] = (await operator('POST', `/users/${colleague.id}/link`)).body.links
    const again = { ...body, token: link.token }
    expect((await guest('POST', '/invitations/accept', { body: again })).status).toBe(200)
  })
})
