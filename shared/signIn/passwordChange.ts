import { messages } from '../messages.ts'

/** What the Reset Password modal says, and the platform of the change. spec.md fixes the ones marked "spec". */
export const resetPasswordMessages = {
  title: 'Reset Password', // spec
  currentPassword: 'Enter Current password', // spec
  password: 'Enter password', // spec
  confirmPassword: 'Enter Confirm password', // spec
  generate: 'Generate Password', // spec
  close: 'Close', // spec
  submit: 'Change Password', // spec
  changed: 'Your password was changed. Other sign-ins of this account were ended.',
  failed: 'Your password was not changed.',
  wrongCurrent: 'The current password is not right.',
  what: 'changing passwords',
  rule: "Use at least 12 characters. Leave out your name and email address, and don't use a common password.",
  mismatch: 'Confirm password is not the same as the new password.',
  fields: {
    currentPassword: 'Current password',
    password: 'Password',
    confirmPassword: 'Confirm password',
  },
} as const

/** What the Reset Password modal holds (spec.md section 2). */
export interface PasswordChangeValues {
  currentPassword: string
  password: string
  confirmPassword: string
}

export type PasswordChangeErrors = Partial<Record<keyof PasswordChangeValues, string>>

/** All three fields are required (spec.md section 5), and the confirmation must equal the new password. */
export function passwordChangeErrors(values: PasswordChangeValues): PasswordChangeErrors {
  const { fields, mismatch } = resetPasswordMessages
  const required = messages.validation.required
  const errors: PasswordChangeErrors = {}
  if (!values.currentPassword) errors.currentPassword = required(fields.currentPassword)
  if (!values.password) errors.password = required(fields.password)
  if (!values.confirmPassword) errors.confirmPassword = required(fields.confirmPassword)
  else if (values.confirmPassword !== values.password) errors.confirmPassword = mismatch
  return errors
}
