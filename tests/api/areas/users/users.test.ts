import { formatPermission } from '#shared/permissions/permissions.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { expandPermissions } from '#tests/api/support/permissions.ts'
import { loadNewestEntries, createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Users on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await openSession(platform())
    storeId = (await createStore(call)).id
  })

  const buildPerson = (more: object = {}) => ({
    firstName: 'Ana',
    lastName: 'Costa',
    email: `${randomUUID()}@example.com`,
    jobTitle: null,
    groupIds: [],
    allStores: false,
    storeIds: [],
    ...more,
  })
  const createGroup = async (permissions: readonly string[], more: object = {}) => {
    const body = { name: randomUUID(), permissions, allStores: false, ...more }
    return (await call('POST', '/userGroups', { body })).body.id as number
  }
  const invite = (caller: Caller, records: object[], kind = 'operator') =>
    caller('POST', '/users/invitations', { body: { kind, records } })
  const acceptInvitation = (token: string, password = 'A-new-password-1') =>
    createCaller(platform())('POST', '/invitations/accept', { body: { token, password } })
  const signIn = (email: string, password = 'A-new-password-1') =>
    createCaller(platform())('POST', '/auth/login', { body: { email, password } })
  /** Creates a user who accepted the invitation, and signs them in. */
  const createUser = async (more: object = {}) => {
    const record = buildPerson(more)
    const [link] = (await invite(call, [record])).body.links
    await acceptInvitation(link.token)
    const { token } = (await signIn(record.email)).body
    return { id: link.id as number, email: record.email, call: createCaller(platform(), token) }
  }
  const loadUser = async (id: number, caller = call) => (await caller('GET', `/users/${id}`)).body
  const updateUser = async (id: number, body: object, caller = call) =>
    caller('PATCH', `/users/${id}`, { body, ifMatch: (await loadUser(id, caller)).version })
  const setStatus = async (id: number, name: string, caller = call) =>
    caller('POST', `/users/${id}/status`, {
      body: { change: name, reason: 'Left the company' },
      ifMatch: (await loadUser(id, caller)).version,
    })

  describe('An invitation', () => {
    test("uses the platform's clock for an account and its group", async () => {
      platform().advance(600_000)
      const { id } = await platform().addAccount(['Sizes:read'])
      const user = await loadUser(id)
      const { body: group } = await call('GET', `/userGroups/${user.groupIds[0]}`)
      platform().advance(-600_000)
      expect(Date.parse(user.createdAt)).toBeGreaterThan(Date.now())
      for (const record of [user, group])
        expect(record).toMatchObject({ createdAt: user.createdAt, updatedAt: user.createdAt })
    })

    test('creates an account that can sign in after its link has set a password, once', async () => {
      const groupId = await createGroup(expandPermissions(['Colors']))
      const record = buildPerson({ groupIds: [groupId], storeIds: [storeId] })
      const { status, body } = await invite(call, [record])
      expect(status).toBe(201)
      const [{ id, token, expiresAt }] = body.links
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
      expect(await loadUser(id)).toMatchObject({ ...record, status: 'invited', name: 'Ana Costa' })
      expect((await signIn(record.email)).status).toBe(401)

      const check = createCaller(platform())
      expect((await check('POST', '/invitations/check', { body: { token } })).body).toMatchObject({
        email: record.email,
        purpose: 'invitation',
      })
      expect((await acceptInvitation(token)).body).toMatchObject({
        email: record.email,
        sIdentifier: 1,
      })
      expect((await acceptInvitation(token, 'A-second-choice-1')).status).toBe(404)
      const session = (await signIn(record.email)).body
      expect(session.permissions).toEqual(expandPermissions(['Colors']))
      expect(session.user).toMatchObject({ name: 'Ana Costa', allStores: false })
      expect(await loadUser(id)).toMatchObject({ status: 'active', lastSignIn: expect.any(String) })
    })

    test('ends when it expires or a newer link is created', async () => {
      const [old] = (await invite(call, [buildPerson()])).body.links
      const [newer] = (await call('POST', `/users/${old.id}/link`)).body.links
      expect(await acceptInvitation(old.token)).toMatchObject({
        status: 404,
        body: { detail: userRuleMessages.link },
      })
      for (const password of ['short', 'Welcome-2026!', 'Costa-4711-bx-qr'])
        expect((await acceptInvitation(newer.token, password)).body.fields).toHaveProperty(
          'password',
        )
      expect((await acceptInvitation(newer.token)).status).toBe(200)
      const [late] = (await invite(call, [buildPerson()])).body.links
      await platform()
        .platform.db.updateTable('accountLinks')
        .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
        .where('userId', '=', late.id)
        .execute()
      expect((await acceptInvitation(late.token)).status).toBe(404)
    })

    test('lets only one of several concurrent attempts set the password', async () => {
      const [{ token }] = (await invite(call, [buildPerson()])).body.links
      const attempts = [1, 2, 3].map((index) => acceptInvitation(token, `A-new-password-${index}`))
      const answers = await Promise.all(attempts)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    })

    test("accepted again with the same password, as after a proxy's retry, is done once and only for a short time", async () => {
      const [{ id, token }] = (await invite(call, [buildPerson()])).body.links
      const [first, concurrent] = await Promise.all([
        acceptInvitation(token),
        acceptInvitation(token),
      ])
      const { version, email } = await loadUser(id)
      const session = createCaller(platform(), (await signIn(email)).body.token)
      const again = await acceptInvitation(token)
      expect([first, concurrent, again].map(({ status }) => status)).toEqual([200, 200, 200])
      expect(again.body).toEqual(first.body)
      expect((await loadUser(id)).version).toBe(version)
      expect((await session('GET', '/users/roles/details')).status).toBe(200)
      platform().advance(2 * 60_000)
      expect((await acceptInvitation(token)).status).toBe(404)
      platform().advance(-2 * 60_000)
    })

    test("sent again creates no second account and doesn't return the link again", async () => {
      const body = { kind: 'operator', records: [buildPerson()] }
      const send = () => call('POST', '/users/invitations', { body, key: 'same-invitation' })
      const [first, second] = [await send(), await send()]
      expect(first.body.links[0].token).toMatch(/^[\w-]{43}$/)
      expect(second.body.links).toEqual([{ ...first.body.links[0], token: null }])
      const { rows } = await sql`select 1 from idempotency_keys
        where answer::text like ${`%${first.body.links[0].token}%`}`.execute(platform().platform.db)
      expect(rows).toEqual([])
    })

    test("for several users reports each row that isn't valid, and invites none", async () => {
      const taken = buildPerson()
      await invite(call, [taken])
      const { status, body } = await invite(call, [
        buildPerson(),
        buildPerson({ email: 'nobody' }),
        buildPerson({ email: taken.email.toUpperCase() }),
      ])
      expect(status).toBe(422)
      expect(body.rows.map(({ index }: { index: number }) => index)).toEqual([1, 2])
    })

    test('for a store admin needs stores, and groups that give access to none', async () => {
      const [permissionGroup, storesGroup] = [
        await createGroup(['Sizes']),
        await createGroup([], { storeIds: [storeId] }),
      ]
      for (const invalid of [{ allStores: true }, {}])
        expect(await invite(call, [buildPerson(invalid)], 'store_admin')).toMatchObject({
          status: 422,
          body: { fields: { storeIds: userRuleMessages.storeAdmin } },
        })
      const withGroup = buildPerson({ storeIds: [storeId], groupIds: [storesGroup] })
      expect(await invite(call, [withGroup], 'store_admin')).toMatchObject({
        status: 422,
        body: { fields: { groupIds: expect.stringContaining('give access to stores') } },
      })
      const { body } = await invite(call, [buildPerson({ storeIds: [storeId] })], 'store_admin')
      const [{ id }] = body.links
      expect(await loadUser(id)).toMatchObject({ kind: 'store_admin' })
      for (const invalid of [{ allStores: true }, { storeIds: [] }])
        expect(await updateUser(id, invalid)).toMatchObject({
          status: 422,
          body: { fields: { storeIds: userRuleMessages.storeAdmin } },
        })
      expect((await updateUser(id, { jobTitle: 'Shop' })).status).toBe(200)
      // The SSO of a store assigns groups by its rules.
      expect((await updateUser(id, { groupIds: [permissionGroup] })).status).toBe(200)
      const other = (await createStore(call)).id
      expect((await updateUser(id, { storeIds: [storeId, other] })).status).toBe(200)
      const ifMatch = (await call('GET', `/userGroups/${permissionGroup}`)).body.version
      for (const [field, body] of [
        ['allStores', { allStores: true }],
        ['storeIds', { storeIds: [storeId] }],
      ] as const)
        expect(
          await call('PATCH', `/userGroups/${permissionGroup}`, { body, ifMatch }),
        ).toMatchObject({
          status: 422,
          body: { fields: { [field]: userRuleMessages.adminsInGroup } },
        })
    })

    test('no longer works after the email address or the password has changed', async () => {
      const [link] = (await invite(call, [buildPerson()])).body.links
      expect((await updateUser(link.id, { jobTitle: 'Lead' })).status).toBe(200)
      expect(
        (await createCaller(platform())('POST', '/invitations/check', { body: link })).status,
      ).toBe(200)
      expect((await updateUser(link.id, { email: `${randomUUID()}@example.com` })).status).toBe(200)
      expect((await acceptInvitation(link.token)).status).toBe(404)

      const { id, call: userCall } = await createUser()
      const [resetLink] = (await call('POST', `/users/${id}/link`)).body.links
      const passwords = { new_password: 'Another-new-1', confirmPassword: 'Another-new-1' }
      const body = { id, currentPassword: 'A-new-password-1', ...passwords }
      expect((await userCall('PUT', '/users/changePassword', { body })).status).toBe(200)
      expect((await acceptInvitation(resetLink.token)).status).toBe(404)
    })
  })

  describe('A user manager', () => {
    const createManager = async (more: object = {}) => {
      const groupIds = [
        await createGroup([...expandPermissions(['users']), 'Colors', 'Colors:read']),
      ]
      return createUser({ groupIds, allStores: true, ...more })
    }

    test("can't grant permissions that they lack, not even through a group", async () => {
      const { call: userCall } = await createManager()
      const [same, more] = [
        await createGroup(['Colors', 'Colors:read']),
        await createGroup(expandPermissions(['Colors'])),
      ]
      expect((await invite(userCall, [buildPerson({ groupIds: [same] })])).status).toBe(201)
      const rejection = await invite(userCall, [buildPerson({ groupIds: [more] })])
      expect(rejection.status).toBe(422)
      expect(rejection.body.fields.groupIds).toContain(formatPermission('Colors:write'))
    })

    test("can't grant stores that they lack", async () => {
      const { call: userCall } = await createManager({ allStores: false, storeIds: [storeId] })
      const other = (await createStore(call)).id
      expect((await invite(userCall, [buildPerson({ storeIds: [storeId] })])).status).toBe(201)
      expect(await invite(userCall, [buildPerson({ allStores: true })])).toMatchObject({
        status: 422,
        body: { fields: { allStores: userRuleMessages.notReached } },
      })
      expect((await invite(userCall, [buildPerson({ storeIds: [other] })])).status).toBe(422)
      const noStoreError = { status: 422, body: { fields: { storeIds: userRuleMessages.noStore } } }
      expect(await invite(userCall, [buildPerson()])).toMatchObject(noStoreError)
      const { id } = await createUser({ storeIds: [storeId] })
      expect(await updateUser(id, { storeIds: [] }, userCall)).toMatchObject(noStoreError)
    })

    test("can't manage an account with more permissions", async () => {
      const { call: userCall } = await createManager()
      const { id } = await createUser({
        groupIds: [await createGroup(expandPermissions(['Sizes']))],
      })
      const answers = [
        await updateUser(id, { email: `${randomUUID()}@example.com` }, userCall),
        await setStatus(id, 'suspend', userCall),
        await userCall('POST', `/users/${id}/link`),
        await userCall('DELETE', `/users/${id}/sessions`),
      ]
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: { detail: userRuleMessages.more } })
    })

    test("can't see accounts of other stores", async () => {
      const { call: userCall } = await createManager({ allStores: false, storeIds: [storeId] })
      const outside = await createUser({ storeIds: [(await createStore(call)).id] })
      const inside = await createUser({ storeIds: [storeId] })
      expect((await userCall('GET', `/users/${outside.id}`)).status).toBe(404)
      expect((await userCall('GET', `/users/${outside.id}/sessions`)).status).toBe(404)
      expect((await userCall('GET', `/users/${outside.id}/rights`)).status).toBe(404)
      expect((await userCall('GET', `/users/${inside.id}/rights`)).status).toBe(200)
    })
  })

  test("users can't change their own groups, stores, status, or email address", async () => {
    const { id } = platform().operator
    const ownAccountError = { status: 409, body: { detail: userRuleMessages.self } }
    expect(await updateUser(id, { allStores: false, storeIds: [storeId] })).toMatchObject(
      ownAccountError,
    )
    expect(await updateUser(id, { groupIds: [] })).toMatchObject(ownAccountError)
    expect(await setStatus(id, 'suspend')).toMatchObject(ownAccountError)
    expect(await updateUser(id, { email: `${randomUUID()}@example.com` })).toMatchObject(
      ownAccountError,
    )
    expect((await updateUser(id, { jobTitle: 'Lead' })).status).toBe(200)
  })

  test('the last super administrator stays one, even with concurrent requests', async () => {
    const { groupIds } = await loadUser(platform().operator.id)
    const everything = [await createGroup(expandPermissions(permissionKeys))]
    const other = await createUser({ groupIds, allStores: true })
    const third = await createUser({ groupIds: everything, allStores: true })
    const { id } = platform().operator
    const answers = await Promise.all([
      setStatus(id, 'suspend', third.call),
      setStatus(other.id, 'suspend', third.call),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const remainingId = answers[0]?.status === 200 ? other.id : id
    const suspendedId = remainingId === id ? other.id : id
    const lastAdminError = { status: 409, body: { detail: userRuleMessages.last } }
    expect(await updateUser(remainingId, { groupIds: [] }, third.call)).toMatchObject(
      lastAdminError,
    )
    // The group is for all stores.
    expect((await updateUser(remainingId, { allStores: false }, third.call)).status).toBe(200)
    expect(await updateUser(remainingId, { groupIds: [] }, third.call)).toMatchObject(
      lastAdminError,
    )
    expect((await updateUser(remainingId, { allStores: true }, third.call)).status).toBe(200)
    expect((await setStatus(suspendedId, 'reactivate', third.call)).status).toBe(200)
    call = await openSession(platform())
  })

  test("a suspended user is signed out and can't sign in until they are reactivated", async () => {
    const { id, email, call: userCall } = await createUser({ storeIds: [storeId] })
    const [link] = (await call('POST', `/users/${id}/link`)).body.links
    expect((await setStatus(id, 'suspend')).body).toMatchObject({
      status: 'suspended',
      statusReason: 'Left the company',
    })
    expect((await userCall('GET', '/users/roles/details')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await acceptInvitation(link.token)).status).toBe(404)
    expect((await call('POST', `/users/${id}/link`)).status).toBe(409)
    expect((await setStatus(id, 'suspend')).status).toBe(409)
    expect((await setStatus(id, 'reactivate')).body).toMatchObject({ status: 'active' })
    expect((await signIn(email)).status).toBe(200)
    expect(await loadNewestEntries(call, 3)).toContainEqual(
      expect.objectContaining({ event: 'users.reactivated' }),
    )
    const { version } = await loadUser(id)
    const withoutReason = { body: { change: 'suspend' }, ifMatch: version }
    expect((await call('POST', `/users/${id}/status`, withoutReason)).body.fields).toHaveProperty(
      'reason',
    )
  })

  test('a reactivated user is active, or invited if they have no password and never signed in', async () => {
    const { id } = await createUser({ storeIds: [storeId] })
    const reactivate = async () => {
      await setStatus(id, 'suspend')
      return (await setStatus(id, 'reactivate')).body.status
    }
    const { db } = platform().platform
    // A user who signs in through a store's SSO has no password.
    await sql`update users set password_hash = null where id = ${id}`.execute(db)
    expect(await reactivate()).toBe('active')
    await sql`update users set last_sign_in = null where id = ${id}`.execute(db)
    expect(await reactivate()).toBe('invited')
  })

  test('sessions have device and IP address, and one or all of them can be ended', async () => {
    const { id, email } = await createUser()
    const login = async (agent: string) =>
      createCaller(platform())('POST', '/auth/login', {
        body: { email, password: 'A-new-password-1' },
        headers: { 'User-Agent': agent, 'X-Forwarded-For': '203.0.113.9' },
      })
    const { token } = (await login('Firefox on a phone')).body
    const loadSessions = async () => (await call('GET', `/users/${id}/sessions`)).body.data
    const [newest] = await loadSessions()
    expect(newest).toMatchObject({ agent: 'Firefox on a phone', ip: '203.0.113.9', current: false })
    expect((await call('DELETE', `/users/${id}/sessions/${newest.id}`)).status).toBe(204)
    expect((await createCaller(platform(), token)('GET', '/users/roles/details')).status).toBe(401)
    expect((await call('DELETE', `/users/${id}/sessions/${newest.id}`)).status).toBe(404)
    expect((await call('DELETE', `/users/${id}/sessions`)).status).toBe(204)
    expect(await loadSessions()).toEqual([])
  })

  test('a reset link sets another password and ends the sessions', async () => {
    const { id, email, call: userCall } = await createUser()
    const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
    expect((await userCall('GET', '/users/roles/details')).status).toBe(200)
    expect((await acceptInvitation(token, 'Another-password-2')).status).toBe(200)
    expect((await acceptInvitation(token, 'Another-password-2')).status).toBe(200)
    expect((await userCall('GET', '/users/roles/details')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'Another-password-2')).status).toBe(200)
    const ownLink = await call('POST', `/users/${platform().operator.id}/link`)
    expect(ownLink).toMatchObject({ status: 409, body: { detail: userRuleMessages.ownLink } })
  })

  describe('A sign-in during a change of the account', () => {
    /** Signs in, and runs an action after the password was verified. */
    const signInWhile = async (email: string, action: () => Promise<unknown>) => {
      const { passwords } = platform().platform
      const { verify } = passwords
      passwords.verify = async (password, hash) => {
        passwords.verify = verify
        const isValid = await verify(password, hash)
        await action()
        return isValid
      }
      return signIn(email)
    }
    const rejection = { status: 401, body: { code: 'refused' } }
    const loadSessions = async (id: number) =>
      (await call('GET', `/users/${id}/sessions`)).body.data

    test('is rejected with the old password if the user changes it', async () => {
      const { id, email, call: userCall } = await createUser()
      const body = {
        id,
        currentPassword: 'A-new-password-1',
        new_password: 'Another-password-2',
        confirmPassword: 'Another-password-2',
      }
      const answer = await signInWhile(email, () =>
        userCall('PUT', '/users/changePassword', { body }).then(({ status }) =>
          expect(status).toBe(200),
        ),
      )
      expect(answer).toMatchObject(rejection)
      expect(await loadSessions(id)).toHaveLength(1)
      expect((await signIn(email, 'Another-password-2')).status).toBe(200)
    })

    test('is rejected if a reset link sets another password', async () => {
      const { id, email } = await createUser()
      const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
      expect(
        await signInWhile(email, () => acceptInvitation(token, 'Another-password-2')),
      ).toMatchObject(rejection)
      expect(await loadSessions(id)).toEqual([])
    })

    test('is rejected if the account is suspended, even after it is reactivated', async () => {
      const { id, email } = await createUser()
      expect(await signInWhile(email, () => setStatus(id, 'suspend'))).toMatchObject(rejection)
      await setStatus(id, 'reactivate')
      expect(await loadSessions(id)).toEqual([])
    })
  })

  test('permissions are listed with the groups that grant them', async () => {
    const [one, two] = ['Readers', 'Writers'].map((name) => `${name} ${randomUUID()}`)
    const groupIds = [
      await createGroup(['Colors', 'Colors:read'], { name: one, storeIds: [storeId] }),
      await createGroup(['Colors', 'Colors:read', 'Colors:write'], { name: two }),
    ]
    const { id } = await createUser({ groupIds })
    const { rights, stores } = (await call('GET', `/users/${id}/rights`)).body
    expect(rights).toContainEqual({ right: 'Colors:read', from: [one, two] })
    expect(rights).toContainEqual({ right: 'Colors:write', from: [two] })
    expect(stores).toMatchObject({ all: false, from: [one] })
    expect(stores.names).toHaveLength(1)
  })
})
