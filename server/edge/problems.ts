import type { Request, Response } from 'express'
import { problemType } from '#shared/engine/problem.ts'

export type Refusal = {
  status: number
  code: string
  title: string
  detail?: string
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
}

/** Answers an error of `/api` (http.md "Proxy"). */
export function sendProblem(res: Response, { retryAfter, ...problem }: Refusal): void {
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  const requestId: unknown = res.locals['requestId']
  // A title here is a whole sentence: what there is no more of to tell says it twice.
  const told = { detail: problem.title, ...problem, requestId }
  const body = Buffer.from(JSON.stringify(told))
  res.writeHead(problem.status, ['Content-Type', problemType, 'Content-Length', body.length])
  res.end(body)
}

/** Refuses a request before anything was done for it: a problem document below `/api`, else the sentence as text. */
export function refuse(req: Request, res: Response, refusal: Refusal): void {
  if (/^\/api(\/|\?|$)/i.test(req.originalUrl)) return sendProblem(res, refusal)
  if (refusal.retryAfter !== undefined) res.setHeader('Retry-After', String(refusal.retryAfter))
  res.status(refusal.status).type('text/plain').send(`${refusal.title}\n`)
}

export const refusalMessages = {
  malformed: (what: string) => `The ${what} of this request is malformed.`,
  method: 'Nothing here answers this method.',
  foreign: 'This request came from another site, so nothing was changed.',
  type: (types: string) => `This takes ${types}.`,
  tooLarge: 'This is larger than what the console takes.',
  slowBody: 'What was sent did not arrive in time. Send it again.',
  brokenForm: 'The form arrived broken, so nothing was saved. Fill it in and send it again.',
  tooManyFields: 'This form has more than 3,000 fields, so nothing was saved.',
  signedOut: 'You are not signed in. Sign in, then do this again.',
  notJson: 'This is not valid JSON.',
  invalid: 'Some of this is not right.',
  noAsset: 'There is no such file. Perhaps the console was updated.',
} as const
