import { describe, expect, test } from 'vitest'
import { fieldErrorsOf } from '#shared/areas/signIn/signIn.ts'

const right = { email: 'operator@example.com', password: 'secret' }

describe('screens.md, Login: what keeps credentials from being sent', () => {
  test('right ones have no errors', () => {
    expect(fieldErrorsOf(right)).toEqual({})
  })

  test('both fields are required', () => {
    expect(fieldErrorsOf({ email: '', password: '' })).toEqual({
      email: 'Email is a required field',
      password: 'Password is a required field',
    })
  })

  test.each(['operator', 'operator@', '@example.com', 'two words@example.com'])(
    '%j is no e-mail address',
    (email) => {
      expect(fieldErrorsOf({ ...right, email })).toEqual({ email: 'Email is not valid.' })
    },
  )

  test('a password of blanks is a password: it is never trimmed', () => {
    expect(fieldErrorsOf({ ...right, password: '  ' })).toEqual({})
  })
})
