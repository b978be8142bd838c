import { HttpError } from '../platform/httpError.ts'
import { outgoingMessages } from './messages.ts'

const [maxTests, windowMs] = [10, 60_000]

/**
 * Limits how often each account can make us call others: ten attempts per minute, counted in this
 * process.
 */
export class TestRateLimit {
  readonly #made = new Map<number, number[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one attempt of this account, or rejects it with 429. */
  consume(account: number): void {
    const now = this.#now()
    for (const [accountId, times] of this.#made)
      if ((times.at(-1) ?? 0) <= now - windowMs) this.#made.delete(accountId)
    const attempts = (this.#made.get(account) ?? []).filter((time) => time > now - windowMs)
    if (attempts.length >= maxTests) {
      const waitSeconds = Math.ceil(((attempts[0] ?? now) + windowMs - now) / 1000)
      throw new HttpError(429, 'throttled', outgoingMessages.attemptsLimit(maxTests, waitSeconds), {
        retryAfter: waitSeconds,
      })
    }
    this.#made.set(account, [...attempts, now])
  }
}
