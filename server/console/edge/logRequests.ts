import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Called with the measurements of a request; `route` is a pattern, never a URL. */
export type OnRequest = (request: {
  method: string
  route: string
  status: number
  seconds: number
}) => void

/**
 * Gives each request an ID and logs it, without query, token, cookie, or secret (http.md
 * "Process"). The request's router sets `res.locals.route`.
 */
export const logRequests =
  (log: Logger, onRequest?: OnRequest): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    res.locals['requestId'] = requestId
    res.on('close', () => {
      const ms = performance.now() - startedAt
      const { method } = req
      const route = String(res.locals['route'] ?? 'none')
      const status = res.statusCode
      const disconnect = res.writableFinished ? {} : { left: true }
      log.info({ requestId, method, route, status, ms: Math.round(ms * 10) / 10, ...disconnect })
      onRequest?.({ method, route, status, seconds: ms / 1000 })
    })
    next()
  }
