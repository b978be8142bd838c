import { stepUpMinutes } from '#shared/engine/stepUp.ts'
import { forbidden, HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'
import { authMessages } from './messages.ts'
import type { Account, Caller } from './tokens.ts'

/** The session of a caller; accounts that run jobs have none. */
type MaybeSession = Account & Partial<Pick<Caller, 'factorConfirmedAt' | 'apiKey'>>

/** Whether the caller's session proved a second factor within the last ten minutes. */
export function hasRecentFactor({ factorConfirmedAt }: MaybeSession, now: string): boolean {
  if (!factorConfirmedAt) return false
  return Date.parse(now) - Date.parse(factorConfirmedAt) <= stepUpMinutes * 60_000
}

/**
 * Rejects a caller with 403 unless the session proved a second factor within the last ten minutes,
 * or the password if the account has none. The console then asks for it and repeats the call. API
 * keys have no factor.
 */
export function requireRecentFactor(caller: MaybeSession, now: string): void {
  if (caller.apiKey) throw forbidden(httpMessages.apiKeyAttended)
  if (!hasRecentFactor(caller, now))
    throw new HttpError(403, 'step_up_required', authMessages.stepUp)
}
