import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { passwordMessages } from '#server/platform/areas/signIn/passwordMessages.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const words = resetPasswordMessages
const { validation } = messages
const path = '/users/changePassword'
const changeOf = ({ id, password }: TestAccount, changes: object = {}) => ({
  id,
  currentPassword: password,
  new_password: 'a-fresh-new-one',
  confirmPassword: 'a-fresh-new-one',
  ...changes,
})

describe.each(usually('PostgreSQL'))('changing the password on $name', (database) => {
  const platform = usePlatform(database)

  test('takes the new password and ends the other sign-ins of the account alone', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const elsewhere = await signedIn(platform(), account)
    const other = await signedIn(platform())

    expect((await call('PUT', path, { body: changeOf(account) })).status).toBe(200)
    const isSignedIn = async (caller: typeof call) =>
      (await caller('GET', '/users/roles/details')).status
    expect(await Promise.all([call, elsewhere, other].map(isSignedIn))).toEqual([200, 401, 200])

    const login = (password: string) =>
      visitor(platform())('POST', '/auth/login', { body: { email: account.email, password } })
    expect((await login(account.password)).status).toBe(401)
    expect((await login('a-fresh-new-one')).status).toBe(200)
  })

  test('leaves an audit row without the password', async () => {
    const account = await platform().addAccount(['dashboardRead', 'users'])
    const call = await signedIn(platform(), account)
    await call('PUT', path, { body: changeOf(account) })
    const [row] = (await call('GET', '/audit?limit=1')).body.data
    expect(row).toMatchObject({
      event: 'users.passwordChanged',
      actor: account.email,
      targetId: account.id,
      changes: { password: { before: '[redacted]', after: '[redacted]' } },
    })
  })

  test('may be repeated with its key, though the current password is another by then', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const send = () => call('PUT', path, { body: changeOf(account), key })
    const key = randomUUID()
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    const { db } = platform().platform
    const kept = JSON.stringify(await db.selectFrom('idempotencyKeys').selectAll().execute())
    expect(kept).not.toContain(key)
    expect(kept).not.toContain('a-fresh-new-one')
  })

  test.each<[string, object, string, Record<string, string>]>([
    [
      'a wrong current password',
      { currentPassword: 'wrong' },
      'wrong_password',
      { currentPassword: words.wrongCurrent },
    ],
    [
      'a confirmation that differs',
      { confirmPassword: 'a-fresh-new-two' },
      'invalid',
      { confirmPassword: words.mismatch },
    ],
    [
      'nothing at all',
      { currentPassword: '', new_password: '', confirmPassword: '' },
      'invalid',
      {
        currentPassword: validation.required(words.fields.currentPassword),
        new_password: validation.required(words.fields.password),
        confirmPassword: validation.required(words.fields.confirmPassword),
      },
    ],
    [
      'a password that one could not sign in with',
      { new_password: 'x'.repeat(1025), confirmPassword: 'x'.repeat(1025) },
      'invalid',
      { new_password: validation.tooLong(words.fields.password, 1024) },
    ],
    [
      'a short password',
      { new_password: 'Kx9-Trambow', confirmPassword: 'Kx9-Trambow' },
      'invalid',
      { new_password: validation.tooShort(words.fields.password, 12) },
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
  ])('%s is refused at its field', async (_what, changes, code, fields) => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const answer = await call('PUT', path, { body: changeOf(account, changes) })
    expect(answer).toMatchObject({ status: 422, body: { code } })
    expect(answer.body.fields).toEqual(fields)
    await tokenOf(platform(), account)
  })

  test('of another account is forbidden', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const body = changeOf(account, { id: platform().operator.id })
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
    { ...changeOf({ id: 1, email: '', password: '' }), new_password: 5 },
  ])('the body %j is a bad request', async (body) => {
    const call = await signedIn(platform())
    expect((await call('PUT', path, { body: JSON.stringify(body) })).status).toBe(400)
  })

  test('two changes at once: one wins, the other no longer knows the current password', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const answers = await Promise.all(
      ['first-of-the-two', 'second-of-the-two'].map((password) =>
        call('PUT', path, {
          body: changeOf(account, { new_password: password, confirmPassword: password }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('deletes the file of the first password, once that password counts no more', async () => {
    const { passwordFile } = platform().platform
    const { operator } = platform()
    expect(readFileSync(passwordFile, 'utf8')).toBe(`${operator.password}\n`)
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)

    const account = await platform().addAccount([])
    await (
      await signedIn(platform(), account)
    )('PUT', path, { body: changeOf(account) })
    expect(existsSync(passwordFile)).toBe(true)

    await (
      await signedIn(platform())
    )('PUT', path, { body: changeOf(operator) })
    expect(existsSync(passwordFile)).toBe(false)
  })
})
