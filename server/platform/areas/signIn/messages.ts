/**
 * Texts about sign-in and accounts. Strangers read the rejections, so each one says as little as
 * the others.
 */
export const accountMessages = {
  notCorrect: "The email or password isn't correct.",
  ssoRequired: "This store requires single sign-on. Sign in through the store's identity provider.",
  mustWait: 'Too many failed attempts, so the next one is delayed.',
  google: 'Google',
  googleRejected: "This Google account can't sign in.",
  otherGoogleAccount:
    'This email address is linked to a different Google account. To unlink that account, ask an admin for a password reset link, then set a new password.',
  providerUnreachable:
    "We couldn't check the token because the sign-in provider isn't responding. Try again in a moment.",
  ownPasswordOnly: 'You can change only your own password with this call.',
  passwordBody:
    "The body must contain the account's ID, currentPassword, new_password, and confirmPassword.",
  devicesBody: 'The body must contain email and devices.',
  googleBody: 'The body must contain idToken and nonce.',
  superAdministrators: 'Super administrators',
  operator: 'Platform Operator',
} as const
