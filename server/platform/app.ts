import express from 'express'
import type { Express } from 'express'
import { accountCalls } from './accounts/accountCalls.ts'
import { auditCalls } from './audit/auditCalls.ts'
import { answering } from './http/answering.ts'
import type { Call } from './http/call.ts'
import { answerProblem, refuseUnknown } from './http/problems.ts'
import { logRequests } from './http/requestLog.ts'
import { openapiCall } from './openapi/openapi.ts'
import type { Platform } from './platform.ts'
import { recordCalls } from './records/recordCalls.ts'

const described: readonly Call[] = [...accountCalls, ...recordCalls, ...auditCalls]

/** Every call of the API. */
export const calls: readonly Call[] = [...described, openapiCall(described)]

/** The platform's API over a database that is open and up to date. */
export function createApp(platform: Platform): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use(logRequests(platform.log))
  app.use((_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  for (const call of calls) app[call.method](call.path, answering(call, platform))
  app.use(refuseUnknown)
  app.use(answerProblem(platform.log))
  return app
}
