import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as secure, TLSSocket } from 'node:tls'
import {
  createNetworkError,
  toNetworkError,
  NetworkError,
  networkTimeouts,
} from './networkError.ts'
import type { Endpoint } from './networkError.ts'
import { createBlockLists } from './networks.ts'
import type { Network } from './networks.ts'
import { outgoingMessages } from './messages.ts'

/**
 * The purposes of connections, each with its allowed ports and whether it can start without TLS.
 */
const connectionPurposes = {
  web: {
    takes: (port: number) => port === 443 || port >= 1024,
    notAllowed: outgoingMessages.webPortNotAllowed,
    mayBeOpen: false,
  },
  mail: {
    takes: (port: number) => [25, 465, 587, 2525].includes(port),
    notAllowed: outgoingMessages.mailPortNotAllowed,
    mayBeOpen: true, // STARTTLS follows.
  },
} as const

export type ConnectionOptions = Endpoint & {
  purpose: keyof typeof connectionPurposes
  encrypted: boolean
}

export type ConnectorOptions = {
  /** Internal networks that can be reached on any port and without TLS (`OUTBOUND_ALLOW`). */
  exceptions: readonly Network[]
  ca?: string
  lookup?: LookupFunction
  connectMs?: number
}

/** Opens a connection to a host that an operator entered. Rejects with a `NetworkError`. */
export type OpenConnection = (way: ConnectionOptions) => Promise<Socket>

/**
 * Creates the only way out: TCP to an address that is checked when connecting, with TLS on top,
 * since `tls.connect` doesn't check addresses.
 */
export function createConnector({
  exceptions,
  ca,
  lookup,
  connectMs = networkTimeouts.connect,
}: ConnectorOptions): OpenConnection {
  const blockLists = createBlockLists(exceptions)
  return async (options) => {
    const { host, port, encrypted } = options
    if (!isHostName(host)) throw createNetworkError('NOT_A_HOST', options)
    const destinationError = checkDestination(options)
    const socket = connect({
      host: toResolvableHost(host),
      port: isPort(port) ? port : 0,
      blockList: destinationError ? blockLists.unusual : blockLists.usual,
      ...(lookup ? { lookup } : {}),
    })
    try {
      await waitForSocket(socket, 'connect', connectMs)
      return encrypted ? await upgradeToTls(socket, host, { ca, connectMs }) : socket
    } catch (error) {
      socket.destroy()
      const networkError = toNetworkError(error, options)
      throw destinationError && networkError.code === 'ERR_IP_BLOCKED'
        ? destinationError
        : networkError
    }
  }
}

/** A resolver may read other texts as a different host. */
const isHostName = (host: string) => /^[^\s\p{Cc}/\\@]{1,253}$/u.test(host)

/** Names under `localhost` are this machine, which not every resolver knows (RFC 6761, 6.3). */
const toResolvableHost = (host: string) => (/\.localhost$/i.test(host) ? 'localhost' : host)

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536

function checkDestination({ purpose, port, encrypted }: ConnectionOptions): NetworkError | null {
  const { takes, notAllowed, mayBeOpen } = connectionPurposes[purpose]
  if (!encrypted && !mayBeOpen)
    return new NetworkError('NOT_ENCRYPTED', outgoingMessages.needsHttps)
  if (isPort(port) && takes(port)) return null
  return new NetworkError('PORT_NOT_ALLOWED', notAllowed(port))
}

async function upgradeToTls(
  socket: Socket,
  host: string,
  { ca, connectMs }: { ca: string | undefined; connectMs: number },
): Promise<Socket> {
  const upgraded = secure({
    socket,
    host,
    // A certificate for an IP address is compared with `host`. SNI allows only names.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
    // Unauthorized certificates are rejected below, where the error can still describe them.
    rejectUnauthorized: false,
  })
  await waitForSocket(upgraded, 'secureConnect', connectMs)
  const certificateError = findCertificateError(upgraded)
  if (certificateError) throw certificateError
  return upgraded
}

function findCertificateError(socket: TLSSocket): Error | null {
  if (socket.authorized) return null
  const { authorizationError: cause } = socket
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : cause
  const error = new Error('The certificate is refused', { cause })
  return Object.assign(error, { code: String(code), cert: socket.getPeerCertificate() })
}

/**
 * Checks TLS that a library started. Returns an error if its certificate isn't valid; null
 * otherwise, or without TLS.
 */
export function checkCertificate(socket: Socket, to: Endpoint): NetworkError | null {
  const error = socket instanceof TLSSocket && findCertificateError(socket)
  return error ? toNetworkError(error, to) : null
}

/** Waits for the event for at most `ms`, however slowly data arrives. */
async function waitForSocket(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  ms: number,
): Promise<void> {
  // Errors are handled here or by the socket's user. Nobody handles those of an abandoned socket.
  socket.on('error', () => {})
  const timeout = AbortSignal.timeout(ms)
  await once(socket, event, { signal: timeout }).catch((error: unknown) => {
    throw timeout.aborted ? Object.assign(new Error('Silent'), { code: 'ETIMEDOUT' }) : error
  })
}
