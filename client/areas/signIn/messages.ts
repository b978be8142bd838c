/** Texts of the page that accepts an invitation or sets a new password. */
export const invitationMessages = {
  welcome: 'Welcome',
  newPassword: 'Choose a new password',
  explanation: (email: string) => `Choose a password for ${email}, then use it to sign in.`,
  confirmPassword: 'Confirm password',
  mismatch: "The passwords don't match.",
  submit: 'Set password',
  linkNotValid: "This link doesn't work",
  linkNotValidExplanation:
    'This link has already been used, has expired, or was replaced. Ask the sender for a new one.',
} as const

/** Texts for a link in an email about an alert, which works without sign-in. */
export const alertLinkMessages = {
  alert: 'Alert',
  acknowledge: 'Acknowledge',
  acknowledged: 'You acknowledged this alert.',
  snooze: 'Snooze for 1 day',
  snoozed: 'This alert is snoozed.',
  explanation: (email: string) =>
    `The link was sent to ${email}, so you don't need to sign in for this. Sign in to assign the alert or to comment.`,
} as const
