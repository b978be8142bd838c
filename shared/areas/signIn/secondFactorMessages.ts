/** Texts about second factors, for the sign-in page and the platform. */
export const factorSignInMessages = {
  passkeyName: 'Name',
  passkeyNameHint: 'For example, Work laptop.',
  passkeyButton: 'Sign in with a passkey',
  secondFactor: 'Confirm this sign-in with your second factor.',
  wrongFactor: "The second factor wasn't accepted.",
  noPasskeys: "This platform doesn't support passkeys. Sign in with your password.",
  wrongCode:
    "The code isn't correct, or it was used before. Enter the code that the app shows now.",
  wrongRecoveryCode: "The recovery code isn't correct, or it was used before.",
} as const
