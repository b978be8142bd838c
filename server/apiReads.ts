import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'

/**
 * The app, save that reads below `/api` take these steps of it without its router, which costs a proxied call a tenth.
 * Each finds the request as Express would hand it over.
 */
export function withApiReads(
  app: Express,
  steps: readonly RequestHandler[],
  onError: ErrorRequestHandler,
): RequestListener {
  return (given, answer) => {
    if (given.method !== 'GET' || !given.url?.startsWith('/api/')) return app(given, answer)
    const { req, res } = asExpress(app, given, answer)
    req.originalUrl = given.url
    let taken = 0
    const next = (error?: unknown): void => {
      if (error !== undefined) return void onError(error, req, res, () => undefined)
      void steps[taken++]?.(req, res, next)
    }
    try {
      next()
    } catch (error) {
      next(error)
    }
  }
}

/** Takes `/api` from the address, as Express does for what is mounted there. */
export const belowApi: RequestHandler = (req, _res, next) => {
  req.url = req.url.slice('/api'.length)
  next()
}

/** Does what Express does with a request before its first step. */
function asExpress(app: Express, given: IncomingMessage, answer: ServerResponse) {
  Object.setPrototypeOf(given, app.request)
  Object.setPrototypeOf(answer, app.response)
  // With these prototypes they are what Express calls a request and a response.
  const [req, res] = [given as Request, answer as Response]
  Object.assign(req, { res })
  res.locals = {}
  return { req, res }
}
