export const authMessages = {
  busy: 'Too many users are signing in right now. Try again in a few seconds.',
  stepUp: "Confirm that it's you, then try again. This action needs a recent confirmation.",
} as const
