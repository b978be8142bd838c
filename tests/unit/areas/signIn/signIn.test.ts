import { describe, expect, test } from 'vitest'
import { validateCredentials } from '#shared/areas/signIn/signIn.ts'

const validCredentials = { email: 'operator@example.com', password: 'secret' }

describe('screens.md, Login: validation of credentials', () => {
  test('valid credentials have no errors', () => {
    expect(validateCredentials(validCredentials)).toEqual({})
  })

  test('both fields are required', () => {
    expect(validateCredentials({ email: '', password: '' })).toEqual({
      email: 'Email is a required field',
      password: 'Password is a required field',
    })
  })

  test.each(['operator', 'operator@', '@example.com', 'two words@example.com'])(
    '%j is not an email address',
    (email) => {
      expect(validateCredentials({ ...validCredentials, email })).toEqual({
        email: 'Email is not valid.',
      })
    },
  )

  test('a password of spaces is valid, because passwords are never trimmed', () => {
    expect(validateCredentials({ ...validCredentials, password: '  ' })).toEqual({})
  })
})
