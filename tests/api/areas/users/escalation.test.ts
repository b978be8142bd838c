import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import type { Answered, Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'
import { rightsOf } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

const own = ['users', 'usersGroups', 'Sizes:read']

describe.each(usually('PostgreSQL'))('An operator for one store on $name', (database) => {
  const platform = usePlatform(database)
  let all: Caller
  let limited: Caller
  let account: TestAccount
  let greater: TestAccount
  let storeAdmin: { id: number }
  let [storeId, otherStore] = [0, 0]
  let [builtIn, wide, everywhere, ownGroup] = [0, 0, 0, 0]
  beforeAll(async () => {
    all = await signedIn(platform())
    storeId = (await newStore(all)).id
    otherStore = (await newStore(all)).id
    account = await platform().addAccount(own, [storeId])
    // Sees the same store, and holds more.
    greater = await platform().addAccount(permissionKeys, [storeId])
    limited = await signedIn(platform(), account)
    const group = async (permissions: readonly string[], more: object = {}) => {
      const body = { name: randomUUID(), permissions, allStores: false, ...more }
      return (await all('POST', '/userGroups', { body })).body.id as number
    }
    builtIn = (await read(platform().operator.id)).groupIds[0]
    ownGroup = (await read(account.id)).groupIds[0]
    wide = await group(rightsOf(['payments']))
    everywhere = await group([], { allStores: true })
    const records = [person({ storeIds: [storeId] })]
    const body = { kind: 'store_admin', records }
    storeAdmin = (await all('POST', '/users/invitations', { body })).body.links[0]
  })
  const person = (more: object = {}) => ({
    firstName: 'Ana',
    lastName: 'Costa',
    email: `${randomUUID()}@example.com`,
    jobTitle: null,
    groupIds: [] as number[],
    allStores: false,
    storeIds: [storeId],
    ...more,
  })
  const read = async (id: number) => (await all('GET', `/users/${id}`)).body
  const invite = (more: object, kind = 'operator') =>
    limited('POST', '/users/invitations', { body: { kind, records: [person(more)] } })
  const change = async (id: number, body: object) =>
    limited('PATCH', `/users/${id}`, { body, ifMatch: (await read(id)).version })
  const patchGroup = async (id: number, body: object) =>
    limited('PATCH', `/userGroups/${id}`, {
      body,
      ifMatch: (await all('GET', `/userGroups/${id}`)).body.version,
    })
  const plan = async (action: string, ids: number[], values: object) => {
    const body = { action, ids, values }
    const answer = await limited('POST', '/users/bulk/plan', { body })
    return answer.status === 200 || answer.status === 201
      ? { ...answer, status: answer.body.counts.changes === 0 ? 409 : answer.status }
      : answer
  }
  /** Checks a file of one line. */
  const importLine = async (line: string) => {
    const file = await importer(platform(), account)
    const head = 'First name,Last name,Email,Groups,All stores,Specific stores'
    const { counts } = await file.look('users', `${head}\n${line}\n`)
    return { status: counts.refused === 1 ? 422 : 200 }
  }
  const nameOf = async (path: string) => (await all('GET', path)).body.name

  const ways: [name: string, attempt: () => Promise<Pick<Answered, 'status'>>][] = [
    ['invites into the built-in group', () => invite({ groupIds: [builtIn] })],
    ['invites with permissions that they lack', () => invite({ groupIds: [wide] })],
    ['invites for all stores', () => invite({ allStores: true, storeIds: [] })],
    ['invites for all stores by a group', () => invite({ groupIds: [everywhere] })],
    ['invites for another store', () => invite({ storeIds: [otherStore] })],
    ['invites for no store', () => invite({ storeIds: [] })],
    [
      'invites a store admin of another store',
      () => invite({ storeIds: [otherStore] }, 'store_admin'),
    ],
    ['invites an account of a made-up kind', () => invite({}, 'super')],
    ['joins another group', () => change(account.id, { groupIds: [ownGroup, wide] })],
    ['takes another store', () => change(account.id, { storeIds: [storeId, otherStore] })],
    ['takes all stores', () => change(account.id, { allStores: true })],
    ['takes another email address', () => change(account.id, { email: 'new@example.com' })],
    [
      'changes the email address of a greater account',
      () => change(greater.id, { email: 'my@example.com' }),
    ],
    ['makes a link for a greater account', () => limited('POST', `/users/${greater.id}/link`)],
    [
      'makes a link for the operator',
      () => limited('POST', `/users/${platform().operator.id}/link`),
    ],
    [
      'ends the sessions of a greater account',
      () => limited('DELETE', `/users/${greater.id}/sessions`),
    ],
    [
      'suspends a greater account',
      async () =>
        limited('POST', `/users/${greater.id}/status`, {
          body: { change: 'suspend', reason: 'x' },
          ifMatch: (await read(greater.id)).version,
        }),
    ],
    ['gives a store admin all stores', () => change(storeAdmin.id, { allStores: true })],
    [
      'puts a store admin into the built-in group',
      () => change(storeAdmin.id, { groupIds: [builtIn] }),
    ],
    [
      'widens their own group',
      () => patchGroup(ownGroup, { permissions: rightsOf(permissionKeys) }),
    ],
    ['gives their own group all stores', () => patchGroup(ownGroup, { allStores: true })],
    ['widens another group', () => patchGroup(wide, { allStores: true })],
    [
      'creates a group',
      () =>
        limited('POST', '/userGroups', {
          body: { name: randomUUID(), permissions: rightsOf(['Sizes']), allStores: true },
        }),
    ],
    [
      'moves the members of their group into a wider one',
      () => limited('POST', `/userGroups/${ownGroup}/replacement`, { body: { groupId: wide } }),
    ],
    [
      'adds themselves to a group by a bulk action',
      () => plan('addToGroup', [account.id], { groupId: wide }),
    ],
    [
      'adds a store admin to a wider group by a bulk action',
      () => plan('addToGroup', [storeAdmin.id], { groupId: wide }),
    ],
    [
      'suspends a greater account by a bulk action',
      () => plan('suspend', [greater.id], { reason: 'x' }),
    ],
    [
      'changes the password of another account',
      () =>
        limited('PUT', '/users/changePassword', {
          body: {
            id: greater.id,
            currentPassword: account.password,
            new_password: 'Quiet-harbor-4471',
            confirmPassword: 'Quiet-harbor-4471',
          },
        }),
    ],
    [
      'imports an operator of a wider group',
      async () =>
        importLine(
          `Eva,Ruiz,eva@example.com,${await nameOf(`/userGroups/${wide}`)},no,${await nameOf(`/stores/${storeId}`)}`,
        ),
    ],
    ['imports an operator for all stores', () => importLine('Eva,Ruiz,eva@example.com,,yes,')],
    [
      'imports a change of their own groups',
      async () =>
        importLine(
          `Me,Too,${account.email},${await nameOf(`/userGroups/${wide}`)},no,${await nameOf(`/stores/${storeId}`)}`,
        ),
    ],
    ['imports a greater account', () => importLine(`Eva,Ruiz,${greater.email},,no,`)],
  ]

  test.each(ways)('gets no further: %s', async (_name, attempt) => {
    const accounts = async () =>
      (await Promise.all([account.id, greater.id, storeAdmin.id].map(read))).map(
        ({ lastSignIn: _lastSignIn, ...rest }) => rest,
      )
    const before = await accounts()
    expect((await attempt()).status).toBeGreaterThanOrEqual(400)
    expect(await accounts()).toEqual(before)
  })

  test.each([
    [
      'a change',
      () => change(storeAdmin.id, { kind: 'operator', sIdentifier: 1, jobTitle: randomUUID() }),
    ],
    ['an invitation', () => invite({ kind: 'operator', sIdentifier: 1 }, 'store_admin')],
  ])('makes no store admin an operator by %s', async (_name, attempt) => {
    await attempt()
    const path = '/users?filter[kind][eq]=operator&filter[status][eq]=invited'
    expect((await all('GET', path)).body.data).toEqual([])
  })

  test('gets no further with headers that name somebody else', async () => {
    const headers = { userId: String(platform().operator.id), storeId: String(otherStore) }
    const { body } = await limited('GET', '/users/roles/details', { headers })
    expect(body.user.id).toBe(account.id)
  })

  test('gets no further by a link for an account that got more permissions since', async () => {
    const colleague = await platform().addAccount(['Sizes:read'], [storeId])
    const [{ token }] = (await limited('POST', `/users/${colleague.id}/link`)).body.links
    const guest = visitor(platform())
    expect((await guest('POST', '/invitations/check', { body: { token } })).status).toBe(200)
    const ifMatch = (await read(colleague.id)).version
    await all('PATCH', `/users/${colleague.id}`, { body: { groupIds: [wide] }, ifMatch })
    const body = { token, password: 'Quiet-harbor-4471' }
    expect((await guest('POST', '/invitations/check', { body })).status).toBe(404)
    expect((await guest('POST', '/invitations/accept', { body })).status).toBe(404)
    const [link] = (await all('POST', `/users/${colleague.id}/link`)).body.links
    const again = { ...body, token: link.token }
    expect((await guest('POST', '/invitations/accept', { body: again })).status).toBe(200)
  })
})
