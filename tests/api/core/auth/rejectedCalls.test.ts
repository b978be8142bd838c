import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('Rejected calls on $name', (database) => {
  const platform = usePlatform(database)
  const findEntries = async (actor: string) => {
    const call = await openSession(platform())
    const path = `/platformLogEntries?filter[actor][eq]=${actor}&filter[event][eq]=auth.callRejected`
    return (await call('GET', path)).body.data
  }

  test('a rejected call is in the security log with its account, call, and missing permission', async () => {
    const account = await platform().addAccount(['Sizes:read'])
    const call = await openSession(platform(), account)
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    expect((await call('DELETE', '/stickers/5', { headers })).status).toBe(403)
    expect(await findEntries(account.email)).toMatchObject([
      {
        stream: 'security',
        severity: 'warning',
        result: 'failed',
        ip: '192.0.2.7',
        cause: 'This call needs the permission Stickers:delete.',
        changes: {
          call: { after: 'DELETE /stickers/:id' },
          permission: { after: 'Stickers:delete' },
        },
      },
    ])
  })

  test('a call that a rule rejects is logged too', async () => {
    const [account, other] = [await platform().addAccount([]), await platform().addAccount([])]
    const call = await openSession(platform(), account)
    const password = 'Quiet-harbor-4471'
    const body = {
      id: other.id,
      currentPassword: 'x',
      new_password: password,
      confirmPassword: password,
    }
    expect((await call('PUT', '/users/changePassword', { body })).status).toBe(403)
    expect(await findEntries(account.email)).toMatchObject([
      { changes: { call: { after: 'PUT /users/changePassword' } } },
    ])
  })

  test('rejected calls are counted by hour, so a flood writes few entries', async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const flood = () =>
      Promise.all(Array.from({ length: 25 }, (_, at) => call('GET', `/stickers/${at + 1}`)))
    await flood()
    const loadCounts = async () =>
      (await findEntries(account.email)).map(
        ({ changes }: { changes: { count?: { after: number } } }) => changes.count?.after ?? 1,
      )
    expect((await loadCounts()).toSorted()).toEqual([1, 10])
    platform().advance(60 * 60_000)
    await flood()
    expect((await loadCounts()).toSorted()).toEqual([1, 1, 10, 10])
    platform().advance(25 * 60 * 60_000)
    const callLater = await openSession(platform(), account)
    await callLater('GET', '/stickers/1')
    const { rows } =
      await sql`select count from rejected_calls where user_id = ${account.id}`.execute(
        platform().platform.db,
      )
    expect(rows).toEqual([{ count: 1 }])
  })
})
