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
  mismatch: 'Confirm password is not the same as the new password.',
  fields: {
    currentPassword: 'Current password',
    password: 'Password',
    confirmPassword: 'Confirm password',
  },
} as const
