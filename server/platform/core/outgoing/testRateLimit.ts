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
    for (const [one, times] of this.#made)
      if ((times.at(-1) ?? 0) <= now - windowMs) this.#made.delete(one)
    const made = (this.#made.get(account) ?? []).filter((at) => at > now - windowMs)
    if (made.length >= maxTests) {
      const wait = Math.ceil(((made[0] ?? now) + windowMs - now) / 1000)
      throw new HttpError(429, 'throttled', outgoingMessages.attemptsLimit(maxTests, wait), {
        retryAfter: wait,
      })
    }
    this.#made.set(account, [...made, now])
  }
}
