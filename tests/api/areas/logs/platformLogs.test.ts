import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newStore } from '#tests/api/support/stores.ts'

describe.each(usually('PostgreSQL'))('the logs of the platform on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const security = async (query = '') =>
    (await call('GET', `/platformLogEntries?filter[stream][eq]=security&${query}`)).body.data as {
      event: string
      actor: string
      label: string
      result: string
      severity: string
      cause: string | null
      changes: Record<string, { before?: unknown; after?: unknown }>
    }[]
  /** The newest entry of this event. */
  const told = async (event: string) => (await security(`filter[event][eq]=${event}`))[0]
  const guest = () => visitor(platform())
  const invite = async (email: string): Promise<{ id: number }[]> => {
    const records = [{ email, firstName: 'In', lastName: 'Vited', allStores: true }]
    const { status, body } = await call('POST', '/users/invitations', {
      body: { kind: 'operator', records },
    })
    expect(status).toBe(201)
    return body.links
  }
  const signIn = (email: string, password: string) =>
    guest()('POST', '/auth/login', { body: { email, password } })

  test('tell what belongs to no store, and nothing of stores', async () => {
    const store = await newStore(call)
    const { data } = (await call('GET', '/platformLogEntries?limit=100')).body
    expect(data.map(({ event }: { event: string }) => event)).toContain('auth.signedIn')
    expect(JSON.stringify(data)).not.toContain(store.name)
  })

  test('are for accounts for all stores that may read accounts', async () => {
    const { id } = await newStore(call)
    const limited = await signedIn(platform(), await platform().addAccount(['users'], [Number(id)]))
    expect((await limited('GET', '/platformLogEntries')).body.data).toEqual([])
    const [first] = await security()
    expect(first).toBeDefined()
    const { data } = (await call('GET', '/platformLogEntries')).body
    expect((await limited('GET', `/platformLogEntries/${data[0].id}`)).status).toBe(404)
    expect((await limited('GET', '/logChains/0/verification')).status).toBe(404)
    const others = await signedIn(platform(), await platform().addAccount(['storesRead']))
    expect((await others('GET', '/platformLogEntries')).status).toBe(403)
    expect((await others('GET', '/logChains/0/verification')).status).toBe(403)
    const own = await signedIn(platform(), await platform().addAccount(['users']))
    expect((await own('GET', '/logChains/0/verification')).body).toMatchObject({ fault: null })
  })

  test('auth.signedIn, auth.signedOut, auth.refused, auth.lockedOut: sign-ins, failures and lockouts', async () => {
    const account = await platform().addAccount(['Sizes'])
    const own = await signedIn(platform(), account)
    await own('POST', '/auth/logout', {})
    expect(await told('auth.signedIn')).toMatchObject({ actor: account.email, result: 'ok' })
    expect(await told('auth.signedOut')).toMatchObject({ actor: account.email })
    for (let tries = 0; tries < 5; tries++) await signIn(account.email, 'not the password')
    const refused = await security(
      `filter[event][eq]=auth.refused&filter[actor][eq]=${account.email}`,
    )
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ result: 'failed', severity: 'warning' })
    const locked = await security(
      `filter[event][eq]=auth.lockedOut&filter[actor][eq]=${account.email}`,
    )
    expect(locked).toHaveLength(1)
    expect(locked[0]).toMatchObject({ result: 'failed', changes: { wait: { after: 1 } } })
    // While it waits nothing is tried, so nothing more is told.
    expect((await signIn(account.email, account.password)).status).toBe(429)
    expect(await security(`filter[actor][eq]=${account.email}`)).toHaveLength(8)
  })

  test('users.passwordChanged, users.passwordRefused: password changes', async () => {
    const account = await platform().addAccount(['Sizes'])
    const own = await signedIn(platform(), account)
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
    expect(await told('users.passwordRefused')).toMatchObject({
      actor: account.email,
      label: account.email,
      result: 'failed',
    })
    expect((await change(account.password)).status).toBe(200)
    expect(await told('users.passwordChanged')).toMatchObject({ actor: account.email })
    expect(JSON.stringify(await security())).not.toContain('Another-one')
  })

  test('users.invited, users.invitedAgain, users.invitationAccepted, users.passwordLinkMade, users.passwordSet: invitations', async () => {
    const email = 'invited@example.com'
    const [link] = await invite(email)
    expect(await told('users.created')).toMatchObject({ label: expect.any(String) })
    expect(await told('users.invited')).toBeDefined()
    const again = await call('POST', `/users/${link?.id}/link`, {})
    expect(await told('users.invitedAgain')).toBeDefined()
    const accept = (token: string) =>
      guest()('POST', '/invitations/accept', { body: { token, password: 'A-good-one-4711' } })
    expect((await accept(again.body.links[0].token)).status).toBe(200)
    expect(await told('users.invitationAccepted')).toMatchObject({ actor: email })
    const other = await call('POST', `/users/${link?.id}/link`, {})
    expect(await told('users.passwordLinkMade')).toBeDefined()
    await accept(other.body.links[0].token)
    expect(await told('users.passwordSet')).toMatchObject({ actor: email })
    expect(JSON.stringify(await security())).not.toContain(other.body.links[0].token)
  })

  test('users.signedOut, users.sessionEnded, users.suspended, users.reactivated: sessions and accounts', async () => {
    const account = await platform().addAccount(['Sizes'])
    await tokenOf(platform(), account)
    const { data } = (await call('GET', `/users/${account.id}/sessions`)).body
    await call('DELETE', `/users/${account.id}/sessions/${data[0].id}`)
    expect(await told('users.sessionEnded')).toBeDefined()
    await call('DELETE', `/users/${account.id}/sessions`)
    expect(await told('users.signedOut')).toBeDefined()
    for (const [change, event] of [
      ['suspend', 'users.suspended'],
      ['reactivate', 'users.reactivated'],
    ] as const) {
      const { version } = (await call('GET', `/users/${account.id}`)).body
      const body = { change, reason: `To ${change}` }
      await call('POST', `/users/${account.id}/status`, { body, ifMatch: version })
      expect(await told(event)).toMatchObject({
        changes: { statusReason: { after: `To ${change}` } },
      })
    }
  })

  test('userGroups.created, userGroups.updated, userGroups.deleted, users.updated: rights', async () => {
    const made = await call('POST', '/userGroups', {
      body: {
        name: 'Sizers',
        permissions: ['Sizes', 'Sizes:read'],
        allStores: false,
        storeIds: [],
      },
    })
    expect(made.status).toBe(201)
    expect(await told('userGroups.created')).toMatchObject({ label: 'Sizers' })
    const path = `/userGroups/${made.body.id}`
    const change = { body: { permissions: ['Colors', 'Colors:read'] }, ifMatch: made.body.version }
    const asked = await call('PATCH', path, change)
    const token = asked.body.reach?.token
    if (token) expect((await call('PATCH', `${path}?reach=${token}`, change)).status).toBe(200)
    expect((await told('userGroups.updated'))?.changes['permissions']?.after).toContain('Colors')
    const [account] = await invite('rights@example.com')
    const record = async () => (await call('GET', `/users/${account?.id}`)).body
    const set = async (body: object) =>
      call('PATCH', `/users/${account?.id}`, { body, ifMatch: (await record()).version })
    expect((await set({ jobTitle: 'Sizer' })).status).toBe(200)
    expect(await told('users.updated')).toBeUndefined()
    const given = await set({ groupIds: [made.body.id] })
    expect(given.status, JSON.stringify(given.body)).toBe(200)
    expect((await told('users.updated'))?.changes['groupIds']?.after).toEqual([made.body.id])
    await set({ groupIds: [] })
    expect((await call('DELETE', path)).status).toBe(204)
    expect(await told('userGroups.deleted')).toMatchObject({ label: 'Sizers' })
    // A history tells all that happened to a record, whatever stream it is in.
    const { data } = (await call('GET', `/users/${account?.id}/history`)).body
    expect(data).toHaveLength(5)
  })

  test('platformLogEntries.exported: exports taken, as CSV and NDJSON', async () => {
    const token = await tokenOf(platform(), platform().operator)
    const exported = async (format: string) =>
      (
        await fetch(`${platform().url}/platformLogEntries/export?format=${format}`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).text()
    expect(await exported('csv')).toContain(
      'Time,Event,Changes,Target,Actor,Severity,Stream,Result',
    )
    const lines = (await exported('ndjson')).trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'platformLogEntries.exported' })
    expect(await told('platformLogEntries.exported')).toMatchObject({
      changes: { format: { after: 'ndjson' } },
    })
  })

  test('equal failures are one entry where they are asked for so', async () => {
    for (let tries = 0; tries < 3; tries++) await signIn('nobody@example.com', 'wrong')
    const query = 'filter[actor][eq]=nobody@example.com&grouped=1'
    const { data } = (await call('GET', `/platformLogEntries?${query}`)).body
    expect(data).toMatchObject([{ event: 'auth.refused', count: 3 }])
  })
})
