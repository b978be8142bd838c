/**
 * http.md "Sign-in": after this many failures, each attempt has to wait. The wait doubles from the
 * first to the longest. Milliseconds.
 */
const freeFailures = 5
const firstWaitMs = 1000
const maxWaitMs = 15 * 60_000
const resetAfterMs = 60 * 60_000

type FailureCount = { failures: number; lastAt: number }

export type ThrottledAttempt = {
  wait: number
  failed(): void
  /** Clears the account's earlier failures, on its network too. */
  succeeded(): void
  /** The platform couldn't decide, so the attempt doesn't count. */
  undecided(): void
}

type ThrottleKey = { name: string; free?: number }

/**
 * Slows down password guessing per account and network, in memory. An attempt counts as failed
 * until its result is known, because several can run at the same time.
 */
export class Throttle {
  readonly #counts = new Map<string, FailureCount>()
  readonly #now: () => number
  readonly #remembered: number

  /**
   * `now` returns milliseconds; `remembered` is the maximum number of accounts and networks that
   * are counted at once.
   */
  constructor(now: () => number, remembered = 50_000) {
    this.#now = now
    this.#remembered = remembered
  }

  /** Starts an attempt, or returns the seconds to wait, whether or not the account exists. */
  attempt(account: ThrottleKey, network?: ThrottleKey): ThrottledAttempt | number {
    const throttleKeys = network ? [account, network] : [account]
    const getLongestWait = () =>
      Math.ceil(Math.max(...throttleKeys.map((key) => this.#waitOf(key)), 0) / 1000)
    const wait = getLongestWait()
    if (wait > 0) return wait
    const previousTimes = throttleKeys.map(({ name }) => ({
      name,
      lastAt: this.#countOf(name).lastAt,
    }))
    const addToAll = (change: number) =>
      throttleKeys.forEach(({ name }) => this.#add(name, change, this.#now()))
    addToAll(1)
    return {
      wait: getLongestWait(),
      failed: () => addToAll(0),
      succeeded: () => {
        const { failures } = this.#countOf(account.name)
        for (const { name, lastAt } of previousTimes) this.#add(name, -failures, lastAt)
      },
      undecided: () => {
        for (const { name, lastAt } of previousTimes) this.#add(name, -1, lastAt)
      },
    }
  }

  #waitOf({ name, free = freeFailures }: ThrottleKey): number {
    const { failures, lastAt } = this.#countOf(name)
    if (failures < free) return 0
    const wait = Math.min(firstWaitMs * 2 ** (failures - free), maxWaitMs)
    return lastAt + wait - this.#now()
  }

  #countOf(key: string): FailureCount {
    const count = this.#counts.get(key)
    const isRecent = count && this.#now() - count.lastAt <= resetAfterMs
    return isRecent ? count : { failures: 0, lastAt: this.#now() }
  }

  #add(key: string, change: number, lastAt: number): void {
    const failures = Math.max(this.#countOf(key).failures + change, 0)
    // Deletes the key first, so that the map stays in the order of the last change.
    this.#counts.delete(key)
    if (failures > 0) this.#counts.set(key, { failures, lastAt })
    const [longestQuiet] = this.#counts.keys()
    if (longestQuiet !== undefined && this.#counts.size > this.#remembered)
      this.#counts.delete(longestQuiet)
  }
}

/** Returns the key of an account, independent of spelling variants of its name. */
export const toAccountKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/**
 * Returns the /24 of an IPv4 address or the /64 of an IPv6 address: the range that one client can
 * usually choose from.
 */
export function toNetworkKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? ''
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(plain))
    return `network ${plain.split('.').slice(0, 3).join('.')}`
  if (/^[\da-f]*(:[\da-f.]*){2,7}$/i.test(plain))
    return `network ${expandIpv6(plain).slice(0, 4).join(':')}`
  return 'network unknown'
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(8 - left.length - right.length, 0) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
