import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openSession } from '#tests/api/support/calling.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('The signed-in account on $name', (database) => {
  const platform = usePlatform(database)
  let storeIds: number[]
  beforeAll(async () => {
    const call = await openSession(platform())
    storeIds = []
    for (const name of ['Delta', 'Alpha', 'Charlie', 'Bravo'])
      storeIds.push((await createStore(call, { name })).id)
  })

  const loadUser = async (stores: readonly number[] | null) => {
    const account = await platform().addAccount(['Sizes'], stores)
    await sql`update user_groups set name = ${`Group ${account.id}`}
      where id = (select group_ids[1] from users where id = ${account.id})`.execute(
      platform().platform.db,
    )
    const call = await openSession(platform(), account)
    return { id: account.id, user: (await call('GET', '/users/roles/details')).body.user }
  }

  test('names its groups', async () => {
    const { id, user } = await loadUser(null)
    expect(user.groups).toEqual([`Group ${id}`])
  })

  test('names no stores if it is for all stores', async () => {
    const { user } = await loadUser(null)
    expect(user).toMatchObject({ allStores: true })
    expect(user).not.toHaveProperty('storeNames')
  })

  test('names its first three stores and counts all of them', async () => {
    const { user } = await loadUser(storeIds)
    expect(user).toMatchObject({ storeNames: ['Alpha', 'Bravo', 'Charlie'], storeCount: 4 })
  })

  test('counts no stores if it has none', async () => {
    const { user } = await loadUser([])
    expect(user).toMatchObject({ storeNames: [], storeCount: 0 })
  })
})
