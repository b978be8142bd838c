import { describe, expect, test } from 'vitest'
import { validateCredentials } from '#shared/areas/signIn/signIn.ts'

const right = { email: 'operator@example.com', password: 'secret' }

describe('screens.md, Login: what keeps credentials from being sent', () => {
  test('right ones have no errors', () => {
    expect(validateCredentials(right)).toEqual({})
  })

  test('both fields are required', () => {
    expect(validateCredentials({ email: '', password: '' })).toEqual({
      email: 'Email is a required field',
      password: 'Password is a required field',
    })
  })

  test.each(['operator', 'operator@', '@example.com', 'two words@example.com'])(
    '%j is no e-mail address',
    (email) => {
      expect(validateCredentials({ ...right, email })).toEqual({ email: 'Email is not valid.' })
    },
  )

  test('a password of blanks is a password: it is never trimmed', () => {
    expect(validateCredentials({ ...right, password: '  ' })).toEqual({})
  })
})
