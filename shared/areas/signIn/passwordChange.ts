import { messages } from '#shared/messages.ts'
import { resetPasswordMessages } from './passwordMessages.ts'

/** The values of the Reset Password modal (spec.md section 2). */
export interface PasswordChangeValues {
  currentPassword: string
  password: string
  confirmPassword: string
}

export type PasswordChangeErrors = Partial<Record<keyof PasswordChangeValues, string>>

/**
 * Validates the modal: all three fields are required (spec.md section 5), and the confirmation must
 * equal the new password.
 */
export function validatePasswordChange(values: PasswordChangeValues): PasswordChangeErrors {
  const { fields, mismatch } = resetPasswordMessages
  const required = messages.validation.required
  const errors: PasswordChangeErrors = {}
  if (!values.currentPassword) errors.currentPassword = required(fields.currentPassword)
  if (!values.password) errors.password = required(fields.password)
  if (!values.confirmPassword) errors.confirmPassword = required(fields.confirmPassword)
  else if (values.confirmPassword !== values.password) errors.confirmPassword = mismatch
  return errors
}
