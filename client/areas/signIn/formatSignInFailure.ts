import type { SignInFailure } from '#machines/session.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'

/** Returns the same neutral text for wrong credentials and for accounts that may not sign in. */
export function formatSignInFailure({ code, retryAfter }: SignInFailure): string {
  const { failures } = messages
  if (code === 'refused' || code === 'signed_out') return signInMessages.refused
  if (code === 'challenge_expired') return signInMessages.expired
  if (code === 'wrong_factor') return signInMessages.wrongPasskey
  if (code === 'throttled') return signInMessages.throttled(retryAfter ?? 1)
  if (code === 'network') return failures.network
  return signInMessages.unreachable
}
