/** Why a view of another account can't start. */
export const viewMessages = {
  body: 'The body must contain userId.',
  own: 'This is your own account. Choose another user.',
  cannotSignIn: "This user can't sign in to the console, so there's nothing to view.",
} as const
