/**
 * Why a sign-in at a provider failed, with what to do. The visitor has proved who they are at the
 * provider, so these say more than a wrong password does.
 */
export const providerFailures = {
  cancelled: 'You canceled the sign-in, or the provider rejected it. Try again.',
  expired: 'The sign-in took too long or was continued in another tab. Try again.',
  throttled: 'Too many attempts. Wait a few minutes, then try again.',
  unavailable:
    'The provider rejected our request or sent an unexpected response. Ask an admin to test this sign-in provider.',
  unreachable:
    "The platform isn't responding, so you can't sign in right now. Try again in a moment.",
  notActive: "This sign-in provider isn't active. Sign in another way, or ask an admin.",
  unverified:
    "The provider doesn't say that your email address is verified. Verify it there, then try again.",
  otherDomain:
    "Your email address isn't in a domain that can sign in with this provider. Use another account, or ask an admin.",
  unknown: "You don't have an account here yet. Ask an admin to invite you.",
  inactive:
    "Your account isn't active. Open the link in your invitation, or ask an admin to activate it.",
  otherAccount:
    'Your email address belongs to another account at this provider. Ask an admin for help.',
} as const

export type ProviderFailure = keyof typeof providerFailures

export const isProviderFailure = (code: unknown): code is ProviderFailure =>
  typeof code === 'string' && Object.hasOwn(providerFailures, code)
