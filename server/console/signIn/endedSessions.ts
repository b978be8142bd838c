import type { Response } from 'express'
import { toTokenKey } from './toTokenKey.ts'

const maxEndedSessions = 10_000

/**
 * Sessions that ended, and when: a 401 for an older request must not delete the cookies of a newer
 * sign-in (server/docs/decisions/0005-late-401-answers.md).
 */
export class EndedSessions {
  readonly #endedAt = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  trackRequest(token: string | undefined) {
    const arrivedAt = this.#now()
    return {
      end: () => {
        if (token === undefined) return
        const key = toTokenKey(token)
        this.#endedAt.delete(key)
        this.#endedAt.set(key, this.#now())
        const [oldest] = this.#endedAt.keys()
        if (oldest !== undefined && this.#endedAt.size > maxEndedSessions)
          this.#endedAt.delete(oldest)
      },
      hasEndedSinceArrival: () =>
        token === undefined || (this.#endedAt.get(toTokenKey(token)) ?? -Infinity) >= arrivedAt,
    }
  }
}

type SessionTracker = ReturnType<EndedSessions['trackRequest']>

/** Returns the session that `readVisitor` set on every response that can change cookies. */
export const getSessionTracker = (res: Response): SessionTracker => res.locals['endedSessions']
