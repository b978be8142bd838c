import { HttpError } from '../platform/httpError.ts'
import { outgoingMessages } from './messages.ts'

const [maxTests, windowMs] = [10, 60_000]

/** Counts what operators have asked others for, in the memory of this process: ten tries a minute each. */
export class TestRateLimit {
  readonly #made = new Map<number, number[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one try of this account, or refuses it with 429. */
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
