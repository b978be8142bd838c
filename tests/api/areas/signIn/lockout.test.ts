import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockThreshold } from '#shared/areas/users/accountFields.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { loadNewestEntries } from '#tests/api/support/stores.ts'

const { failures, hours } = lockThreshold
const longestWait = 15 * 60_000

describe.each(chooseDatabases('PGlite'))(
  'An account whose password is guessed at, on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeEach(async () => {
      call = await openSession(platform())
    })
    const signIn = (email: string, password: string, devices: string[] = []) =>
      createCaller(platform())('POST', '/auth/login', { body: { email, password, devices } })
    /** Signs in to the account and returns its device token in a list. */
    const getDevice = async ({ email, password }: TestAccount) => [
      (await signIn(email, password)).body.device as string,
    ]
    /** Signs in with a wrong password after the longest possible wait. */
    const guess = async (email: string, devices: string[]) => {
      platform().advance(longestWait)
      return signIn(email, 'wrong', devices)
    }
    /** Sets the number of failed sign-ins in a row, counted from now. */
    const setFailures = (id: number, times: number) =>
      sql`update users set failed_sign_ins = ${times}, failed_since = ${platform().platform.now().toISOString()}
      where id = ${id}`.execute(platform().platform.db)
    const loadUser = async (id: number) => (await call('GET', `/users/${id}`)).body
    const changeStatus = async (id: number, body: object) =>
      call('POST', `/users/${id}/status`, { body, ifMatch: (await loadUser(id)).version })

    test('is locked by too many failures on its own device, which only operators see', async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await setFailures(id, failures - 2)
      const wrongSignIn = await guess(email, device)
      expect(await loadUser(id)).toMatchObject({ status: 'active' })
      await guess(email, device)
      expect(await loadUser(id)).toMatchObject({
        status: 'locked',
        statusReason: userRuleMessages.lockedBy(failures),
        updatedBy: 'platform',
      })
      const { data } = (await call('GET', '/users?filter[status][eq]=locked')).body
      expect(data).toMatchObject([{ id }])
      const { rows } = await sql`select event, label, stream from audit where target_id = ${id}
      and target_type = 'users'`.execute(platform().platform.db)
      expect(rows).toEqual([{ event: 'users.locked', label: email, stream: 'security' }])
      platform().advance(longestWait)
      const response = await signIn(email, password)
      expect([response.status, response.body.detail]).toEqual([401, wrongSignIn.body.detail])
    })

    test('is unlocked only with a reason, and not by reactivation', async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await setFailures(id, failures - 1)
      await guess(email, device)
      expect(await changeStatus(id, { change: 'reactivate', reason: 'They called' })).toMatchObject(
        {
          status: 409,
        },
      )
      expect((await changeStatus(id, { change: 'unlock' })).body.fields).toHaveProperty('reason')
      const response = await changeStatus(id, { change: 'unlock', reason: 'They called' })
      expect(response.body).toMatchObject({ status: 'active', statusReason: 'They called' })
      expect(await loadNewestEntries(call, 1)).toMatchObject([{ event: 'users.unlocked' }])
      platform().advance(longestWait)
      expect((await signIn(email, password)).status).toBe(200)
    })

    test("isn't locked if a successful sign-in or a day separates the failures", async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await setFailures(id, failures - 1)
      await signIn(email, password, device)
      await guess(email, device)
      expect(await loadUser(id)).toMatchObject({ status: 'active' })
      await setFailures(id, failures - 1)
      platform().advance(hours * 60 * 60_000)
      await guess(email, device)
      call = await openSession(platform())
      expect(await loadUser(id)).toMatchObject({ status: 'active' })
    })

    test('stays signed in while it is locked, and is unlocked by a link to a new password', async () => {
      const account = await platform().addAccount([])
      const { id, email } = account
      const ownCall = createCaller(platform(), await fetchToken(platform(), account))
      const device = await getDevice(account)
      await setFailures(id, failures - 1)
      await guess(email, device)
      expect(await loadUser(id)).toMatchObject({ status: 'locked' })
      expect((await ownCall('GET', '/users/roles/details')).status).toBe(200)
      const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
      const password = 'Another-password-2'
      const accepted = await createCaller(platform())('POST', '/invitations/accept', {
        body: { token, password },
      })
      expect(accepted.status).toBe(200)
      expect(await loadUser(id)).toMatchObject({ status: 'active' })
      expect((await ownCall('GET', '/users/roles/details')).status).toBe(401)
    })

    test("is never locked if it is the last super administrator's", async () => {
      const { id, email } = await loadUser(platform().operator.id)
      const device = await getDevice(platform().operator)
      await setFailures(id, failures - 1)
      await guess(email, device)
      expect(await loadUser(id)).toMatchObject({ status: 'active' })
    })

    test('is never locked by strangers or without a password', async () => {
      const account = await platform().addAccount([])
      const [deviceToken] = await getDevice(account)
      await setFailures(account.id, failures - 1)
      const otherDevice = await getDevice(await platform().addAccount([]))
      for (const devices of [[], ['made-up.token.here'], [`${deviceToken}x`], otherDevice])
        await guess(account.email, devices)
      call = await openSession(platform())
      expect(await loadUser(account.id)).toMatchObject({ status: 'active' })
      await sql`update users set password_hash = null where id = ${account.id}`.execute(
        platform().platform.db,
      )
      for (let tries = 0; tries < 2; tries++) await guess(account.email, [String(deviceToken)])
      expect(await loadUser(account.id)).toMatchObject({ status: 'active' })
    })
  },
)
