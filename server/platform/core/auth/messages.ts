export const authMessages = {
  busy: 'Too many users are signing in right now. Try again in a few seconds.',
  apiKeyNotValid:
    "This API key isn't valid, expired, or was revoked, or its owner can't sign in. Check the key in the console.",
} as const
