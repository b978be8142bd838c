export const signInMessages = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  submit: 'Sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  refused: "The email or password isn't correct, or this account can't use the console.",
  throttled: (seconds: number) => `Too many attempts. Try again in ${formatWait(seconds)}.`,
  unreachable:
    "The platform isn't responding, so you can't sign in right now. Try again in a moment.",
  goOn: 'Sign in to continue to the page you requested.',
  wrongPasskey: "The passkey wasn't accepted. Try again, or sign in another way.",
  expired: 'This sign-in took too long or had too many attempts. Sign in again.',
} as const

export const googleSignInMessages = {
  or: 'or',
  button: 'Continue with Google',
  failures: {
    refused: "This Google account can't use the console.",
    cancelled: 'You canceled the Google sign-in.',
    expired: 'The Google sign-in took too long or was continued in another tab. Try again.',
    throttled: 'Too many attempts. Wait a few minutes, then try again.',
    unavailable:
      "Google isn't responding, so you can't sign in with it right now. Try again in a moment.",
    unreachable:
      "The platform isn't responding, so you can't sign in right now. Try again in a moment.",
  },
} as const

/** Formats seconds as "8 seconds" or "3 minutes", never shorter than the real wait. */
function formatWait(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
