import type { Rejection } from '../edge/problems.ts'
import { toTokenKey } from './toTokenKey.ts'

/** Less than the 5 s within which a revoked token must stop working. */
const confirmationMs = 4000
const maxConfirmedSessions = 10_000

type Confirmation = { expiresAt: number; rejection: Promise<Rejection | null> }

/** Sessions that the platform has just confirmed, so that not every write asks it again. */
export class ConfirmedSessions {
  readonly #confirmations = new Map<string, Confirmation>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Returns null for a confirmed session, else the rejection. Concurrent calls share one request.
   */
  async confirm(
    token: string,
    checkSession: () => Promise<Rejection | null>,
  ): Promise<Rejection | null> {
    const key = toTokenKey(token)
    const existing = this.#confirmations.get(key)
    if (existing && existing.expiresAt > this.#now()) return existing.rejection
    // Starts the time at the request, because the response may describe an earlier state.
    const confirmation = { expiresAt: this.#now() + confirmationMs, rejection: checkSession() }
    this.#save(key, confirmation)
    let rejection: Rejection | null | undefined
    try {
      rejection = await confirmation.rejection
      return rejection
    } finally {
      if (rejection !== null && this.#confirmations.get(key) === confirmation)
        this.#confirmations.delete(key)
    }
  }

  /** Makes the next write ask the platform again. */
  delete(token: string): void {
    this.#confirmations.delete(toTokenKey(token))
  }

  #save(key: string, confirmation: Confirmation): void {
    this.#confirmations.delete(key)
    this.#confirmations.set(key, confirmation)
    const [oldest] = this.#confirmations.keys()
    if (oldest !== undefined && this.#confirmations.size > maxConfirmedSessions)
      this.#confirmations.delete(oldest)
  }
}
