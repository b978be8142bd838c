import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { passwordMessages } from '#server/platform/areas/signIn/passwordMessages.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const formMessages = resetPasswordMessages
const { validation } = messages
const path = '/users/changePassword'
const buildChange = ({ id, password }: TestAccount, changes: object = {}) => ({
  id,
  currentPassword: password,
  new_password: 'a-fresh-new-one',
  confirmPassword: 'a-fresh-new-one',
  ...changes,
})

describe.each(chooseDatabases('PostgreSQL'))('Changing the password on $name', (database) => {
  const platform = usePlatform(database)

  test("replaces the password and ends only the account's other sessions", async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const otherSession = await openSession(platform(), account)
    const operatorCall = await openSession(platform())

    expect((await call('PUT', path, { body: buildChange(account) })).status).toBe(200)
    const loadStatus = async (caller: typeof call) =>
      (await caller('GET', '/users/roles/details')).status
    expect(await Promise.all([call, otherSession, operatorCall].map(loadStatus))).toEqual([
      200, 401, 200,
    ])

    const login = (password: string) =>
      createCaller(platform())('POST', '/auth/login', { body: { email: account.email, password } })
    expect((await login(account.password)).status).toBe(401)
    expect((await login('a-fresh-new-one')).status).toBe(200)
  })

  test('writes a log entry without the password', async () => {
    const account = await platform().addAccount(['dashboardRead', 'users'])
    const call = await openSession(platform(), account)
    await call('PUT', path, { body: buildChange(account) })
    const [row] = (await call('GET', '/audit?limit=1')).body.data
    expect(row).toMatchObject({
      event: 'users.passwordChanged',
      actor: account.email,
      targetId: account.id,
      changes: { password: { before: '[redacted]', after: '[redacted]' } },
    })
  })

  test('can be repeated with its idempotency key even though the current password has changed', async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const send = () => call('PUT', path, { body: buildChange(account), key })
    const key = randomUUID()
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    const { db } = platform().platform
    const storedKeys = JSON.stringify(await db.selectFrom('idempotencyKeys').selectAll().execute())
    expect(storedKeys).not.toContain(key)
    expect(storedKeys).not.toContain('a-fresh-new-one')
  })

  test.each<[string, object, string, Record<string, string>]>([
    [
      'a wrong current password',
      { currentPassword: 'wrong' },
      'wrong_password',
      { currentPassword: formMessages.wrongCurrent },
    ],
    [
      'a different confirmation',
      { confirmPassword: 'a-fresh-new-two' },
      'invalid',
      { confirmPassword: formMessages.mismatch },
    ],
    [
      'an empty form',
      { currentPassword: '', new_password: '', confirmPassword: '' },
      'invalid',
      {
        currentPassword: validation.required(formMessages.fields.currentPassword),
        new_password: validation.required(formMessages.fields.password),
        confirmPassword: validation.required(formMessages.fields.confirmPassword),
      },
    ],
    [
      'a password that is too long',
      { new_password: 'x'.repeat(1025), confirmPassword: 'x'.repeat(1025) },
      'invalid',
      { new_password: validation.tooLong(formMessages.fields.password, 1024) },
    ],
    [
      'a short password',
      { new_password: 'Kx9-Trambow', confirmPassword: 'Kx9-Trambow' },
      'invalid',
      { new_password: validation.tooShort(formMessages.fields.password, 12) },
    ],
    [
      'a common password with digits',
      { new_password: 'P@ssw0rd2026!', confirmPassword: 'P@ssw0rd2026!' },
      'invalid',
      { new_password: passwordMessages.common },
    ],
    [
      "the account's name",
      { new_password: 'xy-Second-77-qf', confirmPassword: 'xy-Second-77-qf' },
      'invalid',
      { new_password: passwordMessages.name },
    ],
    [
      "the organization's name",
      { new_password: 'acme-commerce-3+8', confirmPassword: 'acme-commerce-3+8' },
      'invalid',
      { new_password: passwordMessages.organization('Acme Commerce') },
    ],
  ])('%s is rejected at its field', async (_what, changes, code, fields) => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const answer = await call('PUT', path, { body: buildChange(account, changes) })
    expect(answer).toMatchObject({ status: 422, body: { code } })
    expect(answer.body.fields).toEqual(fields)
    await fetchToken(platform(), account)
  })

  test('is forbidden for another account', async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const body = buildChange(account, { id: platform().operator.id })
    expect(await call('PUT', path, { body })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  test.each([
    {},
    null,
    [],
    { id: 1 },
    { ...buildChange({ id: 1, email: '', password: '' }), new_password: 5 },
  ])('the body %j is a bad request', async (body) => {
    const call = await openSession(platform())
    expect((await call('PUT', path, { body: JSON.stringify(body) })).status).toBe(400)
  })

  test('only one of two concurrent changes succeeds', async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const answers = await Promise.all(
      ['first-of-the-two', 'second-of-the-two'].map((password) =>
        call('PUT', path, {
          body: buildChange(account, { new_password: password, confirmPassword: password }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test("deletes the operator's password file once that password has changed", async () => {
    const { passwordFile } = platform().platform
    const { operator } = platform()
    expect(readFileSync(passwordFile, 'utf8')).toBe(`${operator.password}\n`)
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)

    const account = await platform().addAccount([])
    await (
      await openSession(platform(), account)
    )('PUT', path, { body: buildChange(account) })
    expect(existsSync(passwordFile)).toBe(true)

    await (
      await openSession(platform())
    )('PUT', path, { body: buildChange(operator) })
    expect(existsSync(passwordFile)).toBe(false)
  })
})
