import type { Socket } from 'node:net'
import { opener } from './connect.ts'
import type { Options, Way } from './connect.ts'
import type { DnsResolver } from './dns.ts'
import { addressChecker } from './networks.ts'
import { request } from './request.ts'
import type { Reply, Request } from './request.ts'
import { Tries } from './tries.ts'

/** The one door for whatever an operator's text decides (a test says so). Rejects with `OutgoingFault`, `dns` with Node's errors. */
export type Outgoing = {
  request: (asked: Request) => Promise<Reply>
  /** A connection for a protocol of one's own, which is whoever asked for it to close. */
  connect: (way: Way) => Promise<Socket>
  /** Asks the configured name servers, which may be inside: no text of an operator names them. */
  dns: DnsResolver
  tries: Tries
  ca: string | undefined
  hasExceptions: boolean
  /** Whether an address is inside a network of `OUTBOUND_ALLOW`. */
  isException: (address: string) => boolean
}

export function outgoing({
  dns,
  now,
  ...options
}: Options & { dns: DnsResolver; now: () => number }): Outgoing {
  const open = opener(options)
  return {
    request: (asked) => request(open, asked),
    connect: open,
    dns,
    tries: new Tries(now),
    ca: options.ca,
    hasExceptions: options.exceptions.length > 0,
    isException: addressChecker(options.exceptions),
  }
}
