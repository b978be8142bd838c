import { beforeEach, describe, expect, test } from 'vitest'
import { tokenLifetime } from '#server/platform/core/auth/tokens.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { createCaller, fetchToken, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('The own account on $name', (database) => {
  const platform = usePlatform(database)
  let account: TestAccount
  let call: Caller
  beforeEach(async () => {
    account = await platform().addAccount([])
    call = await openSession(platform(), account)
  })

  const listEvents = async (caller: Caller, query = '') =>
    (await caller('GET', `/account/securityEvents${query}`)).body
  const getEventNames = ({ data }: { data: { event: string }[] }) => data.map(({ event }) => event)

  describe('The profile', () => {
    test('has a name that its owner changes without any permission', async () => {
      const { body: profile } = await call('GET', '/account')
      const body = { firstName: 'Ana', lastName: 'Petrov' }
      const saved = await call('PATCH', '/account', { body, ifMatch: profile.version })
      expect(saved).toMatchObject({ status: 200, body: { ...body, version: profile.version + 1 } })
      const { user } = (await call('GET', '/users/roles/details')).body
      expect(user.name).toBe('Ana Petrov')
      expect(getEventNames(await listEvents(call))).toContain('users.profileChanged')
    })

    test('is changed neither by an older version nor by a change of nothing', async () => {
      const { body: profile } = await call('GET', '/account')
      const body = { firstName: profile.firstName }
      const same = await call('PATCH', '/account', { body, ifMatch: profile.version })
      expect(same.body.version).toBe(profile.version)
      await call('PATCH', '/account', { body: { firstName: 'Bo' } })
      const late = await call('PATCH', '/account', {
        body: { firstName: 'Cy' },
        ifMatch: profile.version,
      })
      expect(late).toMatchObject({ status: 409, body: { current: { firstName: 'Bo' } } })
    })

    test('rejects an empty name, and what only an admin can change', async () => {
      const empty = await call('PATCH', '/account', { body: { firstName: ' ' } })
      expect(empty).toMatchObject({
        status: 422,
        body: { fields: { firstName: expect.any(String) } },
      })
      const groups = await call('PATCH', '/account', { body: { groupIds: [1] } })
      expect(groups.status).toBe(422)
    })
  })

  describe('Sessions', () => {
    const list = async () => (await call('GET', '/account/sessions')).body.data

    test('are those of the account, with the one that makes the call', async () => {
      await fetchToken(platform(), account)
      await fetchToken(platform(), platform().operator)
      const sessions: { current: boolean }[] = await list()
      expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true])
    })

    test('leave out those that have expired', async () => {
      await fetchToken(platform(), account)
      platform().advance(tokenLifetime.idleMs + 1000)
      call = await openSession(platform(), account)
      expect(await list()).toHaveLength(1)
    })

    test('can be ended one by one, and then stop working', async () => {
      const other = await openSession(platform(), account)
      const session = (await list()).find(({ current }: { current: boolean }) => !current)
      expect((await call('DELETE', `/account/sessions/${session.id}`)).status).toBe(204)
      expect((await other('GET', '/account')).status).toBe(401)
      expect((await call('DELETE', `/account/sessions/${session.id}`)).status).toBe(404)
      expect(getEventNames(await listEvents(call))).toContain('users.ownSessionEnded')
    })

    test('can be ended all at once, except the one that makes the call', async () => {
      const others = [
        await openSession(platform(), account),
        await openSession(platform(), account),
      ]
      expect((await call('DELETE', '/account/sessions')).status).toBe(204)
      for (const other of others) expect((await other('GET', '/account')).status).toBe(401)
      expect(await list()).toHaveLength(1)
    })

    test("can't be ended by another account, nor from within", async () => {
      const stranger = await openSession(platform(), await platform().addAccount(['users']))
      const [session] = await list()
      expect((await stranger('DELETE', `/account/sessions/${session.id}`)).status).toBe(404)
      const own = await call('DELETE', `/account/sessions/${session.id}`)
      expect(own).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
      expect(await list()).toHaveLength(1)
    })
  })

  describe('Security events', () => {
    test('are sign-ins, failures, and what others change', async () => {
      const { email } = account
      const body = { email, password: 'wrong' }
      await createCaller(platform())('POST', '/auth/login', { body })
      const admin = await openSession(platform())
      await admin('DELETE', `/users/${account.id}/sessions`)
      call = await openSession(platform(), account)
      const events = await listEvents(call)
      expect(getEventNames(events)).toEqual([
        'auth.signedIn',
        'users.signedOut',
        'auth.refused',
        'auth.signedIn',
      ])
      expect(events.data[1]).toMatchObject({ actor: platform().operator.email })
      expect(events.data[2]).toMatchObject({ result: 'failed', ip: expect.any(String) })
    })

    test("leave out other accounts' events", async () => {
      const stranger = await openSession(platform(), await platform().addAccount([]))
      await stranger('DELETE', '/account/sessions')
      expect(getEventNames(await listEvents(call))).toEqual(['auth.signedIn'])
    })

    test('come in pages that neither repeat nor skip any', async () => {
      for (let index = 0; index < 4; index++) await call('DELETE', '/account/sessions')
      const all = await listEvents(call)
      const pages: { id: number }[] = []
      let next: string | null = ''
      while (next !== null) {
        const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`
        const page = await listEvents(call, `?limit=2${after}`)
        pages.push(...page.data)
        next = page.next
      }
      expect(pages).toEqual(all.data)
      expect(pages).toHaveLength(5)
    })

    test('reject a cursor of another list', async () => {
      expect((await call('GET', '/account/securityEvents?after=nothing')).status).toBe(400)
    })
  })
})
