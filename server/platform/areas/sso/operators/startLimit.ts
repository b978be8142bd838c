import { toNetworkKey } from '#shared/throttle.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { providerMessages } from './messages.ts'

const maxStartsPerMinute = 60
const windowMs = 60_000

/**
 * Limits the sign-ins that a network starts in a minute, because each saves a row and sends the
 * provider a request.
 */
export class StartLimit {
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  /** Rejects with 429 if the network started too many. */
  count(address: string, now: Date): void {
    if (now.getTime() >= this.#endsAt) {
      this.#counts.clear()
      this.#endsAt = now.getTime() + windowMs
    }
    const network = toNetworkKey(address)
    const starts = (this.#counts.get(network) ?? 0) + 1
    this.#counts.set(network, starts)
    if (starts <= maxStartsPerMinute) return
    const retryAfter = Math.ceil((this.#endsAt - now.getTime()) / 1000)
    throw new HttpError(429, 'throttled', providerMessages.tooMany, { retryAfter })
  }
}
