import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validatePasswordChange } from '#shared/areas/signIn/passwordChange.ts'

const validForm = { currentPassword: 'old one', password: 'new one', confirmPassword: 'new one' }

describe('spec.md section 5: the change-password form', () => {
  test.each([
    ['currentPassword', 'Current password is a required field'],
    ['password', 'Password is a required field'],
    ['confirmPassword', 'Confirm password is a required field'],
  ])('%s is required', (field, message) => {
    expect(validatePasswordChange({ ...validForm, [field]: '' })).toMatchObject({
      [field]: message,
    })
  })

  test('three filled fields with matching passwords have no errors', () => {
    expect(validatePasswordChange(validForm)).toEqual({})
  })

  test('a confirmation is rejected exactly if it differs from the password', () => {
    const nonEmpty = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(nonEmpty, nonEmpty, (password, confirmPassword) => {
        const { confirmPassword: error } = validatePasswordChange({
          ...validForm,
          password,
          confirmPassword,
        })
        expect(error).toBe(password === confirmPassword ? undefined : "The passwords don't match.")
      }),
    )
  })

  test('a missing confirmation is reported as required, not as different', () => {
    expect(validatePasswordChange({ ...validForm, confirmPassword: '' })).toEqual({
      confirmPassword: 'Confirm password is a required field',
    })
  })
})
