/** The identity in a genuine token. The email address counts only if it's verified. */
type GoogleIdentity = { sub: string; email: string; verified: boolean; expiresAt: Date }

/**
 * Verifies a token. Null if it isn't genuine, not for us, not for this nonce, or expired; throws an
 * `HttpError` if that can't be checked now.
 */
export type VerifyIdToken = (
  token: { idToken: string; nonce: string },
  now: Date,
) => Promise<GoogleIdentity | null>
