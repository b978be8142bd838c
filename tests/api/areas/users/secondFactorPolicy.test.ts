import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import {
  addApp,
  addPasskey,
  createAuthenticatorApp,
  startSignIn,
  submitFactor,
  submitPassword,
} from '#tests/api/support/factors.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

const day = 24 * 60 * 60_000

describe.each(chooseDatabases('PostgreSQL'))('Second factor policy on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let account: TestAccount
  beforeEach(async () => {
    await sql`update second_factor_policies set demand = 'off', demanded_since = null`.execute(
      platform().platform.db,
    )
    call = await openSession(platform())
    account = await platform().addAccount(['Sizes'])
  })

  async function setPolicy(values: object) {
    const path = '/secondFactorPolicies/1'
    const { version } = (await call('GET', path)).body
    const changed = await call('PATCH', path, {
      body: { reason: 'Contract', groupIds: [], ...values },
      ifMatch: version,
    })
    expect(changed.status).toBe(200)
  }

  test('after the grace period, an operator sets up an app to sign in', async () => {
    await setPolicy({ demand: 'all', graceDays: 7 })
    platform().advance(6 * day)
    const signedIn = await submitPassword(platform(), account)
    expect(signedIn.status).toBe(200)
    platform().advance(day + 1000)
    const { challenge, enroll, methods, uri } = await startSignIn(platform(), account)
    expect({ enroll, methods }).toEqual({ enroll: true, methods: [] })
    const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
    const app = createAuthenticatorApp(platform(), secret)
    const submit = (code: string) => submitFactor(platform(), { challenge, method: 'totp', code })
    expect((await submit('000000')).status).toBe(401)
    const done = await submit(app.getCode())
    expect(done).toMatchObject({ status: 200, body: { user: { id: account.id } } })
    platform().advance(31_000)
    const next = await startSignIn(platform(), account)
    expect(next.enroll).toBe(false)
  })

  test('only members of the chosen groups need one', async () => {
    const { db } = platform().platform
    const { groupIds } = await db
      .selectFrom('users')
      .select('groupIds')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    const other = await platform().addAccount(['Sizes'])
    await setPolicy({ demand: 'groups', groupIds, graceDays: 0 })
    expect((await submitPassword(platform(), other)).status).toBe(200)
    expect((await submitPassword(platform(), account)).body.secondFactor.enroll).toBe(true)
    await setPolicy({ demand: 'off', graceDays: 0 })
    expect((await submitPassword(platform(), account)).status).toBe(200)
  })

  test('the last factor stays while one is required', async () => {
    const own = await openSession(platform(), account)
    await addApp(platform(), own)
    await setPolicy({ demand: 'all', graceDays: 0 })
    expect(await own('DELETE', '/account/totp')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
    await setPolicy({ demand: 'off', graceDays: 0 })
    expect((await own('DELETE', '/account/totp')).status).toBe(204)
  })

  test('the list of users tells and filters who has which factor', async () => {
    const kinds = async () =>
      (await call('GET', `/users?filter[secondFactor][eq]=passkey`)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    const own = await openSession(platform(), account)
    expect((await call('GET', `/users/${account.id}`)).body.secondFactor).toBe('none')
    await addApp(platform(), own)
    expect((await call('GET', `/users/${account.id}`)).body.secondFactor).toBe('totp')
    await addPasskey(platform(), own)
    expect(await kinds()).toContain(account.id)
  })

  test('an admin resets the factors of a user who lost them', async () => {
    const own = await openSession(platform(), account)
    await addApp(platform(), own)
    const path = `/users/${account.id}/factors`
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await own('GET', '/account/factors')).status).toBe(401)
    expect((await submitPassword(platform(), account)).status).toBe(200)
    expect((await call('DELETE', path)).body.code).toBe('wrong_state')
    const { id } = platform().operator
    expect((await call('DELETE', `/users/${id}/factors`)).body.code).toBe('wrong_state')
    const { db } = platform().platform
    const entry = await db
      .selectFrom('audit')
      .select(['actor', 'stream'])
      .where('event', '=', 'users.factorsReset')
      .where('targetId', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ actor: platform().operator.email, stream: 'security' })
  })

  test('an operator with fewer permissions resets nothing', async () => {
    const own = await openSession(platform(), account)
    await addApp(platform(), own)
    const weaker = await openSession(platform(), await platform().addAccount(['users']))
    expect((await weaker('DELETE', `/users/${account.id}/factors`)).status).toBe(403)
  })

  test('an operator of some stores changes no policy', async () => {
    const limited = await openSession(platform(), await platform().addAccount(['users'], []))
    const { version } = (await call('GET', '/secondFactorPolicies/1')).body
    const answer = await limited('PATCH', '/secondFactorPolicies/1', {
      body: { graceDays: 3 },
      ifMatch: version,
    })
    expect(answer.status).toBe(403)
  })
})
