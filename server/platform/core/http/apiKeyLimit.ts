import type { Response } from 'express'
import { HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

/** How many calls one key can make in a minute, in each process. */
export const apiKeyLimit = { calls: 600, windowMs: 60_000 }

type Window = { calls: number; endsAt: number }

/** Counts the calls of each API key, in memory, in windows of one minute. */
export class ApiKeyLimit {
  readonly #windows = new Map<number, Window>()
  readonly #now: () => number

  /** `now` returns milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a call and says in headers how many are left (draft-ietf-httpapi-ratelimit-headers).
   * Rejects it with 429 if there were too many.
   */
  count(keyId: number, response: Response): void {
    const now = this.#now()
    const window = this.#getWindow(keyId, now)
    window.calls++
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    const remaining = Math.max(apiKeyLimit.calls - window.calls, 0)
    response.set({
      'RateLimit-Policy': `"key";q=${apiKeyLimit.calls};w=${apiKeyLimit.windowMs / 1000}`,
      RateLimit: `"key";r=${remaining};t=${seconds}`,
    })
    if (window.calls > apiKeyLimit.calls)
      throw new HttpError(429, 'throttled', httpMessages.apiKeyLimit(apiKeyLimit.calls), {
        retryAfter: seconds,
      })
  }

  #getWindow(keyId: number, now: number): Window {
    const current = this.#windows.get(keyId)
    if (current && current.endsAt > now) return current
    for (const [id, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(id)
    const window = { calls: 0, endsAt: now + apiKeyLimit.windowMs }
    this.#windows.set(keyId, window)
    return window
  }
}
