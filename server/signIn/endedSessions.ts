import type { Response } from 'express'

/** How many ended sessions are remembered; the oldest are forgotten first. */
const remembered = 10_000

/**
 * The sessions that this process told a browser had ended, and when. A 401 for a request that arrived before that is
 * old news: it must not delete the cookies of a newer sign-in (decision in README.md).
 */
export class EndedSessions {
  readonly #endedAt = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** What one request may ask and say; `token` is the one it carries. */
  forRequest(token: string | undefined) {
    const arrivedAt = this.#now()
    return {
      end: () => {
        if (token === undefined) return
        this.#endedAt.delete(token)
        this.#endedAt.set(token, this.#now())
        const [oldest] = this.#endedAt.keys()
        if (oldest !== undefined && this.#endedAt.size > remembered) this.#endedAt.delete(oldest)
      },
      hasEndedSinceArrival: () =>
        token === undefined || (this.#endedAt.get(token) ?? -Infinity) >= arrivedAt,
    }
  }
}

type OfRequest = ReturnType<EndedSessions['forRequest']>

/** Set by `readVisitor` on every answer that can touch cookies. */
export const endedSessionsOf = (res: Response): OfRequest => res.locals['endedSessions']
