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

/** Texts of the second step of a sign-in. */
export const secondFactorMessages = {
  steps: {
    totp: {
      title: 'Authenticator app',
      explanation: 'Enter the 6-digit code that your authenticator app shows.',
    },
    passkey: {
      title: 'Passkey',
      explanation: 'Confirm with your fingerprint, face, PIN, or security key.',
    },
    recovery: {
      title: 'Recovery code',
      explanation: 'Enter one of the recovery codes that you saved. Each code works once.',
    },
    enrolling: {
      title: 'Set up a second factor',
      explanation:
        'Your account needs a second factor. Scan the QR code with an authenticator app, then enter the code that the app shows.',
    },
    lockedOut: {
      title: 'No way to confirm',
      explanation:
        'Use a recovery code if you have one. Otherwise, ask an admin to reset your second factors under Users. Then sign in with your password and set them up again.',
    },
  },
  codes: {
    totp: { label: 'Code', submit: 'Confirm code' },
    recovery: { label: 'Recovery code', submit: 'Use recovery code' },
  },
  ways: {
    passkey: 'Use a passkey',
    totp: 'Use the authenticator app',
    recovery: 'Use a recovery code',
    lockedOut: 'I lost my device and my codes',
  },
  usePasskey: 'Use passkey',
  needsScript: 'Passkeys need JavaScript. Choose another way, or turn JavaScript on.',
  cancel: 'Cancel sign-in',
  qrCode: 'QR code for the authenticator app',
  secret: "If you can't scan it, enter this key in the app:",
} as const
