import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { expandPermissions } from '#tests/api/support/permissions.ts'
import { loadNewestEntries, createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('User groups on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const createGroup = (permissions: readonly string[], caller = call, more: object = {}) =>
    caller('POST', '/userGroups', {
      body: { name: randomUUID(), permissions, allStores: false, ...more },
    })
  const loadGroup = async (id: number) => (await call('GET', `/userGroups/${id}`)).body
  /** Invites a user into these groups and returns the ID. */
  const inviteMember = async (groupIds: number[], firstName = 'Ana') => {
    const email = `${randomUUID()}@example.com`
    const person = { firstName, lastName: 'Costa', email, groupIds, allStores: true }
    const body = { kind: 'operator', records: [person] }
    return (await call('POST', '/users/invitations', { body })).body.links[0].id as number
  }

  test('any permission of an area includes reading it, and areas and members are counted', async () => {
    const { status, body } = await createGroup(['Sizes:write', 'Colors:read'])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      permissions: ['Colors', 'Colors:read', 'Sizes', 'Sizes:read', 'Sizes:write'],
      areas: 2,
      members: 0,
      builtIn: false,
    })
    await inviteMember([body.id])
    expect(await loadGroup(body.id)).toMatchObject({ members: 1, version: 1 })
  })

  test('a change shows which users it affects and needs a confirmation', async () => {
    const { id } = (await createGroup(['storesRead:export', 'Sizes:read'])).body
    const { id: other } = (await createGroup(['Sizes:read'])).body
    await inviteMember([id], 'Bo')
    await inviteMember([id, other], 'Cy')
    const unconfirmed = await call('PATCH', `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(unconfirmed.body.reach).toMatchObject({ reaches: 2, own: 0 })
    expect(unconfirmed.body.reach.worse).toEqual(
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
    // Without the permission to read users, only their number is shown.
    const strangerPermissions = [
      'usersGroups',
      'storesRead',
      'storesRead:read',
      'storesRead:export',
      'Sizes',
      'Colors',
    ]
    const stranger = await openSession(platform(), await platform().addAccount(strangerPermissions))
    const withoutNames = await stranger('PATCH', `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(withoutNames.body.reach).toMatchObject({ reaches: 2 })
    expect(JSON.stringify(withoutNames.body.reach)).not.toContain('Costa')
    const { data } = (await stranger('GET', `/userGroups/${id}/uses`)).body
    expect(data).toEqual([{ kind: 'user', count: 2, examples: [] }])
    const confirmation = await patchConfirmed(call, `/userGroups/${id}`, {
      body: { permissions: ['storesRead:read', 'Colors:read'] },
      ifMatch: 1,
    })
    expect(confirmation.status).toBe(200)
    const renamed = { body: { name: randomUUID() }, ifMatch: 2 }
    expect((await call('PATCH', `/userGroups/${id}`, renamed)).status).toBe(200)
  })

  test('names are unique regardless of case, even if two groups are created at once', async () => {
    const name = `Städte ${randomUUID()}`
    const nameTaken = { status: 422, body: { fields: { name: 'Name is already used' } } }
    const createNamed = (newName: string) => createGroup([], call, { name: newName })
    const { id } = (await createNamed(name)).body
    expect(await createNamed(name)).toMatchObject(nameTaken)
    expect(await createNamed(name.toUpperCase())).toMatchObject(nameTaken)
    const { body: other } = await createGroup([])
    const rename = (newName: string, group: number, ifMatch: number) =>
      call('PATCH', `/userGroups/${group}`, { body: { name: newName }, ifMatch })
    expect(await rename(name.toUpperCase(), other.id, 1)).toMatchObject(nameTaken)
    expect((await rename(name.toUpperCase(), id, 1)).status).toBe(200)

    const twin = randomUUID()
    const results = await Promise.all([createNamed(`${twin} a`), createNamed(`${twin} A`)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const records = ['b', 'B'].map((end) => ({ name: `${twin} ${end}`, allStores: false }))
    const many = await call('POST', '/userGroups/many', { body: { records } })
    const fields = { name: expect.stringContaining('Name') }
    expect(many).toMatchObject({ status: 422, body: { rows: [{ index: 1, fields }] } })
  })

  test('existing groups with equal names can still be changed', async () => {
    const name = `alike ${randomUUID()}`
    const { body } = await createGroup([], call, { name })
    const { db } = platform().platform
    // A migration can leave such groups: the index excludes the later one.
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
    const builtInError = { status: 409, body: { detail: userRuleMessages.builtIn } }
    const change = { body: { name: 'Mine' }, ifMatch: data[0].version }
    expect(await call('PATCH', `/userGroups/${data[0].id}`, change)).toMatchObject(builtInError)
    expect(await call('DELETE', `/userGroups/${data[0].id}`)).toMatchObject(builtInError)
  })

  test("users can't create or change a group with more permissions than theirs, or their own group", async () => {
    const ownPermissions = expandPermissions(['usersGroups'])
    const account = await platform().addAccount(ownPermissions)
    const userCall = await openSession(platform(), account)
    expect((await createGroup(ownPermissions, userCall)).status).toBe(201)
    expect((await createGroup(['Sizes:read'], userCall)).body.fields).toHaveProperty('permissions')
    const { id } = (await createGroup(['Sizes:read'])).body
    const groupMoreError = { status: 403, body: { detail: userRuleMessages.groupMore } }
    const change = { body: { name: 'Mine' }, ifMatch: 1 }
    expect(await userCall('PATCH', `/userGroups/${id}`, change)).toMatchObject(groupMoreError)
    expect(await userCall('DELETE', `/userGroups/${id}`)).toMatchObject(groupMoreError)
    const [own] = (await call('GET', `/users/${account.id}`)).body.groupIds
    expect(await userCall('PATCH', `/userGroups/${own}`, change)).toMatchObject({
      status: 409,
      body: { detail: userRuleMessages.ownGroup },
    })
  })

  test("operators of some stores can't change groups, since that affects operators of all stores", async () => {
    const { id: storeId } = await createStore(call)
    const account = await platform().addAccount(expandPermissions(['usersGroups', 'Sizes']), [
      storeId,
    ])
    const userCall = await openSession(platform(), account)
    const { id } = (await createGroup(['Sizes:read'])).body
    const limited = { status: 403, body: { detail: userRuleMessages.limited } }
    expect(await createGroup(['Sizes:read'], userCall)).toMatchObject(limited)
    expect(
      (await userCall('PATCH', `/userGroups/${id}`, { body: { name: 'X2' }, ifMatch: 1 })).status,
    ).toBe(403)
    expect(await userCall('DELETE', `/userGroups/${id}`)).toMatchObject(limited)
  })

  const replace = (id: number, groupId: number, reach = '') =>
    call('POST', `/userGroups/${id}/replacement${reach && `?reach=${reach}`}`, {
      body: { groupId },
    })

  test('a group with members is deleted after they are moved to another group', async () => {
    const [one, two] = [
      (await createGroup(['Sizes:read'])).body,
      (await createGroup(['Sizes:read'])).body,
    ]
    const members = [await inviteMember([one.id]), await inviteMember([one.id, two.id])]
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
    expect(await loadGroup(two.id)).toMatchObject({ members: 2 })
    expect((await call('GET', `/userGroups/${one.id}`)).status).toBe(404)
    const moves = (await loadNewestEntries(call, 3)).filter(
      ({ event }: { event: string }) => event === 'userGroups.membersMoved',
    )
    const emails = members.map(async (id) => (await call('GET', `/users/${id}`)).body.email)
    const sortedEmails = (await Promise.all(emails)).toSorted()
    expect(
      moves.map(({ changes }: { changes: { moved: { after: string[] } } }) =>
        changes.moved.after.toSorted(),
      ),
    ).toEqual([sortedEmails, sortedEmails])
  })

  test('replacing a group shows what its members gain and lose, and the confirmation is valid only for that group', async () => {
    const { id } = (await createGroup(['Sizes:write'])).body
    const { id: more } = (await createGroup(['Colors:delete', 'Stickers:delete', 'users:read']))
      .body
    const { id: less } = (await createGroup([])).body
    const memberId = await inviteMember([id], 'Bo')
    const unconfirmed = await replace(id, more)
    expect(unconfirmed).toMatchObject({
      status: 409,
      body: { code: 'unconfirmed', reach: { reaches: 1, own: 0 } },
    })
    expect(unconfirmed.body.reach.worse).toEqual([
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
    expect((await call('GET', `/users/${memberId}`)).body).toMatchObject({ groupIds: [id] })
    expect((await replace(id, less, unconfirmed.body.reach.token)).body.code).toBe('unconfirmed')
    expect((await replace(id, more, unconfirmed.body.reach.token)).status).toBe(204)
    expect((await call('GET', `/users/${memberId}`)).body).toMatchObject({ groupIds: [more] })
  })

  test("store admins can't be moved to a group that gives access to stores", async () => {
    const { id: storeId } = await createStore(call)
    const { id } = (await createGroup(['Sizes:read'])).body
    const { body: wide } = await createGroup(['Sizes:read'], call, { allStores: true })
    const email = `${randomUUID()}@example.com`
    const admin = { firstName: 'Ida', lastName: 'Holm', email, groupIds: [id] }
    const records = [{ ...admin, allStores: false, storeIds: [storeId] }]
    const body = { kind: 'store_admin', records }
    expect((await call('POST', '/users/invitations', { body })).status).toBe(201)
    expect((await replace(id, wide.id)).body.fields).toEqual({
      groupId: userRuleMessages.adminGroups([wide.name]),
    })
  })

  test('members of a group can access its stores', async () => {
    const { id: storeId } = await createStore(call)
    const { id } = (await createGroup(['storesRead:read'], call, { storeIds: [storeId] })).body
    const account = await platform().addAccount([], [])
    const { version } = (await call('GET', `/users/${account.id}`)).body
    await call('PATCH', `/users/${account.id}`, { body: { groupIds: [id] }, ifMatch: version })
    const userCall = await openSession(platform(), account)
    const { data } = (await userCall('GET', '/stores')).body
    expect(data.map((store: { id: number }) => store.id)).toEqual([storeId])
  })
})
