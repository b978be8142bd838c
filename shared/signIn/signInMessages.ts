export const signInMessages = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  submit: 'Sign in',
  refused: 'The email or password is not right, or this account may not use the console.',
  throttled: (seconds: number) => `Too many tries. Try again in ${inWords(seconds)}.`,
  unreachable: 'The platform does not answer, so nobody can sign in now. Try again in a moment.',
  signedOut: 'You are signed out.',
  goOn: 'Sign in to continue to the page you asked for.',
} as const

export const googleMessages = {
  or: 'or',
  button: 'Continue with Google',
  failures: {
    refused: 'This Google account may not use the console.',
    cancelled: 'The sign-in with Google was cancelled.',
    expired: 'The sign-in with Google took too long, or went on in another tab. Try again.',
    throttled: 'Too many tries. Wait a few minutes and try again.',
    unavailable:
      'Google does not answer, so nobody can sign in with it now. Try again in a moment.',
    unreachable: 'The platform does not answer, so nobody can sign in now. Try again in a moment.',
  },
} as const

/** Seconds as "8 seconds" or "3 minutes", never shorter than the real wait. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
