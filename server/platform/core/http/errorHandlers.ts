import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { problemType } from '#shared/engine/problem.ts'
import type { ProblemCode } from '#shared/engine/problem.ts'
import { HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

export const rejectUnknownCall: RequestHandler = (request) => {
  throw new HttpError(404, 'not_offered', httpMessages.noSuchCall(request.method, request.path))
}

/** Answers every error as problem+json. Only the log gets the cause of an unexpected error. */
export const createErrorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const requestId = String(response.locals['requestId'])
    const httpError = toHttpError(error)
    if (httpError.problem.status >= 500)
      log.error({ requestId, err: error }, httpError.problem.detail)
    if (httpError.problem.status === 401) response.set('WWW-Authenticate', 'Bearer')
    if (httpError.retryAfter !== undefined)
      response.set('Retry-After', String(httpError.retryAfter))
    response
      .status(httpError.problem.status)
      .type(problemType)
      .send(JSON.stringify({ ...httpError.problem, requestId }))
  }

const bodyParserErrors: Record<number, [ProblemCode, detail: string]> = {
  400: ['bad_request', httpMessages.notJson],
  413: ['too_large', httpMessages.bodyLimit],
  415: ['unsupported_type', httpMessages.sendPlainJson],
}

/** Database errors that a retry can resolve: lock timeouts, deadlocks, lost connections. */
const temporaryErrorCode =
  /^(25P03|40001|40P01|55P03|57P0\d|08\w{3}|53\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH)$/

/** A statement that took longer than `statement_timeout`. */
const statementTimeoutCode = '57014'

/** `pg` sets no code on lost connections and connection timeouts. */
const lostConnectionMessage =
  /^(Client has encountered a connection error|Client was closed|Connection terminated|timeout exceeded when trying to connect)/

/** A failed connection to the server's socket can be `ENOENT`, which may also be about a file. */
const isTemporaryError = (error: unknown): boolean =>
  temporaryErrorCode.test(String(getProperty(error, 'code'))) ||
  getProperty(error, 'syscall') === 'connect' ||
  (error instanceof Error && lostConnectionMessage.test(error.message))

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const status = getProperty(error, 'status')
  const [code, detail] = (typeof status === 'number' && bodyParserErrors[status]) || []
  if (typeof status === 'number' && code && detail) return new HttpError(status, code, detail)
  if (getProperty(error, 'code') === statementTimeoutCode)
    return new HttpError(503, 'timeout', httpMessages.askForLess, { retryAfter: 30 })
  if (isTemporaryError(error))
    return new HttpError(503, 'busy', httpMessages.tryAgain, { retryAfter: 1 })
  return new HttpError(500, 'internal', httpMessages.failedOnOurSide)
}

const getProperty = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
