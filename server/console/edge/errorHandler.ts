import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { messages } from '#shared/messages.ts'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'
import type { Rejection } from './problems.ts'
import { BodyCutOff } from './requestBody.ts'

const { failures: failureMessages } = messages

/**
 * Rejections for errors of express.json, by status. Its errors quote the body, so they are never
 * logged.
 */
const bodyRejections: Record<number, Rejection> = {
  400: { status: 400, code: 'bad_request', detail: rejectionMessages.notJson },
  413: { status: 413, code: 'too_large', detail: rejectionMessages.tooLarge },
  415: {
    status: 415,
    code: 'unsupported_type',
    detail: rejectionMessages.contentTypes('application/json'),
  },
}

/** Creates the last error handler: logs the cause, and sends the visitor a sentence. */
export const createErrorHandler =
  (log: Logger): ErrorRequestHandler =>
  // Express recognizes an error handler by its four parameters.
  (error, req, res, _next) => {
    if (error instanceof BodyCutOff) return void res.destroy()
    const bodyRejection = bodyRejections[isBodyError(error) ? error.status : 0]
    if (!bodyRejection) log.error({ requestId: res.locals['requestId'], err: error }, 'request')
    if (res.headersSent) return void res.destroy()
    rejectRequest(
      req,
      res,
      bodyRejection ?? { status: 500, code: 'internal', detail: failureMessages.internal },
    )
  }

const isBodyError = (error: unknown): error is { status: number; type: string } =>
  typeof error === 'object' &&
  error !== null &&
  'type' in error &&
  'status' in error &&
  typeof error.status === 'number'
