/**
 * Accounts that signed in from a network or device, in memory. The least recently used are dropped
 * first.
 */
export class KnownVisitors {
  readonly #known = new Set<string>()
  readonly #remembered: number

  constructor(remembered = 20_000) {
    this.#remembered = remembered
  }

  add(account: string, place: string): void {
    const entry = `${account} ${place}`
    this.#known.delete(entry)
    this.#known.add(entry)
    const [oldest] = this.#known
    if (oldest !== undefined && this.#known.size > this.#remembered) this.#known.delete(oldest)
  }

  has(account: string, place: string): boolean {
    return this.#known.has(`${account} ${place}`)
  }
}
