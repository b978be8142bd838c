import { Refusal } from '../platform/refusal.ts'
import { outgoingMessages } from './messages.ts'

const [most, withinMs] = [10, 60_000]

/** Counts what operators have asked others for, in the memory of this process: ten tries a minute each. */
export class Tries {
  readonly #made = new Map<number, number[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one try of this account, or refuses it with 429. */
  take(account: number): void {
    const now = this.#now()
    for (const [one, times] of this.#made)
      if ((times.at(-1) ?? 0) <= now - withinMs) this.#made.delete(one)
    const made = (this.#made.get(account) ?? []).filter((at) => at > now - withinMs)
    if (made.length >= most) {
      const wait = Math.ceil(((made[0] ?? now) + withinMs - now) / 1000)
      throw new Refusal(429, 'throttled', outgoingMessages.attemptsLimit(most, wait), {
        retryAfter: wait,
      })
    }
    this.#made.set(account, [...made, now])
  }
}
