import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '#server/platform/areas/signIn/commonPasswords.ts'
import { passwordMessages as messages } from '#server/platform/areas/signIn/passwordMessages.ts'
import { validatePassword } from '#server/platform/areas/signIn/passwordRules.ts'
import { startPlatform } from '#server/platform/start.ts'
import { readSettings } from '#server/platform/settings.ts'
import { generatePassword, getSecureRandom } from '#shared/areas/signIn/generatePassword.ts'
import { pino } from 'pino'

const owner = { email: 'ana.petrov@acme.example', name: 'Ana Petrov' }
const validate = (password: string, organization: string | null = 'Northwind Trade') =>
  validatePassword(password, owner, organization)

describe('The password rule', () => {
  test.each([
    ['a', 'Password must be at least 12 characters'],
    ['Kx9-Trambow', 'Password must be at least 12 characters'],
    ['x'.repeat(1025), 'Password must be at most 1024 characters'],
    ['', 'Password is a required field'],
    ['motherfucker', messages.common],
    ['MOTHERFUCKER', messages.common],
    ['1qaz2wsx3edc', messages.common],
    ['password1234', messages.common],
    ['P@ssw0rd2026!', messages.common],
    ['!!!!Pa-ss-word!!!!', messages.common],
    ['pass-word-1234', messages.common],
    ['Dragon19901990', messages.common],
    ['aaaaaaaaaaaa', messages.common],
    ['xk7xk7xk7xk7', messages.common],
    ['abcdefghijklmn', messages.common],
    ['123456789012345', messages.common],
    ['9876543210987', messages.common],
    ['ana.petrov-9f2k', messages.email],
    ['AnaPetrov-9f2kq', messages.email],
    ['zz-PETROV-zz-11', messages.email],
    ['zz-Pétrov-zz-11', messages.email],
    ['p.e.t.r.o.v.11', messages.email],
    ['Operator-Console-7', messages.product('Operator console')],
    ['Operator!2026!7', messages.product('Operator console')],
    ['our-northwind-trade', messages.organization('Northwind Trade')],
    ['Northwind2026!', messages.organization('Northwind Trade')],
  ])('rejects %j', async (password, error) => {
    expect(await validate(password)).toBe(error)
  })

  test.each([
    'correct horse battery staple',
    'ana-likes-tall-trees',
    'Quiet-harbor-4471',
    'console tables for tea',
    'пароль из дерева и ветра',
    '雨雨風風雲雲山山川川空海',
  ])('allows %j', async (password) => {
    expect(await validate(password)).toBeUndefined()
  })

  test('checks the name if it is not part of the email address', async () => {
    const person = { email: 'shop@acme.example', name: 'Ana Petrov' }
    expect(await validatePassword('zz-petrov-zz-11', person, null)).toBe(messages.name)
    expect(await validatePassword('zz-ana-lo-zz-11', person, null)).toBeUndefined()
    expect(
      await validatePassword('an-li-an-xe-bo', { email: 'an@x', name: 'Li' }, ''),
    ).toBeUndefined()
  })

  test('allows every generated password', async () => {
    for (let round = 0; round < 2000; round++) {
      const password = generatePassword(getSecureRandom)
      expect([password, await validate(password)]).toEqual([password, undefined])
    }
  })

  test('rejects every password that contains the user or decorates a common password', async () => {
    const text = fc.string({ maxLength: 20 }).filter((part) => !/[\p{L}\p{Cc}\p{Cf}]/u.test(part))
    await fc.assert(
      fc.asyncProperty(text, text, async (head, tail) => {
        expect(await validate(`${head}petrov${tail}000000000000`)).toBe(messages.email)
        expect(await isCommonPassword(`${head}sunshine${tail}`)).toBe(true)
      }),
    )
  })

  test('stops a platform from starting with an OPERATOR_PASSWORD that breaks it', async () => {
    const start = (OPERATOR_PASSWORD: string, settings: object = {}) =>
      startPlatform(
        readSettings({ OPERATOR_PASSWORD, DATA_DIR: '/nowhere/at/all', ...settings }),
        pino({ enabled: false }),
        () => undefined,
      )
    await expect(start('Kx9-Trambow')).rejects.toThrow(
      "OPERATOR_PASSWORD can't be used. Password must be at least 12 characters.",
    )
    await expect(start('password1234')).rejects.toThrow(messages.common)
    await expect(
      start('me-and-my-12-cats', { OPERATOR_EMAIL: 'cats@example.com' }),
    ).rejects.toThrow(messages.email)
  })
})
