import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validatePasswordChange } from '#shared/areas/signIn/passwordChange.ts'

const right = { currentPassword: 'old one', password: 'new one', confirmPassword: 'new one' }

describe('spec.md section 5: the change-password form', () => {
  test.each([
    ['currentPassword', 'Current password is a required field'],
    ['password', 'Password is a required field'],
    ['confirmPassword', 'Confirm password is a required field'],
  ])('%s is required', (field, message) => {
    expect(validatePasswordChange({ ...right, [field]: '' })).toMatchObject({ [field]: message })
  })

  test('three fields that are filled and agree have no errors', () => {
    expect(validatePasswordChange(right)).toEqual({})
  })

  test('any password that differs from its confirmation is refused, and none that equals it', () => {
    const typed = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(typed, typed, (password, confirmPassword) => {
        const { confirmPassword: error } = validatePasswordChange({
          ...right,
          password,
          confirmPassword,
        })
        expect(error).toBe(password === confirmPassword ? undefined : "The passwords don't match.")
      }),
    )
  })

  test('a confirmation that is missing is named as missing, not as different', () => {
    expect(validatePasswordChange({ ...right, confirmPassword: '' })).toEqual({
      confirmPassword: 'Confirm password is a required field',
    })
  })
})
