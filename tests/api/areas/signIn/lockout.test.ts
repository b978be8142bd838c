import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockThreshold } from '#shared/areas/users/accountFields.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usually, usePlatform } from '#tests/api/support/databases.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { newestEntries } from '#tests/api/support/stores.ts'

const { failures, hours } = lockThreshold
const longestWait = 15 * 60_000

describe.each(usually('PGlite'))(
  'an account whose password is guessed at, on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeEach(async () => {
      call = await signedIn(platform())
    })
    const signIn = (email: string, password: string, devices: string[] = []) =>
      visitor(platform())('POST', '/auth/login', { body: { email, password, devices } })
    /** A device that signed in to the account. */
    const getDevice = async ({ email, password }: TestAccount) => [
      (await signIn(email, password)).body.device as string,
    ]
    /** A wrong password, after the wait that those before brought. */
    const guess = async (email: string, devices: string[]) => {
      platform().advance(longestWait)
      return signIn(email, 'wrong', devices)
    }
    /** As if so many tries in a row had been wrong, the first of them just now. */
    const failed = (id: number, times: number) =>
      sql`update users set failed_sign_ins = ${times}, failed_since = ${platform().platform.now().toISOString()}
      where id = ${id}`.execute(platform().platform.db)
    const read = async (id: number) => (await call('GET', `/users/${id}`)).body
    const change = async (id: number, body: object) =>
      call('POST', `/users/${id}/status`, { body, ifMatch: (await read(id)).version })

    test('is locked by too many in a row from its own device, which only operators see', async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await failed(id, failures - 2)
      const wrong = await guess(email, device)
      expect(await read(id)).toMatchObject({ status: 'active' })
      await guess(email, device)
      expect(await read(id)).toMatchObject({
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
      const right = await signIn(email, password)
      expect([right.status, right.body.detail]).toEqual([401, wrong.body.detail])
    })

    test('is unlocked with a reason, and by nothing else', async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await failed(id, failures - 1)
      await guess(email, device)
      expect(await change(id, { change: 'reactivate', reason: 'They called' })).toMatchObject({
        status: 409,
      })
      expect((await change(id, { change: 'unlock' })).body.fields).toHaveProperty('reason')
      const unlocked = await change(id, { change: 'unlock', reason: 'They called' })
      expect(unlocked.body).toMatchObject({ status: 'active', statusReason: 'They called' })
      expect(await newestEntries(call, 1)).toMatchObject([{ event: 'users.unlocked' }])
      platform().advance(longestWait)
      expect((await signIn(email, password)).status).toBe(200)
    })

    test('is not locked by tries that a right one parts, or a day', async () => {
      const account = await platform().addAccount([])
      const { id, email, password } = account
      const device = await getDevice(account)
      await failed(id, failures - 1)
      await signIn(email, password, device)
      await guess(email, device)
      expect(await read(id)).toMatchObject({ status: 'active' })
      await failed(id, failures - 1)
      platform().advance(hours * 60 * 60_000)
      await guess(email, device)
      call = await signedIn(platform())
      expect(await read(id)).toMatchObject({ status: 'active' })
    })

    test('stays signed in where it is when it is locked, and a link to another password unlocks it', async () => {
      const account = await platform().addAccount([])
      const { id, email } = account
      const theirs = visitor(platform(), await tokenOf(platform(), account))
      const device = await getDevice(account)
      await failed(id, failures - 1)
      await guess(email, device)
      expect(await read(id)).toMatchObject({ status: 'locked' })
      expect((await theirs('GET', '/users/roles/details')).status).toBe(200)
      const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
      const password = 'Another-password-2'
      const accepted = await visitor(platform())('POST', '/invitations/accept', {
        body: { token, password },
      })
      expect(accepted.status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'active' })
      expect((await theirs('GET', '/users/roles/details')).status).toBe(401)
    })

    test('is only slowed down where it is that of the last super administrator', async () => {
      const { id, email } = await read(platform().operator.id)
      const device = await getDevice(platform().operator)
      await failed(id, failures - 1)
      await guess(email, device)
      expect(await read(id)).toMatchObject({ status: 'active' })
    })

    test('is never locked by strangers, nor where it has no password', async () => {
      const account = await platform().addAccount([])
      const [made] = await getDevice(account)
      await failed(account.id, failures - 1)
      const other = await getDevice(await platform().addAccount([]))
      for (const devices of [[], ['made-up.token.here'], [`${made}x`], other])
        await guess(account.email, devices)
      call = await signedIn(platform())
      expect(await read(account.id)).toMatchObject({ status: 'active' })
      await sql`update users set password_hash = null where id = ${account.id}`.execute(
        platform().platform.db,
      )
      for (let tries = 0; tries < 2; tries++) await guess(account.email, [String(made)])
      expect(await read(account.id)).toMatchObject({ status: 'active' })
    })
  },
)
