import { randomUUID } from 'node:crypto'
import { expect, test, describe } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { buildCalls } from '#server/platform/areas/index.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newStore } from '#tests/api/support/stores.ts'

type Entry = {
  key: string
  calls: { method: string; path: string; right: string }[]
  groups: { name: string; rights: string[] }[] | null
  users: { total: number; names: string[] } | null
  holders: { right: string; total: number; names: string[] }[] | null
  grants: { right: string; names: string[] }[] | null
}

describe.each(usually('PostgreSQL'))('the catalogue of permissions on $name', (database) => {
  const platform = usePlatform(database)

  test('names each key, and each call by the right that guards it', async () => {
    const call = await signedIn(platform())
    const { status, body } = await call('GET', '/permissions')
    expect(status).toBe(200)
    const data: Entry[] = body.data
    expect(data.map(({ key }) => key)).toEqual(permissionKeys)
    const told = data.flatMap(({ calls }) =>
      calls.map(({ method, path, right }) => `${method} ${path} ${right}`),
    )
    const guarding = buildCalls().flatMap((one) =>
      one.kind === 'open' || one.permission === 'signedIn'
        ? []
        : [`${one.method.toUpperCase()} ${one.path} ${one.permission}`],
    )
    expect(told.toSorted()).toEqual(guarding.toSorted())
    const users = data.find(({ key }) => key === 'users')
    expect(users?.groups?.[0]).toMatchObject({ name: 'Super administrators' })
    expect(users?.users?.names).toContain('Platform Operator')
  })

  test('names who holds a right, and as who can grant it the operators among them who may manage users', async () => {
    const call = await signedIn(platform())
    const named = async (firstName: string, permissions: readonly string[], more: object = {}) => {
      const made = { name: randomUUID(), permissions, allStores: true }
      const { id } = (await call('POST', '/userGroups', { body: made })).body
      const email = `${randomUUID()}@example.com`
      const person = { firstName, lastName: 'Grant', email, groupIds: [id], allStores: false }
      const body = { kind: 'operator', records: [{ ...person, ...more }] }
      const [link] = (await call('POST', '/users/invitations', { body })).body.links
      const password = 'A-new-password-1'
      await visitor(platform())('POST', '/invitations/accept', {
        body: { token: link.token, password },
      })
    }
    await named('Reads', ['users:read', 'Stickers:delete'])
    await named('Lacks', ['users:write', 'Stickers:read'])
    await named('Gives', ['users:write', 'Stickers:delete'])
    await named('Groups', ['usersGroups:write', 'Stickers:delete'])
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

  test('tells groups and users to those who may see them, and users of their stores alone', async () => {
    const [mine, other] = [
      await newStore(await signedIn(platform())),
      await newStore(await signedIn(platform())),
    ]
    await platform().addAccount(['Stickers'], [other.id])
    const limited = await signedIn(
      platform(),
      await platform().addAccount(['users:read', 'Stickers'], [mine.id]),
    )
    const entryOf = async (call: typeof limited) => {
      const data: Entry[] = (await call('GET', '/permissions')).body.data
      return data.find(({ key }) => key === 'Stickers')
    }
    expect(await entryOf(limited)).toMatchObject({ groups: null, users: { total: 1 } })
    const nobody = await signedIn(platform(), await platform().addAccount([]))
    expect(await entryOf(nobody)).toMatchObject({
      groups: null,
      users: null,
      holders: null,
      grants: null,
    })
  })
})
