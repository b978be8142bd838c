import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { rightsOf } from '#tests/api/support/rights.ts'
import { newestEntries, newStore } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('users on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await signedIn(platform())
    storeId = (await newStore(call)).id
  })

  const person = (more: object = {}) => ({
    firstName: 'Ana',
    lastName: 'Costa',
    email: `${randomUUID()}@example.com`,
    jobTitle: null,
    groupIds: [],
    allStores: false,
    storeIds: [],
    ...more,
  })
  const group = async (permissions: readonly string[], more: object = {}) => {
    const body = { name: randomUUID(), permissions, allStores: false, ...more }
    return (await call('POST', '/userGroups', { body })).body.id as number
  }
  const invite = (caller: Caller, records: object[], kind = 'operator') =>
    caller('POST', '/users/invitations', { body: { kind, records } })
  const accept = (token: string, password = 'A-new-password-1') =>
    visitor(platform())('POST', '/invitations/accept', { body: { token, password } })
  const signIn = (email: string, password = 'A-new-password-1') =>
    visitor(platform())('POST', '/auth/login', { body: { email, password } })
  /** Somebody who has accepted, and may do this. */
  const newUser = async (more: object = {}) => {
    const record = person(more)
    const [link] = (await invite(call, [record])).body.links
    await accept(link.token)
    const { token } = (await signIn(record.email)).body
    return { id: link.id as number, email: record.email, call: visitor(platform(), token) }
  }
  const read = async (id: number, caller = call) => (await caller('GET', `/users/${id}`)).body
  const change = async (id: number, body: object, caller = call) =>
    caller('PATCH', `/users/${id}`, { body, ifMatch: (await read(id, caller)).version })
  const setStatus = async (id: number, name: string, caller = call) =>
    caller('POST', `/users/${id}/status`, {
      body: { change: name, reason: 'Left the company' },
      ifMatch: (await read(id, caller)).version,
    })

  describe('an invitation', () => {
    test('an account and its group are made by the clock of the platform', async () => {
      platform().advance(600_000)
      const { id } = await platform().addAccount(['Sizes:read'])
      const user = await read(id)
      const { body: its } = await call('GET', `/userGroups/${user.groupIds[0]}`)
      platform().advance(-600_000)
      expect(Date.parse(user.createdAt)).toBeGreaterThan(Date.now())
      for (const made of [user, its])
        expect(made).toMatchObject({ createdAt: user.createdAt, updatedAt: user.createdAt })
    })

    test('makes an account that is let in when its link has set a password, once', async () => {
      const groupId = await group(rightsOf(['Colors']))
      const record = person({ groupIds: [groupId], storeIds: [storeId] })
      const { status, body } = await invite(call, [record])
      expect(status).toBe(201)
      const [{ id, token, expiresAt }] = body.links
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
      expect(await read(id)).toMatchObject({ ...record, status: 'invited', name: 'Ana Costa' })
      expect((await signIn(record.email)).status).toBe(401)

      const check = visitor(platform())
      expect((await check('POST', '/invitations/check', { body: { token } })).body).toMatchObject({
        email: record.email,
        purpose: 'invitation',
      })
      expect((await accept(token)).body).toMatchObject({ email: record.email, sIdentifier: 1 })
      expect((await accept(token, 'A-second-choice-1')).status).toBe(404)
      const signedInNow = (await signIn(record.email)).body
      expect(signedInNow.permissions).toEqual(rightsOf(['Colors']))
      expect(signedInNow.user).toMatchObject({ name: 'Ana Costa', allStores: false })
      expect(await read(id)).toMatchObject({ status: 'active', lastSignIn: expect.any(String) })
    })

    test('ends with its days, and with a newer link', async () => {
      const [old] = (await invite(call, [person()])).body.links
      const [newer] = (await call('POST', `/users/${old.id}/link`)).body.links
      expect(await accept(old.token)).toMatchObject({
        status: 404,
        body: { detail: userRuleMessages.link },
      })
      for (const password of ['short', 'Welcome-2026!', 'Costa-4711-bx-qr'])
        expect((await accept(newer.token, password)).body.fields).toHaveProperty('password')
      expect((await accept(newer.token)).status).toBe(200)
      const [late] = (await invite(call, [person()])).body.links
      await platform()
        .platform.db.updateTable('accountLinks')
        .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
        .where('userId', '=', late.id)
        .execute()
      expect((await accept(late.token)).status).toBe(404)
    })

    test('of two who accept at once lets one set the password', async () => {
      const [{ token }] = (await invite(call, [person()])).body.links
      const tries = [1, 2, 3].map((at) => accept(token, `A-new-password-${at}`))
      const answers = await Promise.all(tries)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    })

    test('accepted twice with the same password, as a proxy sends it again, is done once, and soon works no more', async () => {
      const [{ id, token }] = (await invite(call, [person()])).body.links
      const [first, meanwhile] = await Promise.all([accept(token), accept(token)])
      const { version, email } = await read(id)
      const session = visitor(platform(), (await signIn(email)).body.token)
      const again = await accept(token)
      expect([first, meanwhile, again].map(({ status }) => status)).toEqual([200, 200, 200])
      expect(again.body).toEqual(first.body)
      expect((await read(id)).version).toBe(version)
      expect((await session('GET', '/users/roles/details')).status).toBe(200)
      platform().advance(2 * 60_000)
      expect((await accept(token)).status).toBe(404)
      platform().advance(-2 * 60_000)
    })

    test('sent again makes nobody twice, and tells no link again', async () => {
      const body = { kind: 'operator', records: [person()] }
      const send = () => call('POST', '/users/invitations', { body, key: 'same-invitation' })
      const [first, second] = [await send(), await send()]
      expect(first.body.links[0].token).toMatch(/^[\w-]{43}$/)
      expect(second.body.links).toEqual([{ ...first.body.links[0], token: null }])
      const { rows } = await sql`select 1 from idempotency_keys
        where answer::text like ${`%${first.body.links[0].token}%`}`.execute(platform().platform.db)
      expect(rows).toEqual([])
    })

    test('of many names each line that is not right, and invites nobody', async () => {
      const taken = person()
      await invite(call, [taken])
      const { status, body } = await invite(call, [
        person(),
        person({ email: 'nobody' }),
        person({ email: taken.email.toUpperCase() }),
      ])
      expect(status).toBe(422)
      expect(body.rows.map(({ index }: { index: number }) => index)).toEqual([1, 2])
    })

    test('of a store admin is for chosen stores, and in groups that give none', async () => {
      const [rights, giving] = [await group(['Sizes']), await group([], { storeIds: [storeId] })]
      for (const wrong of [{ allStores: true }, {}])
        expect(await invite(call, [person(wrong)], 'store_admin')).toMatchObject({
          status: 422,
          body: { fields: { storeIds: userRuleMessages.storeAdmin } },
        })
      const ofGroup = person({ storeIds: [storeId], groupIds: [giving] })
      expect(await invite(call, [ofGroup], 'store_admin')).toMatchObject({
        status: 422,
        body: { fields: { groupIds: expect.stringContaining('give access to stores') } },
      })
      const { body } = await invite(call, [person({ storeIds: [storeId] })], 'store_admin')
      const [{ id }] = body.links
      expect(await read(id)).toMatchObject({ kind: 'store_admin' })
      for (const wrong of [{ allStores: true }, { storeIds: [] }])
        expect(await change(id, wrong)).toMatchObject({
          status: 422,
          body: { fields: { storeIds: userRuleMessages.storeAdmin } },
        })
      expect((await change(id, { jobTitle: 'Shop' })).status).toBe(200)
      // As sign-on of a store puts them in groups by its rules.
      expect((await change(id, { groupIds: [rights] })).status).toBe(200)
      const other = (await newStore(call)).id
      expect((await change(id, { storeIds: [storeId, other] })).status).toBe(200)
      const ifMatch = (await call('GET', `/userGroups/${rights}`)).body.version
      for (const [field, body] of [
        ['allStores', { allStores: true }],
        ['storeIds', { storeIds: [storeId] }],
      ] as const)
        expect(await call('PATCH', `/userGroups/${rights}`, { body, ifMatch })).toMatchObject({
          status: 422,
          body: { fields: { [field]: userRuleMessages.adminsInGroup } },
        })
    })

    test('works no more where the address was another, or the password was changed since', async () => {
      const [link] = (await invite(call, [person()])).body.links
      expect((await change(link.id, { jobTitle: 'Lead' })).status).toBe(200)
      expect((await visitor(platform())('POST', '/invitations/check', { body: link })).status).toBe(
        200,
      )
      expect((await change(link.id, { email: `${randomUUID()}@example.com` })).status).toBe(200)
      expect((await accept(link.token)).status).toBe(404)

      const { id, call: theirs } = await newUser()
      const [forgotten] = (await call('POST', `/users/${id}/link`)).body.links
      const passwords = { new_password: 'Another-new-1', confirmPassword: 'Another-new-1' }
      const body = { id, currentPassword: 'A-new-password-1', ...passwords }
      expect((await theirs('PUT', '/users/changePassword', { body })).status).toBe(200)
      expect((await accept(forgotten.token)).status).toBe(404)
    })
  })

  describe('nobody gives what they do not hold', () => {
    const manager = async (more: object = {}) => {
      const groupIds = [await group([...rightsOf(['users']), 'Colors', 'Colors:read'])]
      return newUser({ groupIds, allStores: true, ...more })
    }

    test('of rights, also through a group', async () => {
      const { call: theirs } = await manager()
      const [same, more] = [
        await group(['Colors', 'Colors:read']),
        await group(rightsOf(['Colors'])),
      ]
      expect((await invite(theirs, [person({ groupIds: [same] })])).status).toBe(201)
      const refused = await invite(theirs, [person({ groupIds: [more] })])
      expect(refused.status).toBe(422)
      expect(refused.body.fields.groupIds).toContain('Colors:write')
    })

    test('of stores', async () => {
      const { call: theirs } = await manager({ allStores: false, storeIds: [storeId] })
      const other = (await newStore(call)).id
      expect((await invite(theirs, [person({ storeIds: [storeId] })])).status).toBe(201)
      expect(await invite(theirs, [person({ allStores: true })])).toMatchObject({
        status: 422,
        body: { fields: { allStores: userRuleMessages.notReached } },
      })
      expect((await invite(theirs, [person({ storeIds: [other] })])).status).toBe(422)
      const unseen = { status: 422, body: { fields: { storeIds: userRuleMessages.noStore } } }
      expect(await invite(theirs, [person()])).toMatchObject(unseen)
      const { id } = await newUser({ storeIds: [storeId] })
      expect(await change(id, { storeIds: [] }, theirs)).toMatchObject(unseen)
    })

    test('nor manages an account that holds more', async () => {
      const { call: theirs } = await manager()
      const { id } = await newUser({ groupIds: [await group(rightsOf(['Sizes']))] })
      const answers = [
        await change(id, { email: `${randomUUID()}@example.com` }, theirs),
        await setStatus(id, 'suspend', theirs),
        await theirs('POST', `/users/${id}/link`),
        await theirs('DELETE', `/users/${id}/sessions`),
      ]
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: { detail: userRuleMessages.more } })
    })

    test('nor sees accounts of other stores', async () => {
      const { call: theirs } = await manager({ allStores: false, storeIds: [storeId] })
      const outside = await newUser({ storeIds: [(await newStore(call)).id] })
      const inside = await newUser({ storeIds: [storeId] })
      expect((await theirs('GET', `/users/${outside.id}`)).status).toBe(404)
      expect((await theirs('GET', `/users/${outside.id}/sessions`)).status).toBe(404)
      expect((await theirs('GET', `/users/${outside.id}/rights`)).status).toBe(404)
      expect((await theirs('GET', `/users/${inside.id}/rights`)).status).toBe(200)
    })
  })

  test('nobody changes their own groups, stores or status', async () => {
    const { id } = platform().operator
    const own = { status: 409, body: { detail: userRuleMessages.self } }
    expect(await change(id, { allStores: false, storeIds: [storeId] })).toMatchObject(own)
    expect(await change(id, { groupIds: [] })).toMatchObject(own)
    expect(await setStatus(id, 'suspend')).toMatchObject(own)
    expect(await change(id, { email: `${randomUUID()}@example.com` })).toMatchObject(own)
    expect((await change(id, { jobTitle: 'Lead' })).status).toBe(200)
  })

  test('the last super administrator stays one, whoever asks and however many at once', async () => {
    const { groupIds } = await read(platform().operator.id)
    const everything = [await group(rightsOf(permissionKeys))]
    const other = await newUser({ groupIds, allStores: true })
    const third = await newUser({ groupIds: everything, allStores: true })
    const { id } = platform().operator
    const answers = await Promise.all([
      setStatus(id, 'suspend', third.call),
      setStatus(other.id, 'suspend', third.call),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const left = answers[0]?.status === 200 ? other.id : id
    const gone = left === id ? other.id : id
    const last = { status: 409, body: { detail: userRuleMessages.last } }
    expect(await change(left, { groupIds: [] }, third.call)).toMatchObject(last)
    // The group is for all stores.
    expect((await change(left, { allStores: false }, third.call)).status).toBe(200)
    expect(await change(left, { groupIds: [] }, third.call)).toMatchObject(last)
    expect((await change(left, { allStores: true }, third.call)).status).toBe(200)
    expect((await setStatus(gone, 'reactivate', third.call)).status).toBe(200)
    call = await signedIn(platform())
  })

  test('who is suspended is signed out, kept out, and let in again, each with its reason', async () => {
    const { id, email, call: theirs } = await newUser({ storeIds: [storeId] })
    const [link] = (await call('POST', `/users/${id}/link`)).body.links
    expect((await setStatus(id, 'suspend')).body).toMatchObject({
      status: 'suspended',
      statusReason: 'Left the company',
    })
    expect((await theirs('GET', '/users/roles/details')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await accept(link.token)).status).toBe(404)
    expect((await call('POST', `/users/${id}/link`)).status).toBe(409)
    expect((await setStatus(id, 'suspend')).status).toBe(409)
    expect((await setStatus(id, 'reactivate')).body).toMatchObject({ status: 'active' })
    expect((await signIn(email)).status).toBe(200)
    expect(await newestEntries(call, 3)).toContainEqual(
      expect.objectContaining({ event: 'users.reactivated' }),
    )
    const { version } = await read(id)
    const none = { body: { change: 'suspend' }, ifMatch: version }
    expect((await call('POST', `/users/${id}/status`, none)).body.fields).toHaveProperty('reason')
  })

  test('who is reactivated is active, unless they never had a password and never came in', async () => {
    const { id } = await newUser({ storeIds: [storeId] })
    const back = async () => {
      await setStatus(id, 'suspend')
      return (await setStatus(id, 'reactivate')).body.status
    }
    const { db } = platform().platform
    // As of who comes in by a sign-on of a store.
    await sql`update users set password_hash = null where id = ${id}`.execute(db)
    expect(await back()).toBe('active')
    await sql`update users set last_sign_in = null where id = ${id}`.execute(db)
    expect(await back()).toBe('invited')
  })

  test('sessions tell device and address, and one or all of them are ended', async () => {
    const { id, email } = await newUser()
    const login = async (agent: string) =>
      visitor(platform())('POST', '/auth/login', {
        body: { email, password: 'A-new-password-1' },
        headers: { 'User-Agent': agent, 'X-Forwarded-For': '203.0.113.9' },
      })
    const { token } = (await login('Firefox on a phone')).body
    const sessions = async () => (await call('GET', `/users/${id}/sessions`)).body.data
    const [newest] = await sessions()
    expect(newest).toMatchObject({ agent: 'Firefox on a phone', ip: '203.0.113.9', current: false })
    expect((await call('DELETE', `/users/${id}/sessions/${newest.id}`)).status).toBe(204)
    expect((await visitor(platform(), token)('GET', '/users/roles/details')).status).toBe(401)
    expect((await call('DELETE', `/users/${id}/sessions/${newest.id}`)).status).toBe(404)
    expect((await call('DELETE', `/users/${id}/sessions`)).status).toBe(204)
    expect(await sessions()).toEqual([])
  })

  test('a reset link lets another password be chosen, and ends what was signed in', async () => {
    const { id, email, call: theirs } = await newUser()
    const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
    expect((await theirs('GET', '/users/roles/details')).status).toBe(200)
    expect((await accept(token, 'Another-password-2')).status).toBe(200)
    expect((await accept(token, 'Another-password-2')).status).toBe(200)
    expect((await theirs('GET', '/users/roles/details')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'Another-password-2')).status).toBe(200)
    const own = await call('POST', `/users/${platform().operator.id}/link`)
    expect(own).toMatchObject({ status: 409, body: { detail: userRuleMessages.ownLink } })
  })

  describe('a sign-in that was verified when something else came of the account', () => {
    /** Signs in, and does something once the password was found to be right. */
    const signInWhile = async (email: string, meanwhile: () => Promise<unknown>) => {
      const { passwords } = platform().platform
      const { verify } = passwords
      passwords.verify = async (password, hash) => {
        passwords.verify = verify
        const isRight = await verify(password, hash)
        await meanwhile()
        return isRight
      }
      return signIn(email)
    }
    const refused = { status: 401, body: { code: 'refused' } }
    const sessionsOf = async (id: number) => (await call('GET', `/users/${id}/sessions`)).body.data

    test('is none with the password before', async () => {
      const { id, email, call: theirs } = await newUser()
      const body = {
        id,
        currentPassword: 'A-new-password-1',
        new_password: 'Another-password-2',
        confirmPassword: 'Another-password-2',
      }
      const answer = await signInWhile(email, () =>
        theirs('PUT', '/users/changePassword', { body }).then(({ status }) =>
          expect(status).toBe(200),
        ),
      )
      expect(answer).toMatchObject(refused)
      expect(await sessionsOf(id)).toHaveLength(1)
      expect((await signIn(email, 'Another-password-2')).status).toBe(200)
    })

    test('is none where a reset link set another password', async () => {
      const { id, email } = await newUser()
      const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
      expect(await signInWhile(email, () => accept(token, 'Another-password-2'))).toMatchObject(
        refused,
      )
      expect(await sessionsOf(id)).toEqual([])
    })

    test('is none where it was suspended, nor when it is active again', async () => {
      const { id, email } = await newUser()
      expect(await signInWhile(email, () => setStatus(id, 'suspend'))).toMatchObject(refused)
      await setStatus(id, 'reactivate')
      expect(await sessionsOf(id)).toEqual([])
    })
  })

  test('rights are told with the groups that give them', async () => {
    const [one, two] = ['Readers', 'Writers'].map((name) => `${name} ${randomUUID()}`)
    const groupIds = [
      await group(['Colors', 'Colors:read'], { name: one, storeIds: [storeId] }),
      await group(['Colors', 'Colors:read', 'Colors:write'], { name: two }),
    ]
    const { id } = await newUser({ groupIds })
    const { rights, stores } = (await call('GET', `/users/${id}/rights`)).body
    expect(rights).toContainEqual({ right: 'Colors:read', from: [one, two] })
    expect(rights).toContainEqual({ right: 'Colors:write', from: [two] })
    expect(stores).toMatchObject({ all: false, from: [one] })
    expect(stores.names).toHaveLength(1)
  })
})
