import type { Request, Response } from 'express'
import { problemType } from '#shared/engine/problem.ts'
import type { SecondFactorStep } from '#shared/engine/secondFactor.ts'
import { getProblemTitle } from '#shared/engine/problemTitles.ts'

export type Rejection = {
  status: number
  code: string
  /** A sentence that says what happened and what to do. */
  detail: string
  fields?: Record<string, string>
  /** The wait before a retry, in seconds. */
  retryAfter?: number
  /** The second step of a sign-in, without its challenge. */
  secondFactor?: SecondFactorStep
}

/** Sends an error of `/api` (http.md "Proxy"). */
export function sendProblem(res: Response, { retryAfter, ...problem }: Rejection): void {
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  const requestId: unknown = res.locals['requestId']
  const answer = { title: getProblemTitle(problem.code), ...problem, requestId }
  const body = Buffer.from(JSON.stringify(answer))
  res.writeHead(problem.status, ['Content-Type', problemType, 'Content-Length', body.length])
  res.end(body)
}

/**
 * Rejects a request before processing it: with a problem document below `/api`, elsewhere with
 * plain text.
 */
export function rejectRequest(req: Request, res: Response, rejection: Rejection): void {
  if (/^\/api(\/|\?|$)/i.test(req.originalUrl)) return sendProblem(res, rejection)
  if (rejection.retryAfter !== undefined) res.setHeader('Retry-After', String(rejection.retryAfter))
  res.status(rejection.status).type('text/plain').send(`${rejection.detail}\n`)
}
