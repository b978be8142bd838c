import { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestListener } from 'node:http'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'

/** The listener of an app, and the classes its requests and answers are best made of (`messageClasses`). */
export type App = RequestListener & { classes: MessageClasses }

export type MessageClasses = {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse<IncomingMessage>
}

/**
 * The app, save that reads below `/api` take these steps of it without its router, which costs a proxied call a tenth.
 * Each finds the request as Express would hand it over.
 */
export function withApiReads(
  app: Express,
  steps: readonly RequestHandler[],
  onError: ErrorRequestHandler,
): App {
  const classes = messageClasses(app)
  const listener: RequestListener = (given, answer) => {
    if (given.method !== 'GET' || !given.url?.startsWith('/api/')) return app(given, answer)
    const { req, res } = asExpress(app, given, answer)
    req.originalUrl = given.url
    const take = (index: number, error?: unknown): void => {
      if (error !== undefined) return void onError(error, req, res, () => undefined)
      void steps[index]?.(req, res, (problem?: unknown) => take(index + 1, problem))
    }
    try {
      take(0)
    } catch (error) {
      take(steps.length, error)
    }
  }
  return Object.assign(listener, { classes })
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

/**
 * Classes for `http.createServer` that have the app's own prototypes. Express gives its prototypes to every request, and
 * one whose prototype changes is slow from then on; where it is there already, nothing changes.
 */
function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
