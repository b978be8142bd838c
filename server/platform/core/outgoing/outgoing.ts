import type { Socket } from 'node:net'
import { createConnector } from './connect.ts'
import type { ConnectorOptions, ConnectionOptions } from './connect.ts'
import type { DnsResolver } from './dns.ts'
import { createExceptionMatcher } from './networks.ts'
import { sendRequest } from './sendRequest.ts'
import type { OutgoingResponse, OutgoingRequest } from './sendRequest.ts'
import { TestRateLimit } from './testRateLimit.ts'

/**
 * The only exit for requests whose target an operator entered (a test checks this). Rejects with
 * `NetworkError`, and `dns` with Node's errors.
 */
export type Outgoing = {
  request: (asked: OutgoingRequest) => Promise<OutgoingResponse>
  /** Opens a connection for another protocol. The caller must close it. */
  connect: (way: ConnectionOptions) => Promise<Socket>
  /** Queries the configured name servers, which may be internal. No operator's text names them. */
  dns: DnsResolver
  testRateLimit: TestRateLimit
  ca: string | undefined
  hasExceptions: boolean
  /** Whether an address is inside a network of `OUTBOUND_ALLOW`. */
  isException: (address: string) => boolean
}

export function createOutgoingNetwork({
  dns,
  now,
  ...options
}: ConnectorOptions & { dns: DnsResolver; now: () => number }): Outgoing {
  const open = createConnector(options)
  return {
    request: (request) => sendRequest(open, request),
    connect: open,
    dns,
    testRateLimit: new TestRateLimit(now),
    ca: options.ca,
    hasExceptions: options.exceptions.length > 0,
    isException: createExceptionMatcher(options.exceptions),
  }
}
