import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { getRequestId } from '../platform/apiRequest.ts'

/**
 * Assigns the request ID and logs one line when the request is done, without its query, token, or
 * body.
 */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const requestId = getRequestId(request)
    const started = performance.now()
    response.locals['requestId'] = requestId
    response.set('X-Request-Id', requestId)
    response.on('close', () =>
      log.info({
        requestId,
        method: request.method,
        route: request.route?.path ?? 'unknown',
        status: response.writableFinished ? response.statusCode : 'aborted',
        ms: Math.round(performance.now() - started),
      }),
    )
    next()
  }
