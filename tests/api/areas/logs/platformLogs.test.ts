import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Platform logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadSecurityEntries = async (query = '') =>
    (await call('GET', `/platformLogEntries?filter[stream][eq]=security&${query}`)).body.data as {
      event: string
      actor: string
      label: string
      result: string
      severity: string
      cause: string | null
      changes: Record<string, { before?: unknown; after?: unknown }>
    }[]
  /** Finds the newest entry of an event. */
  const findNewestEntry = async (event: string) =>
    (await loadSecurityEntries(`filter[event][eq]=${event}`))[0]
  const createGuest = () => createCaller(platform())
  const invite = async (email: string): Promise<{ id: number }[]> => {
    const records = [{ email, firstName: 'In', lastName: 'Vited', allStores: true }]
    const { status, body } = await call('POST', '/users/invitations', {
      body: { kind: 'operator', records },
    })
    expect(status).toBe(201)
    return body.links
  }
  const signIn = (email: string, password: string) =>
    createGuest()('POST', '/auth/login', { body: { email, password } })

  test('the list has only entries without a store', async () => {
    const store = await createStore(call)
    const { data } = (await call('GET', '/platformLogEntries?limit=100')).body
    expect(data.map(({ event }: { event: string }) => event)).toContain('auth.signedIn')
    expect(JSON.stringify(data)).not.toContain(store.name)
  })

  test('the list needs all stores and permission to read accounts', async () => {
    const { id } = await createStore(call)
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(['users'], [Number(id)]),
    )
    expect((await limitedCaller('GET', '/platformLogEntries')).body.data).toEqual([])
    const [first] = await loadSecurityEntries()
    expect(first).toBeDefined()
    const { data } = (await call('GET', '/platformLogEntries')).body
    expect((await limitedCaller('GET', `/platformLogEntries/${data[0].id}`)).status).toBe(404)
    expect((await limitedCaller('GET', '/logChains/0/verification')).status).toBe(404)
    const withoutPermission = await openSession(
      platform(),
      await platform().addAccount(['storesRead']),
    )
    expect((await withoutPermission('GET', '/platformLogEntries')).status).toBe(403)
    expect((await withoutPermission('GET', '/logChains/0/verification')).status).toBe(403)
    const allStores = await openSession(platform(), await platform().addAccount(['users']))
    expect((await allStores('GET', '/logChains/0/verification')).body).toMatchObject({
      fault: null,
    })
  })

  test('auth.signedIn, auth.signedOut, auth.refused, auth.lockedOut: sign-ins, failures and lockouts', async () => {
    const account = await platform().addAccount(['Sizes'])
    const own = await openSession(platform(), account)
    await own('POST', '/auth/logout', {})
    expect(await findNewestEntry('auth.signedIn')).toMatchObject({
      actor: account.email,
      result: 'ok',
    })
    expect(await findNewestEntry('auth.signedOut')).toMatchObject({ actor: account.email })
    for (let tries = 0; tries < 5; tries++) await signIn(account.email, 'not the password')
    const rejections = await loadSecurityEntries(
      `filter[event][eq]=auth.refused&filter[actor][eq]=${account.email}`,
    )
    expect(rejections).toHaveLength(5)
    expect(rejections[0]).toMatchObject({ result: 'failed', severity: 'warning' })
    const lockouts = await loadSecurityEntries(
      `filter[event][eq]=auth.lockedOut&filter[actor][eq]=${account.email}`,
    )
    expect(lockouts).toHaveLength(1)
    expect(lockouts[0]).toMatchObject({ result: 'failed', changes: { wait: { after: 1 } } })
    // No password is checked during the lockout, so nothing more is logged.
    expect((await signIn(account.email, account.password)).status).toBe(429)
    expect(await loadSecurityEntries(`filter[actor][eq]=${account.email}`)).toHaveLength(8)
  })

  test('users.passwordChanged, users.passwordRefused: password changes', async () => {
    const account = await platform().addAccount(['Sizes'])
    const own = await openSession(platform(), account)
    const change = (currentPassword: string) =>
      own('PUT', '/users/changePassword', {
        body: {
          id: account.id,
          currentPassword,
          new_password: 'Another-one-4711',
          confirmPassword: 'Another-one-4711',
        },
      })
    expect((await change('not the password')).status).toBe(422)
    expect(await findNewestEntry('users.passwordRefused')).toMatchObject({
      actor: account.email,
      label: account.email,
      result: 'failed',
    })
    expect((await change(account.password)).status).toBe(200)
    expect(await findNewestEntry('users.passwordChanged')).toMatchObject({ actor: account.email })
    expect(JSON.stringify(await loadSecurityEntries())).not.toContain('Another-one')
  })

  test('users.invited, users.invitedAgain, users.invitationAccepted, users.passwordLinkMade, users.passwordSet: invitations', async () => {
    const email = 'invited@example.com'
    const [link] = await invite(email)
    expect(await findNewestEntry('users.created')).toMatchObject({ label: expect.any(String) })
    expect(await findNewestEntry('users.invited')).toBeDefined()
    const secondLink = await call('POST', `/users/${link?.id}/link`, {})
    expect(await findNewestEntry('users.invitedAgain')).toBeDefined()
    const acceptInvitation = (token: string) =>
      createGuest()('POST', '/invitations/accept', { body: { token, password: 'A-good-one-4711' } })
    expect((await acceptInvitation(secondLink.body.links[0].token)).status).toBe(200)
    expect(await findNewestEntry('users.invitationAccepted')).toMatchObject({ actor: email })
    const thirdLink = await call('POST', `/users/${link?.id}/link`, {})
    expect(await findNewestEntry('users.passwordLinkMade')).toBeDefined()
    await acceptInvitation(thirdLink.body.links[0].token)
    expect(await findNewestEntry('users.passwordSet')).toMatchObject({ actor: email })
    expect(JSON.stringify(await loadSecurityEntries())).not.toContain(thirdLink.body.links[0].token)
  })

  test('users.signedOut, users.sessionEnded, users.suspended, users.reactivated: sessions and accounts', async () => {
    const account = await platform().addAccount(['Sizes'])
    await fetchToken(platform(), account)
    const { data } = (await call('GET', `/users/${account.id}/sessions`)).body
    await call('DELETE', `/users/${account.id}/sessions/${data[0].id}`)
    expect(await findNewestEntry('users.sessionEnded')).toBeDefined()
    await call('DELETE', `/users/${account.id}/sessions`)
    expect(await findNewestEntry('users.signedOut')).toBeDefined()
    for (const [change, event] of [
      ['suspend', 'users.suspended'],
      ['reactivate', 'users.reactivated'],
    ] as const) {
      const { version } = (await call('GET', `/users/${account.id}`)).body
      const body = { change, reason: `To ${change}` }
      await call('POST', `/users/${account.id}/status`, { body, ifMatch: version })
      expect(await findNewestEntry(event)).toMatchObject({
        changes: { statusReason: { after: `To ${change}` } },
      })
    }
  })

  test('userGroups.created, userGroups.updated, userGroups.deleted, users.updated: permissions', async () => {
    const group = await call('POST', '/userGroups', {
      body: {
        name: 'Sizers',
        permissions: ['Sizes', 'Sizes:read'],
        allStores: false,
        storeIds: [],
      },
    })
    expect(group.status).toBe(201)
    expect(await findNewestEntry('userGroups.created')).toMatchObject({ label: 'Sizers' })
    const path = `/userGroups/${group.body.id}`
    const change = { body: { permissions: ['Colors', 'Colors:read'] }, ifMatch: group.body.version }
    const response = await call('PATCH', path, change)
    const token = response.body.reach?.token
    if (token) expect((await call('PATCH', `${path}?reach=${token}`, change)).status).toBe(200)
    expect((await findNewestEntry('userGroups.updated'))?.changes['permissions']?.after).toContain(
      'Colors',
    )
    const [account] = await invite('rights@example.com')
    const loadUser = async () => (await call('GET', `/users/${account?.id}`)).body
    const updateUser = async (body: object) =>
      call('PATCH', `/users/${account?.id}`, { body, ifMatch: (await loadUser()).version })
    expect((await updateUser({ jobTitle: 'Sizer' })).status).toBe(200)
    expect(await findNewestEntry('users.updated')).toBeUndefined()
    const assigned = await updateUser({ groupIds: [group.body.id] })
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
    expect((await findNewestEntry('users.updated'))?.changes['groupIds']?.after).toEqual([
      group.body.id,
    ])
    await updateUser({ groupIds: [] })
    expect((await call('DELETE', path)).status).toBe(204)
    expect(await findNewestEntry('userGroups.deleted')).toMatchObject({ label: 'Sizers' })
    // The history of a record has the entries of every stream.
    const { data } = (await call('GET', `/users/${account?.id}/history`)).body
    expect(data).toHaveLength(5)
  })

  test('platformLogEntries.exported: exports as CSV and NDJSON', async () => {
    const token = await fetchToken(platform(), platform().operator)
    const exportLog = async (format: string) =>
      (
        await fetch(`${platform().url}/platformLogEntries/export?format=${format}`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).text()
    expect(await exportLog('csv')).toContain(
      'Time,Event,Changes,Target,Actor,Severity,Stream,Result',
    )
    const lines = (await exportLog('ndjson')).trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'platformLogEntries.exported' })
    expect(await findNewestEntry('platformLogEntries.exported')).toMatchObject({
      changes: { format: { after: 'ndjson' } },
    })
  })

  test('grouped=1 combines equal failures into one entry', async () => {
    for (let tries = 0; tries < 3; tries++) await signIn('nobody@example.com', 'wrong')
    const query = 'filter[actor][eq]=nobody@example.com&grouped=1'
    const { data } = (await call('GET', `/platformLogEntries?${query}`)).body
    expect(data).toMatchObject([{ event: 'auth.refused', count: 3 }])
  })
})
