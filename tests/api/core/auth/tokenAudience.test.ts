import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { operatorIdentifier, storeAdminIdentifier } from '#shared/engine/user.ts'
import { startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { getShare, usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

const calls = buildCalls(areas).filter(
  ({ kind, path }) => kind !== 'open' && path !== '/auth/logout',
)
const unknownToken = 'x'.repeat(43)

describe.each(chooseDatabases('PostgreSQL'))("Store admins' tokens on $name", (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  let admin: TestAccount
  let token: string
  beforeAll(async () => {
    call = await openSession(platform())
    storeId = (await createStore(call)).id
    // A store admin with every permission.
    admin = await platform().addAccount(permissionKeys, [storeId], storeAdminIdentifier)
    token = await fetchToken(platform(), admin)
  })
  const setKind = (id: number, sIdentifier: number) =>
    platform()
      .platform.db.updateTable('users')
      .set({ sIdentifier })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const getStatus = async (bearer: string) =>
    (await createCaller(platform(), bearer)('GET', '/users/roles/details')).status

  test("every call answers a store admin's token like an unknown token", async () => {
    expect(calls.length).toBeGreaterThan(200)
    for (const { method, path } of getShare(database, calls)) {
      const url = path.replace(/:\w+/g, '1')
      const options = { ...(method === 'get' ? {} : { body: {} }), closesStream: true }
      const [adminToken, unknown] = await Promise.all(
        [token, unknownToken].map((each) => createCaller(platform(), each)(method, url, options)),
      )
      expect([method, path, adminToken?.status]).toEqual([method, path, 401])
      expect({ ...adminToken?.body, requestId: '' }).toEqual({ ...unknown?.body, requestId: '' })
    }
  })

  test('a sign-out ends the token', async () => {
    const adminToken = await fetchToken(platform(), admin)
    expect((await createCaller(platform(), adminToken)('POST', '/auth/logout')).status).toBe(204)
    expect((await createCaller(platform(), adminToken)('POST', '/auth/logout')).status).toBe(401)
  })

  test('the console rejects the token for calls, streams, and files', async () => {
    const server = await startConsoleServer({ upstream: platform().url })
    const paths = ['/users', '/sizes/export', '/jobs/1/events', '/logEntries/events', '/files/1']
    for (const path of paths) {
      const { status, headers } = await fetch(`${server.url}/api${path}`, {
        headers: { cookie: `apiToken=${token}; storeId=${storeId}; userId=${admin.id}` },
      })
      expect([path, status]).toEqual([path, 401])
      expect(headers.getSetCookie().join()).toContain('apiToken=;')
    }
    await server.stop()
  })

  test('a token becomes invalid when the account changes from store admin to operator or back', async () => {
    const account = await platform().addAccount(['Sizes'])
    const operatorToken = await fetchToken(platform(), account)
    expect(await getStatus(operatorToken)).toBe(200)
    await setKind(account.id, storeAdminIdentifier)
    expect(await getStatus(operatorToken)).toBe(401)
    const asAdmin = await fetchToken(platform(), account)
    expect(await findActiveOperator(platform().platform.db, account.id)).toBeUndefined()
    await setKind(account.id, operatorIdentifier)
    expect([await getStatus(operatorToken), await getStatus(asAdmin)]).toEqual([401, 401])
    expect(await getStatus(await fetchToken(platform(), account))).toBe(200)
  })

  test('changing the kind of an account deletes its tokens and password links in the same transaction', async () => {
    const account = await platform().addAccount([])
    const accountToken = await fetchToken(platform(), account)
    const [link] = (await call('POST', `/users/${account.id}/link`)).body.links
    const { db } = platform().platform
    const remainingTokens = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ sIdentifier: storeAdminIdentifier })
        .where('id', '=', account.id)
        .execute()
      return trx.selectFrom('tokens').select('id').where('userId', '=', account.id).execute()
    })
    expect(remainingTokens).toEqual([])
    expect(await getStatus(accountToken)).toBe(401)
    const body = { token: link.token, password: 'Quiet-harbor-4471' }
    expect((await createCaller(platform())('POST', '/invitations/accept', { body })).status).toBe(
      404,
    )
  })
})
