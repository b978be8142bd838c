import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

/** http.md "Sign-in": after this many failures, a wait that doubles from the first to the longest. Milliseconds. */
const freeFailures = 5
const firstWait = 1000
const longestWait = 15 * 60_000
/** A count is forgotten this long after its last failure. */
const forgottenAfter = 60 * 60_000

type Count = { failures: number; lastAt: number }

export type Attempt = {
  /** The wait begins now. */
  failed(): void
  /** What this account failed before is forgotten, on its network too. */
  succeeded(): void
  /** The platform could not tell: the attempt does not count. */
  undecided(): void
}

/**
 * Slows guessing down, per account and per client network, in the memory of this process. Every attempt counts as failed
 * until it is known better, so that many at once are not many for one.
 */
export class Throttle {
  readonly #counts = new Map<string, Count>()
  readonly #now: () => number
  readonly #remembered: number

  /** `now` in milliseconds; `remembered` is how many accounts and networks are counted at once. */
  constructor(now: () => number = () => performance.now(), remembered = 50_000) {
    this.#now = now
    this.#remembered = remembered
  }

  /** Begins an attempt, or answers the seconds to wait. Whether the account exists makes no difference. */
  attempt(accountName: string, address: string): Attempt | number {
    const account = accountKey(accountName)
    const network = networkOf(address)
    const wait = Math.max(this.#waitOf(account), this.#waitOf(network))
    if (wait > 0) return Math.ceil(wait / 1000)
    const before = { account: this.#countOf(account), network: this.#countOf(network) }
    this.#add(account, 1, this.#now())
    this.#add(network, 1, this.#now())
    return {
      failed: () => {
        this.#add(account, 0, this.#now())
        this.#add(network, 0, this.#now())
      },
      succeeded: () => {
        const { failures } = this.#countOf(account)
        this.#add(account, -failures, 0)
        this.#add(network, -failures, before.network.lastAt)
      },
      undecided: () => {
        this.#add(account, -1, before.account.lastAt)
        this.#add(network, -1, before.network.lastAt)
      },
    }
  }

  #waitOf(key: string): number {
    const { failures, lastAt } = this.#countOf(key)
    if (failures < freeFailures) return 0
    const wait = Math.min(firstWait * 2 ** (failures - freeFailures), longestWait)
    return lastAt + wait - this.#now()
  }

  #countOf(key: string): Count {
    const count = this.#counts.get(key)
    const isKnown = count && this.#now() - count.lastAt <= forgottenAfter
    return isKnown ? count : { failures: 0, lastAt: this.#now() }
  }

  #add(key: string, change: number, lastAt: number): void {
    const failures = Math.max(this.#countOf(key).failures + change, 0)
    // Set anew, so that the map stays in the order of the last change.
    this.#counts.delete(key)
    if (failures > 0) this.#counts.set(key, { failures, lastAt })
    const [longestQuiet] = this.#counts.keys()
    if (longestQuiet !== undefined && this.#counts.size > this.#remembered)
      this.#counts.delete(longestQuiet)
  }
}

/** Of one size whatever was typed, and no list of addresses in memory. */
const accountKey = (account: string) =>
  `account ${createHash('sha256').update(account.normalize('NFKC').trim().toLowerCase()).digest('base64')}`

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what one client can usually choose from. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? ''
  if (isIPv4(plain)) return `network ${plain.split('.').slice(0, 3).join('.')}`
  if (isIPv6(plain)) return `network ${groupsOf(plain).slice(0, 4).join(':')}`
  return 'network unknown'
}

/** The groups of an IPv6 address with `::` written out, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(8 - left.length - right.length, 0) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
