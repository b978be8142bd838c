import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { rightsOf } from '#tests/api/support/rights.ts'
import { newestEntries, newStore } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('user groups on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const create = (permissions: readonly string[], caller = call, more: object = {}) =>
    caller('POST', '/userGroups', {
      body: { name: randomUUID(), permissions, allStores: false, ...more },
    })
  const read = async (id: number) => (await call('GET', `/userGroups/${id}`)).body
  /** Somebody in these groups. */
  const member = async (groupIds: number[], firstName = 'Ana') => {
    const email = `${randomUUID()}@example.com`
    const person = { firstName, lastName: 'Costa', email, groupIds, allStores: true }
    const body = { kind: 'operator', records: [person] }
    return (await call('POST', '/users/invitations', { body })).body.links[0].id as number
  }

  test('whoever may do anything in an area may read it, and areas and members are counted', async () => {
    const { status, body } = await create(['Sizes:write', 'Colors:read'])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      permissions: ['Colors', 'Colors:read', 'Sizes', 'Sizes:read', 'Sizes:write'],
      areas: 2,
      members: 0,
      builtIn: false,
    })
    await member([body.id])
    expect(await read(body.id)).toMatchObject({ members: 1, version: 1 })
  })

  test('a change tells whom it reaches, and asks for that to be confirmed', async () => {
    const { id } = (await create(['storesRead:export', 'Sizes:read'])).body
    const { id: other } = (await create(['Sizes:read'])).body
    await member([id], 'Bo')
    await member([id, other], 'Cy')
    const told = await call('PATCH', `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(told).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(told.body.reach).toMatchObject({ reaches: 2, own: 0 })
    expect(told.body.reach.worse).toEqual(
      expect.arrayContaining([
        { what: 'Permissions lost: Stores (export)', count: 2, examples: ['Bo Costa', 'Cy Costa'] },
        { what: 'Permissions lost: Attributes and sizes (read)', count: 1, examples: ['Bo Costa'] },
        {
          what: 'Permissions gained: Colors and training (read)',
          count: 2,
          examples: ['Bo Costa', 'Cy Costa'],
        },
      ]),
    )
    // Who may not read users is told how many they are.
    const held = [
      'usersGroups',
      'storesRead',
      'storesRead:read',
      'storesRead:export',
      'Sizes',
      'Colors',
    ]
    const stranger = await signedIn(platform(), await platform().addAccount(held))
    const blind = await stranger('PATCH', `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(blind.body.reach).toMatchObject({ reaches: 2 })
    expect(JSON.stringify(blind.body.reach)).not.toContain('Costa')
    const { data } = (await stranger('GET', `/userGroups/${id}/uses`)).body
    expect(data).toEqual([{ kind: 'user', count: 2, examples: [] }])
    const done = await confirmed(call, `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(done.status).toBe(200)
    const renamed = { body: { name: randomUUID() }, ifMatch: 2 }
    expect((await call('PATCH', `/userGroups/${id}`, renamed)).status).toBe(200)
  })

  test('names are told apart whatever their case, also of two that are made at once', async () => {
    const name = `Städte ${randomUUID()}`
    const taken = { status: 422, body: { fields: { name: 'Name is already used' } } }
    const named = (of: string) => create([], call, { name: of })
    const { id } = (await named(name)).body
    expect(await named(name)).toMatchObject(taken)
    expect(await named(name.toUpperCase())).toMatchObject(taken)
    const { body: other } = await create([])
    const rename = (of: string, group: number, ifMatch: number) =>
      call('PATCH', `/userGroups/${group}`, { body: { name: of }, ifMatch })
    expect(await rename(name.toUpperCase(), other.id, 1)).toMatchObject(taken)
    expect((await rename(name.toUpperCase(), id, 1)).status).toBe(200)

    const twin = randomUUID()
    const made = await Promise.all([named(`${twin} a`), named(`${twin} A`)])
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const records = ['b', 'B'].map((end) => ({ name: `${twin} ${end}`, allStores: false }))
    const many = await call('POST', '/userGroups/many', { body: { records } })
    const fields = { name: expect.stringContaining('Name') }
    expect(many).toMatchObject({ status: 422, body: { rows: [{ index: 1, fields }] } })
  })

  test('groups that were kept with names alike can be changed', async () => {
    const name = `alike ${randomUUID()}`
    const { body } = await create([], call, { name })
    const { db } = platform().platform
    // As a migration leaves groups that looked alike before: the index doesn't hold the later one.
    const { rows: indexes } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname = 'user_groups_name_same'`.execute(
      db,
    )
    await sql`drop index user_groups_name_same`.execute(db)
    const { rows: later } = await sql<{ id: number }>`
      insert into user_groups (name, permissions) values (${name.toUpperCase()}, '{}')
      returning id`.execute(db)
    await sql.raw(`${indexes[0]?.definition} where id <> ${later[0]?.id}`).execute(db)
    const change = { body: { description: 'The first one' }, ifMatch: body.version }
    expect((await call('PATCH', `/userGroups/${body.id}`, change)).status).toBe(200)
  })

  test('the built-in group is for all stores, and locked', async () => {
    const { data } = (await call('GET', '/userGroups?search=super')).body
    expect(data).toMatchObject([{ builtIn: true, allStores: true }])
    const locked = { status: 409, body: { detail: userRuleMessages.builtIn } }
    const change = { body: { name: 'Mine' }, ifMatch: data[0].version }
    expect(await call('PATCH', `/userGroups/${data[0].id}`, change)).toMatchObject(locked)
    expect(await call('DELETE', `/userGroups/${data[0].id}`)).toMatchObject(locked)
  })

  test('nobody makes or changes a group that holds more than they do, or their own', async () => {
    const held = rightsOf(['usersGroups'])
    const account = await platform().addAccount(held)
    const theirs = await signedIn(platform(), account)
    expect((await create(held, theirs)).status).toBe(201)
    expect((await create(['Sizes:read'], theirs)).body.fields).toHaveProperty('permissions')
    const { id } = (await create(['Sizes:read'])).body
    const greater = { status: 403, body: { detail: userRuleMessages.groupMore } }
    const change = { body: { name: 'Mine' }, ifMatch: 1 }
    expect(await theirs('PATCH', `/userGroups/${id}`, change)).toMatchObject(greater)
    expect(await theirs('DELETE', `/userGroups/${id}`)).toMatchObject(greater)
    const [own] = (await call('GET', `/users/${account.id}`)).body.groupIds
    expect(await theirs('PATCH', `/userGroups/${own}`, change)).toMatchObject({
      status: 409,
      body: { detail: userRuleMessages.ownGroup },
    })
  })

  test('operators of some stores change none, since it reaches operators of all', async () => {
    const { id: storeId } = await newStore(call)
    const account = await platform().addAccount(rightsOf(['usersGroups', 'Sizes']), [storeId])
    const theirs = await signedIn(platform(), account)
    const { id } = (await create(['Sizes:read'])).body
    const limited = { status: 403, body: { detail: userRuleMessages.limited } }
    expect(await create(['Sizes:read'], theirs)).toMatchObject(limited)
    expect(
      (await theirs('PATCH', `/userGroups/${id}`, { body: { name: 'X2' }, ifMatch: 1 })).status,
    ).toBe(403)
    expect(await theirs('DELETE', `/userGroups/${id}`)).toMatchObject(limited)
  })

  const replace = (id: number, groupId: number, reach = '') =>
    call('POST', `/userGroups/${id}/replacement${reach && `?reach=${reach}`}`, {
      body: { groupId },
    })

  test('a group with members is deleted when they are in another one', async () => {
    const [one, two] = [(await create(['Sizes:read'])).body, (await create(['Sizes:read'])).body]
    const members = [await member([one.id]), await member([one.id, two.id])]
    expect(await call('DELETE', `/userGroups/${one.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'user', count: 2 }] },
    })
    expect((await replace(one.id, one.id)).status).toBe(422)
    expect((await replace(one.id, 2_000_000_000)).status).toBe(422)
    expect((await replace(one.id, 2_000_000_000_000)).status).toBe(400)
    expect((await replace(one.id, two.id)).status).toBe(204)
    for (const id of members)
      expect((await call('GET', `/users/${id}`)).body).toMatchObject({ groupIds: [two.id] })
    expect(await read(two.id)).toMatchObject({ members: 2 })
    expect((await call('GET', `/userGroups/${one.id}`)).status).toBe(404)
    const moves = (await newestEntries(call, 3)).filter(
      ({ event }: { event: string }) => event === 'userGroups.membersMoved',
    )
    const emails = members.map(async (id) => (await call('GET', `/users/${id}`)).body.email)
    const told = (await Promise.all(emails)).toSorted()
    expect(
      moves.map(({ changes }: { changes: { moved: { after: string[] } } }) =>
        changes.moved.after.toSorted(),
      ),
    ).toEqual([told, told])
  })

  test('what members gain and lose with another group is told before theirs is deleted, and confirmed for that one alone', async () => {
    const { id } = (await create(['Sizes:write'])).body
    const { id: more } = (await create(['Colors:delete', 'Stickers:delete', 'users:read'])).body
    const { id: less } = (await create([])).body
    const moved = await member([id], 'Bo')
    const told = await replace(id, more)
    expect(told).toMatchObject({
      status: 409,
      body: { code: 'unconfirmed', reach: { reaches: 1, own: 0 } },
    })
    expect(told.body.reach.worse).toEqual([
      {
        what: 'Permissions lost: Attributes and sizes (read, write)',
        count: 1,
        examples: ['Bo Costa'],
      },
      { what: 'Permissions gained: Users (read)', count: 1, examples: ['Bo Costa'] },
      {
        what: 'Permissions gained: Stickers, Colors and training (read, delete)',
        count: 1,
        examples: ['Bo Costa'],
      },
    ])
    expect((await call('GET', `/users/${moved}`)).body).toMatchObject({ groupIds: [id] })
    expect((await replace(id, less, told.body.reach.token)).body.code).toBe('unconfirmed')
    expect((await replace(id, more, told.body.reach.token)).status).toBe(204)
    expect((await call('GET', `/users/${moved}`)).body).toMatchObject({ groupIds: [more] })
  })

  test('store admins are moved to no group that gives stores', async () => {
    const { id: storeId } = await newStore(call)
    const { id } = (await create(['Sizes:read'])).body
    const { body: wide } = await create(['Sizes:read'], call, { allStores: true })
    const email = `${randomUUID()}@example.com`
    const admin = { firstName: 'Ida', lastName: 'Holm', email, groupIds: [id] }
    const records = [{ ...admin, allStores: false, storeIds: [storeId] }]
    const body = { kind: 'store_admin', records }
    expect((await call('POST', '/users/invitations', { body })).status).toBe(201)
    expect((await replace(id, wide.id)).body.fields).toEqual({
      groupId: userRuleMessages.adminGroups([wide.name]),
    })
  })

  test('its stores are those of its members too', async () => {
    const { id: storeId } = await newStore(call)
    const { id } = (await create(['storesRead:read'], call, { storeIds: [storeId] })).body
    const account = await platform().addAccount([], [])
    const { version } = (await call('GET', `/users/${account.id}`)).body
    await call('PATCH', `/users/${account.id}`, { body: { groupIds: [id] }, ifMatch: version })
    const theirs = await signedIn(platform(), account)
    const { data } = (await theirs('GET', '/stores')).body
    expect(data.map((store: { id: number }) => store.id)).toEqual([storeId])
  })
})
