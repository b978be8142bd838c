import { Router } from 'express'
import type { RequestHandler } from 'express'
import type { Call } from './call.ts'
import type { createCallHandler } from './createCallHandler.ts'

/** Returns the part of a path that most calls of a resource share: "sizes" of "/sizes/1". */
const getFirstSegment = (path: string): string => (path.split('/', 2)[1] ?? '').toLowerCase()

/**
 * Routes a request to the calls with the same first segment. Express compares a request with each
 * route in turn, and with hundreds of calls, that took more time than the rest of a small request.
 */
export function routeBySegment(
  calls: readonly Call[],
  createHandlers: (call: Call) => ReturnType<typeof createCallHandler>,
): RequestHandler {
  const routers = new Map<string, Router>()
  for (const call of calls) {
    const segment = getFirstSegment(call.path)
    const router = routers.get(segment) ?? Router()
    routers.set(segment, router)
    router[call.method](call.path, createHandlers(call))
  }
  return (request, response, next) => {
    const router = routers.get(getFirstSegment(request.path))
    if (router) router(request, response, next)
    else next()
  }
}
