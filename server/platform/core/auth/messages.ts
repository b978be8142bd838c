export const authMessages = {
  busy: 'Too many users are signing in right now. Try again in a few seconds.',
} as const
