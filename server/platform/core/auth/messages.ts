export const authMessages = {
  busy: 'Too many users are signing in right now. Try again in a few seconds.',
  apiKeyNotValid:
    "This API key doesn't exist, has expired, or was revoked, or its owner can't sign in. Check the key in the console.",
  stepUp: "Confirm that it's you, then try again. This action needs a recent confirmation.",
} as const
