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
      title: 'Locked out',
      explanation:
        'Use a recovery code if you have one. Otherwise, ask an admin to reset your second factors under Users.',
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
    lockedOut: 'I lost my device and recovery codes',
  },
  passkeyButton: 'Use passkey',
  needsScript: 'Passkeys need JavaScript. Choose another way, or turn JavaScript on.',
  cancel: 'Cancel sign-in',
  qrCode: 'QR code for the authenticator app',
  secret: "If you can't scan it, enter this key in the app:",
} as const
