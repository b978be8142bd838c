import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { getSecurityHeaders } from '../edge/securityHeaders.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import { maxCallMs } from '../proxy/upstream.ts'
import { once } from 'node:events'
import { StartupError } from '../settings.ts'
import { portMessages } from './messages.ts'

/** http.md "Process", in milliseconds. */
const drainAcceptMs = 3000
const drainFinishMs = 10_000

/** How long a server that is about to close accepts waiting connections at most, in milliseconds. */
const maxAcceptMs = 1000

/** A turn of the event loop shorter than this, in milliseconds, hardly misses a new connection. */
const shortTurnMs = 1

/** How long the rest of a body is still read after a response that closes the connection. */
const lingerMs = 5000

type ConsoleServer = {
  server: Server
  /**
   * Aborts `ending`, accepts requests for 3 more seconds, and resolves when all requests in flight
   * are finished, after 10 further seconds at most.
   */
  drain(): Promise<void>
}

/**
 * Creates the HTTP server with the limits of http.md, without listening yet. `ending` aborts when
 * it shuts down.
 */
export function createServer(
  listener: RequestListener,
  settings: Parameters<typeof getSecurityHeaders>[0],
  ending: AbortController,
  idleMs = 60_000,
): ConsoleServer {
  // The last response of each connection. A set that changes with every request would leave old
  // hash tables behind that keep responses in memory.
  const lastResponses = new Map<Socket, ServerResponse>()
  const handleRequest: RequestListener = (req, res) => {
    const { socket } = req
    if (!lastResponses.has(socket)) {
      socket.once('close', () => lastResponses.delete(socket))
      closeAfterBody(socket, () => lastResponses.get(socket)?.req)
    }
    lastResponses.set(socket, res)
    if (ending.signal.aborted) res.setHeader('Connection', 'close')
    listener(req, res)
  }
  const server = createHttpServer(
    {
      maxHeaderSize: sizeLimits.requestHeaders,
      headersTimeout: 10_000,
      // The longest upload. Other bodies have their own deadline (`incomingBodies.ts`).
      requestTimeout: maxCallMs,
      connectionsCheckingInterval: 1000,
      // requestGuard.ts checks the Host header, so that its rejection has the headers of every
      // response.
      requireHostHeader: false,
      // Requests without a body needn't wait for one.
      optimizeEmptyRequests: true,
    },
    handleRequest,
  )
  // Ignores an unknown `Expect`. Node's own 417 would lack the headers of every response.
  server.on('checkExpectation', handleRequest)
  server.on('clientError', createRawErrorHandler(getSecurityHeaders(settings)))
  // Closes connections without traffic: idle ones, and ones whose client doesn't read the response,
  // which would stay in memory. A response that isn't finished yet has the time limit of its call.
  server.setTimeout(idleMs, (socket) => {
    if (lastResponses.get(socket)?.writableEnded !== false) socket.destroy()
  })

  async function drain(): Promise<void> {
    ending.abort()
    for (const res of lastResponses.values())
      if (!res.headersSent) res.setHeader('Connection', 'close')
    await delay(drainAcceptMs)
    await acceptWaitingConnections(server)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const finished = await Promise.race([
      closed.then(() => true),
      delay(drainFinishMs, false, { ref: false }),
    ])
    if (!finished) server.closeAllConnections()
    await closed
  }
  return { server, drain }
}

/**
 * Resolves when no connection waits to be accepted, or after a second. The system resets connections
 * that still wait when the server closes, and a reverse proxy doesn't repeat a form that it has
 * sent. A busy server accepts late.
 */
async function acceptWaitingConnections(server: Server): Promise<void> {
  let isQuiet = false
  const onConnection = () => (isQuiet = false)
  server.on('connection', onConnection)
  const deadline = performance.now() + maxAcceptMs
  while (!isQuiet && performance.now() < deadline) {
    const startedAt = performance.now()
    isQuiet = true
    await nextTurn()
    if (performance.now() - startedAt > shortTurnMs) isQuiet = false
  }
  server.off('connection', onConnection)
}

/**
 * Makes Node close a connection only when the request's body has arrived, or after 5 seconds.
 * Closing it earlier would reset it, and a proxy that is still sending the body would lose the
 * response. Node itself reads and discards the body.
 */
function closeAfterBody(socket: Socket, getRequest: () => IncomingMessage | undefined): void {
  const close = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    const req = getRequest()
    if (!req || req.complete || req.destroyed) return close()
    socket.end()
    const timer = setTimeout(close, lingerMs)
    finished(req, () => {
      clearTimeout(timer)
      close()
    })
  }
}

const statusByErrorCode: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const createRawErrorHandler =
  (headers: ReadonlyMap<string, string>) => (error: Error & { code?: string }, socket: Socket) => {
    // Node stores the response in progress here. Another one must not be written into it.
    if (!socket.writable || Reflect.get(socket, '_httpMessage')) return void socket.destroy()
    const status = statusByErrorCode[error.code ?? ''] ?? '400 Bad Request'
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        'Connection: close',
        'Content-Length: 0',
        ...Array.from(headers, ([name, value]) => `${name}: ${value}`),
        '',
        '',
      ].join('\r\n'),
    )
  }

/** Starts listening. Throws a `StartupError` if the address can't be used. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const formatPortError = portMessages[code]
    if (!formatPortError) throw error
    throw new StartupError(formatPortError(`${host}:${port}`))
  }
}
