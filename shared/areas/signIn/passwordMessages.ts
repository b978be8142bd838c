/**
 * Texts of the Reset Password modal, and the platform's texts about the change. spec.md fixes the
 * ones marked "spec".
 */
export const resetPasswordMessages = {
  title: 'Reset Password', // spec
  currentPassword: 'Enter Current password', // spec
  password: 'Enter password', // spec
  confirmPassword: 'Enter Confirm password', // spec
  generate: 'Generate Password', // spec
  close: 'Close', // spec
  submit: 'Change Password', // spec
  changed: 'Your password was changed. You were signed out everywhere else.',
  failed: "Your password wasn't changed.",
  wrongCurrent: "The current password isn't correct.",
  what: 'changing passwords',
  rule: "Use at least 12 characters. Leave out your name and email address, and don't use a common password.",
  mismatch: "The passwords don't match.",
  fields: {
    currentPassword: 'Current password',
    password: 'Password',
    confirmPassword: 'Confirm password',
  },
} as const
