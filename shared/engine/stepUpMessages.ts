/** Texts that ask the signed-in user to confirm who they are, in a dialog and on a page. */
export const stepUpMessages = {
  title: "Confirm it's you",
  explanation: 'This action needs a recent confirmation. Your entries are kept.',
  methods: {
    password: { label: 'Password', submit: 'Confirm password' },
    totp: { label: 'Code from your authenticator app', submit: 'Confirm code' },
    recovery: { label: 'Recovery code', submit: 'Use recovery code' },
    passkey: { label: 'Passkey', submit: 'Use passkey' },
  },
  others: {
    password: 'Use the password',
    totp: 'Use the authenticator app',
    recovery: 'Use a recovery code',
    passkey: 'Use a passkey',
  },
  onlyPasskey:
    'You can confirm only with a passkey, which needs JavaScript. Turn on JavaScript, then try again.',
  noPassword: 'If your account has no password, sign out and sign in again.',
  notConfirmed: "We couldn't confirm that it's you. Try again.",
  cancel: 'Cancel',
  /** For "We couldn't load ...". */
  what: 'the confirmation',
} as const

export type StepUpMethod = keyof typeof stepUpMessages.methods

export const isStepUpMethod = (name: unknown): name is StepUpMethod =>
  typeof name === 'string' && Object.hasOwn(stepUpMessages.methods, name)
