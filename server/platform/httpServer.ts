import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import { problemType } from '#shared/engine/problem.ts'
import type { ReadReplica, ReplicaState } from './database/readReplica.ts'
import { startupMessages } from './messages.ts'
import { StartupError } from './settings.ts'
import type { Settings } from './settings.ts'

const drainTimeoutMs = 10_000

/** Listens at the address in the settings. Throws a `StartupError` that names the port. */
export function listen(
  server: Server,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message =
        cause.code === 'EADDRINUSE'
          ? startupMessages.portInUse(port, host)
          : startupMessages.cannotListen(port, host, cause.code)
      reject(new StartupError(message, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

export function getServerUrl(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo // The server listens on a TCP port.
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Answers every call with 503 until the database is open. */
export const sendNotReady: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': problemType, 'Retry-After': '1' })
  response.end(JSON.stringify({ status: 503, code: 'busy', title: startupMessages.starting }))
}

/** Answers calls to a worker with a 404. Other processes with the same database answer calls. */
export const sendWorkerNotFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': problemType })
  const detail = startupMessages.onlyJobs
  response.end(
    JSON.stringify({ status: 404, code: 'not_found', title: startupMessages.notFound, detail }),
  )
}

/**
 * Adds `/healthz`, which shows a supervisor that the process is alive, and how the replica is
 * doing, if there is one. A replica that's down is no reason to restart the process.
 */
export const withHealthCheck =
  (handleRequest: RequestListener, readReplica: ReadReplica | null): RequestListener =>
  (request, response) => {
    if (request.url === '/healthz')
      response.end(
        ['ok', ...(readReplica ? [formatReplicaState(readReplica.getState())] : []), ''].join('\n'),
      )
    else handleRequest(request, response)
  }

const formatReplicaState = ({ isUsed, lagMs }: ReplicaState): string =>
  lagMs === null ? startupMessages.replicaDown : startupMessages.replica(isUsed, lagMs)

/** Stops accepting connections and resolves when the last response is sent. */
export function drainConnections(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const closeTimer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    // Kept-alive connections without a request would delay the shutdown.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(closeTimer)
      clearInterval(idleTimer)
      resolve()
    })
  })
}
