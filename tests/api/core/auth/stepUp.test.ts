import { beforeEach, describe, expect, test } from 'vitest'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { createCaller, fetchToken, openUnconfirmedSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { addApp, addPasskey, startSignIn, submitFactor } from '#tests/api/support/factors.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

const tenMinutes = 10 * 60_000 + 1000
const stepUpRequired = { status: 403, body: { code: 'step_up_required' } }

const guardedCalls = buildCalls(areas).flatMap(({ method, path, stepUp }) =>
  stepUp ? [{ name: `${method} ${path}`, method, path, always: stepUp === 'always' }] : [],
)

test('exactly these calls need a recent confirmation', () => {
  const names = guardedCalls.map(({ name, always }) => `${always ? 'always' : 'sometimes'} ${name}`)
  expect(names.toSorted()).toEqual([
    'always delete /account/passkeys/:id',
    'always delete /account/sessions',
    'always delete /account/sessions/:id',
    'always delete /account/totp',
    'always delete /signInProviders/:id',
    'always delete /userGroups/:id',
    'always delete /users/:id/factors',
    'always patch /apiKeys/:id',
    'always post /account/passkeys',
    'always post /account/passkeys/options',
    'always post /account/recoveryCodes',
    'always post /account/totp',
    'always post /account/totp/confirmation',
    'always post /adminSignOns/:id/rotation',
    'always post /apiKeys',
    'always post /apiKeys/:id/rotate',
    'always post /giftCards/:id/link',
    'always post /memberGroups/:id/programApproval',
    'always post /members/:id/erase',
    'always post /paymentSetups/:id/rotation',
    'always post /signInProviders',
    'always post /signInProviders/many',
    'always post /stores/:id/admin/invitation',
    'always post /userGroups',
    'always post /userGroups/:id/replacement',
    'always post /userGroups/:id/restore',
    'always post /userGroups/:id/stores',
    'always post /userGroups/many',
    'always post /users/:id/link',
    'always post /users/:id/stores',
    'always post /users/bulk',
    'always post /users/imports/:id/run',
    'always post /users/invitations',
    'always post /webhookSubscriptions/:id/secret',
    'sometimes delete /users/:id/sessions',
    'sometimes delete /users/:id/sessions/:session',
    'sometimes patch /adminSignOns/:id',
    'sometimes patch /alertChannels/:id',
    'sometimes patch /cognitoSetup/:id',
    'sometimes patch /giftCardSetup/:id',
    'sometimes patch /paymentSetups/:id',
    'sometimes patch /printfulSetup/:id',
    'sometimes patch /secondFactorPolicies/:id',
    'sometimes patch /signInProviders/:id',
    'sometimes patch /smtpSettings/:id',
    'sometimes patch /userGroups/:id',
    'sometimes patch /users/:id',
    'sometimes post /creditRequests/:id/decision',
    'sometimes post /orders/:id/refunds',
    'sometimes post /orders/bulk',
    'sometimes post /paymentRefunds/:id/decision',
    'sometimes post /paymentRefunds/:id/retry',
    'sometimes post /scheduledChanges/:id/decision',
  ])
})

describe.each(chooseDatabases('PostgreSQL'))('Step-up on $name', (database) => {
  const platform = usePlatform(database)
  let account: TestAccount
  let call: Caller
  beforeEach(async () => {
    account = platform().operator
    call = await openUnconfirmedSession(platform())
  })

  test.each(guardedCalls.filter(({ always }) => always))(
    '$name needs a confirmation within ten minutes',
    async ({ method, path }) => {
      const token = await fetchToken(platform(), account)
      await platform()
        .platform.db.updateTable('tokens')
        .set({ factorConfirmedAt: null })
        .where('userId', '=', account.id)
        .execute()
      const answer = await createCaller(platform(), token)(method, path.replaceAll(/:\w+/g, '1'))
      expect(answer).toMatchObject(stepUpRequired)
    },
  )

  test('a sign-in counts for ten minutes, and so does the password afterward', async () => {
    const guarded = () => call('POST', '/users/invitations', { body: { kind: 'operator' } })
    expect((await guarded()).status).not.toBe(403)
    platform().advance(tenMinutes)
    expect(await guarded()).toMatchObject(stepUpRequired)
    expect((await call('POST', '/auth/stepUp/options')).body.methods).toEqual(['password'])
    const confirm = (password: string) =>
      call('POST', '/auth/stepUp', { body: { method: 'password', password } })
    expect(await confirm('wrong')).toMatchObject({
      status: 422,
      body: { code: 'wrong_factor', fields: { password: "The password isn't correct." } },
    })
    expect(await guarded()).toMatchObject(stepUpRequired)
    expect((await confirm(account.password)).status).toBe(204)
    expect((await guarded()).status).not.toBe(403)
    platform().advance(tenMinutes)
    expect(await guarded()).toMatchObject(stepUpRequired)
  })

  describe('with an account that has a second factor', () => {
    let own: TestAccount
    beforeEach(async () => {
      own = await platform().addAccount(['users'])
      call = await openUnconfirmedSession(platform(), own)
    })
    const guarded = () => call('POST', '/users/invitations', { body: { kind: 'operator' } })

    test('the password alone confirms nothing', async () => {
      const { app, recoveryCodes } = await addApp(platform(), call)
      platform().advance(tenMinutes)
      expect((await call('POST', '/auth/stepUp/options')).body.methods).toEqual([
        'totp',
        'recovery',
      ])
      const confirm = (body: object) => call('POST', '/auth/stepUp', { body })
      expect((await confirm({ method: 'password', password: own.password })).status).toBe(422)
      expect(await guarded()).toMatchObject(stepUpRequired)
      const proof = { method: 'totp', code: app.getCode() }
      expect((await confirm(proof)).status).toBe(204)
      expect((await guarded()).status).not.toBe(403)
      expect((await confirm(proof)).status).toBe(422)
      platform().advance(tenMinutes)
      const recovery = { method: 'recovery', code: recoveryCodes[0] }
      expect((await confirm(recovery)).status).toBe(204)
      expect((await guarded()).status).not.toBe(403)
    })

    test('a passkey confirms, only with a challenge of this account', async () => {
      const { authenticator, origin } = await addPasskey(platform(), call)
      platform().advance(tenMinutes)
      const { challenge, options } = (await call('POST', '/auth/stepUp/options')).body
      const response = authenticator.authenticate({
        origin,
        challenge: options.challenge,
        counter: 2,
      })
      const body = { method: 'passkey', challenge, response }
      const other = await openUnconfirmedSession(platform())
      expect((await other('POST', '/auth/stepUp', { body })).status).toBe(422)
      expect((await call('POST', '/auth/stepUp', { body })).status).toBe(204)
      expect((await guarded()).status).not.toBe(403)
      // A 401 would sign the operator out.
      expect(await call('POST', '/auth/stepUp', { body })).toMatchObject({
        status: 422,
        body: { code: 'challenge_expired' },
      })
    })

    test('a new factor confirms only the session that added it', async () => {
      const other = await openUnconfirmedSession(platform(), own)
      await addApp(platform(), call)
      expect((await guarded()).status).not.toBe(403)
      expect(
        await other('POST', '/users/invitations', { body: { kind: 'operator' } }),
      ).toMatchObject(stepUpRequired)
    })

    test('signing in with the second factor counts as a confirmation', async () => {
      const { app } = await addApp(platform(), call)
      platform().advance(tenMinutes)
      const { challenge } = await startSignIn(platform(), own)
      const { body } = await submitFactor(platform(), {
        challenge,
        method: 'totp',
        code: app.getCode(),
      })
      const fresh = createCaller(platform(), body.token)
      expect(
        (await fresh('POST', '/users/invitations', { body: { kind: 'operator' } })).status,
      ).not.toBe(403)
    })

    test('asking for a confirmation is not logged as a missing permission', async () => {
      platform().advance(tenMinutes)
      expect(await guarded()).toMatchObject(stepUpRequired)
      const { db } = platform().platform
      const rows = await db
        .selectFrom('audit')
        .select('id')
        .where('event', '=', 'auth.callRejected')
        .where('actor', '=', own.email)
        .execute()
      expect(rows).toEqual([])
    })
  })

  test('changing groups needs a confirmation, changing a job title does not', async () => {
    const other = await platform().addAccount(['Sizes'])
    const path = `/users/${other.id}`
    const { body } = await call('GET', path)
    platform().advance(tenMinutes)
    const change = (values: object) => call('PATCH', path, { body: values, ifMatch: body.version })
    expect(await change({ groupIds: [] })).toMatchObject(stepUpRequired)
    expect((await change({ jobTitle: 'Support' })).status).toBe(200)
  })

  test('replacing a secret needs a confirmation, other settings do not', async () => {
    platform().advance(tenMinutes)
    const change = (values: object) =>
      call('PATCH', '/smtpSettings/1', { body: values, ifMatch: 1 })
    expect(await change({ password: 'secret' })).toMatchObject(stepUpRequired)
    expect((await change({ name: 'Relay' })).status).toBe(404)
  })

  test('approving a request needs a confirmation, rejecting one does not', async () => {
    platform().advance(tenMinutes)
    const decide = (decision: string) =>
      call('POST', '/creditRequests/1/decision', { body: { decision }, ifMatch: 1 })
    expect(await decide('approve')).toMatchObject(stepUpRequired)
    expect((await decide('reject')).status).toBe(404)
  })

  test("ending others' sessions needs a confirmation, ending one's own does not", async () => {
    const other = await platform().addAccount(['Sizes'])
    platform().advance(tenMinutes)
    expect(await call('DELETE', `/users/${other.id}/sessions`)).toMatchObject(stepUpRequired)
    expect((await call('DELETE', `/users/${account.id}/sessions`)).status).toBe(204)
  })
})
