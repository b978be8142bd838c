import { factorSignInMessages } from '#shared/areas/signIn/secondFactorMessages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'

/** Texts about second factors: rejections of calls, and what the logs and emails say. */
export const factorMessages = {
  app: 'authenticator app',
  names: {
    totp: 'Authenticator app',
    recovery: 'Recovery code',
    passkey: 'Passkey',
    password: 'Password',
  },
  required: 'Confirm this sign-in with your second factor.',
  enroll: 'Your account needs a second factor. Set one up to sign in.',
  tooLate: 'This request has expired or was already used. Try again.',
  expired: 'This sign-in took too long or had too many attempts. Sign in again.',
  wrongCode: factorSignInMessages.wrongCode,
  wrongRecoveryCode: factorSignInMessages.wrongRecoveryCode,
  wrongPasskey: signInMessages.wrongPasskey,
  wrongPassword: "The password isn't correct.",
  clonedPasskey:
    'This passkey was rejected because it seems to be a copy. Use another second factor, then remove this passkey.',
  clonedCause: "The passkey's counter went backward, so another device may have a copy.",
  proofBody: 'The body must contain the method and its code, password, or response.',
  challengeBody: 'The body must contain challenge.',
  passkeyBody: 'The body must contain challenge and response.',
  codeBody: 'The body must contain code.',
  newPasskeyBody: 'The body must contain challenge, name, and response.',
  nameBody: 'The body must contain name.',
  hasTotp: 'Your account already has an authenticator app. Remove it first.',
  noTotp: 'Start setting up the authenticator app first.',
  tooManyPasskeys: (count: number) =>
    `An account can have at most ${count} passkeys. Remove one first.`,
  passkeyNotAdded: "The passkey couldn't be added. Try again.",
  passkeyTaken: 'This passkey has already been added.',
  needsFactor: 'Your account needs a second factor. Add another one first.',
  noFactor: 'Add an authenticator app or a passkey first. Recovery codes are only a backup.',
} as const
