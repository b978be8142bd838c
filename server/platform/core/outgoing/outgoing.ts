import type { Socket } from 'node:net'
import { createConnector } from './connect.ts'
import type { ConnectorOptions, ConnectionOptions } from './connect.ts'
import type { DnsResolver } from './dns.ts'
import { createAddressChecker } from './networks.ts'
import { sendRequest } from './sendRequest.ts'
import type { OutgoingResponse, OutgoingRequest } from './sendRequest.ts'
import { TestRateLimit } from './testRateLimit.ts'

/** The one door for whatever an operator's text decides (a test says so). Rejects with `OutgoingFault`, `dns` with Node's errors. */
export type Outgoing = {
  request: (asked: OutgoingRequest) => Promise<OutgoingResponse>
  /** A connection for a protocol of one's own, which is whoever asked for it to close. */
  connect: (way: ConnectionOptions) => Promise<Socket>
  /** Asks the configured name servers, which may be inside: no text of an operator names them. */
  dns: DnsResolver
  testRateLimit: TestRateLimit
  ca: string | undefined
  hasExceptions: boolean
  /** Whether an address is inside a network of `OUTBOUND_ALLOW`. */
  isException: (address: string) => boolean
}

export function createOutgoing({
  dns,
  now,
  ...options
}: ConnectorOptions & { dns: DnsResolver; now: () => number }): Outgoing {
  const open = createConnector(options)
  return {
    request: (asked) => sendRequest(open, asked),
    connect: open,
    dns,
    testRateLimit: new TestRateLimit(now),
    ca: options.ca,
    hasExceptions: options.exceptions.length > 0,
    isException: createAddressChecker(options.exceptions),
  }
}
