import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { problemType } from '#shared/engine/problem.ts'
import type { ProblemCode } from '#shared/engine/problem.ts'
import { Refusal } from '../platform/refusal.ts'
import { httpMessages } from './messages.ts'

export const refuseUnknown: RequestHandler = (request) => {
  throw new Refusal(404, 'not_offered', httpMessages.noSuchCall(request.method, request.path))
}

/** Answers every error as problem+json. What is not a refusal goes to the log; none of it to the caller. */
export const answerProblem =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const requestId = String(response.locals['requestId'])
    const refusal = refusalFrom(error)
    if (refusal.problem.status >= 500) log.error({ requestId, err: error }, refusal.problem.detail)
    if (refusal.problem.status === 401) response.set('WWW-Authenticate', 'Bearer')
    if (refusal.retryAfter !== undefined) response.set('Retry-After', String(refusal.retryAfter))
    response
      .status(refusal.problem.status)
      .type(problemType)
      .send(JSON.stringify({ ...refusal.problem, requestId }))
  }

const ofParser: Record<number, [ProblemCode, detail: string]> = {
  400: ['bad_request', httpMessages.notJson],
  413: ['too_large', httpMessages.bodyLimit],
  415: ['unsupported_type', httpMessages.sendPlainJson],
}

/** What the database refuses for now: a lock that is held too long, a deadlock, a connection that is gone. */
const passing =
  /^(25P03|40001|40P01|55P03|57P0\d|08\w{3}|53\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH)$/

/** A statement that took longer than `statement_timeout`. */
const canceledByTimeout = '57014'

/** `pg` gives no code to what it says of a connection that is gone, or that cannot be had in time. */
const lostConnection =
  /^(Client has encountered a connection error|Client was closed|Connection terminated|timeout exceeded when trying to connect)/

/** `ENOENT`, which may be of a file, is of the server's socket where connecting ended so. */
const passes = (error: unknown): boolean =>
  passing.test(String(propertyOf(error, 'code'))) ||
  propertyOf(error, 'syscall') === 'connect' ||
  (error instanceof Error && lostConnection.test(error.message))

function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = propertyOf(error, 'status')
  const [code, detail] = (typeof status === 'number' && ofParser[status]) || []
  if (typeof status === 'number' && code && detail) return new Refusal(status, code, detail)
  if (propertyOf(error, 'code') === canceledByTimeout)
    return new Refusal(503, 'timeout', httpMessages.askForLess, { retryAfter: 30 })
  if (passes(error)) return new Refusal(503, 'busy', httpMessages.tryAgain, { retryAfter: 1 })
  return new Refusal(500, 'internal', httpMessages.failedOnOurSide)
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
