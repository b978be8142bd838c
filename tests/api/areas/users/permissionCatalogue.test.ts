import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { randomUUID } from 'node:crypto'
import { expect, test, describe } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Entry = {
  key: string
  calls: { method: string; path: string; right: string }[]
  groups: { name: string; rights: string[] }[] | null
  users: { total: number; names: string[] } | null
  holders: { right: string; total: number; names: string[] }[] | null
  grants: { right: string; names: string[] }[] | null
}

describe.each(chooseDatabases('PostgreSQL'))('The permission catalog on $name', (database) => {
  const platform = usePlatform(database)

  test('lists each key, and each call with its permission', async () => {
    const call = await openSession(platform())
    const { status, body } = await call('GET', '/permissions')
    expect(status).toBe(200)
    const data: Entry[] = body.data
    expect(data.map(({ key }) => key)).toEqual(permissionKeys)
    const listedCalls = data.flatMap(({ calls }) =>
      calls.map(({ method, path, right }) => `${method} ${path} ${right}`),
    )
    const guardedCalls = buildCalls(areas).flatMap((one) =>
      one.kind === 'open' || one.permission === 'signedIn'
        ? []
        : [`${one.method.toUpperCase()} ${one.path} ${one.permission}`],
    )
    expect(listedCalls.toSorted()).toEqual(guardedCalls.toSorted())
    const users = data.find(({ key }) => key === 'users')
    expect(users?.groups?.[0]).toMatchObject({ name: 'Super administrators' })
    expect(users?.users?.names).toContain('Platform Operator')
  })

  test('lists the holders of a permission, and the operators among them who can grant it', async () => {
    const call = await openSession(platform())
    const createOperator = async (
      firstName: string,
      permissions: readonly string[],
      more: object = {},
    ) => {
      const group = { name: randomUUID(), permissions, allStores: true }
      const { id } = (await call('POST', '/userGroups', { body: group })).body
      const email = `${randomUUID()}@example.com`
      const person = { firstName, lastName: 'Grant', email, groupIds: [id], allStores: false }
      const body = { kind: 'operator', records: [{ ...person, ...more }] }
      const [link] = (await call('POST', '/users/invitations', { body })).body.links
      const password = 'A-new-password-1'
      await createCaller(platform())('POST', '/invitations/accept', {
        body: { token: link.token, password },
      })
    }
    await createOperator('Reads', ['users:read', 'Stickers:delete'])
    await createOperator('Lacks', ['users:write', 'Stickers:read'])
    await createOperator('Gives', ['users:write', 'Stickers:delete'])
    await createOperator('Groups', ['usersGroups:write', 'Stickers:delete'])
    const data: Entry[] = (await call('GET', '/permissions')).body.data
    const { grants, holders } = data.find(({ key }) => key === 'Stickers') ?? {}
    expect(holders?.find(({ right }) => right === 'Stickers:delete')).toEqual({
      right: 'Stickers:delete',
      total: 4,
      names: ['Gives Grant', 'Groups Grant', 'Platform Operator', 'Reads Grant'],
    })
    expect(grants?.find(({ right }) => right === 'Stickers:delete')?.names).toEqual([
      'Gives Grant',
      'Groups Grant',
      'Platform Operator',
    ])
  })

  test('shows groups and users only to accounts that can see them, limited to their stores', async () => {
    const [mine, other] = [
      await createStore(await openSession(platform())),
      await createStore(await openSession(platform())),
    ]
    await platform().addAccount(['Stickers'], [other.id])
    const limited = await openSession(
      platform(),
      await platform().addAccount(['users:read', 'Stickers'], [mine.id]),
    )
    const loadEntry = async (call: typeof limited) => {
      const data: Entry[] = (await call('GET', '/permissions')).body.data
      return data.find(({ key }) => key === 'Stickers')
    }
    expect(await loadEntry(limited)).toMatchObject({ groups: null, users: { total: 1 } })
    const withoutPermissions = await openSession(platform(), await platform().addAccount([]))
    expect(await loadEntry(withoutPermissions)).toMatchObject({
      groups: null,
      users: null,
      holders: null,
      grants: null,
    })
  })
})
