import { joinSentences } from '#shared/sentences.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Problem, ProblemCode } from '#shared/engine/problem.ts'
import { httpMessages } from './messages.ts'

type Details = Partial<Problem> & {
  current?: unknown
  uses?: unknown
  reach?: unknown
  /** Seconds until another try makes sense; becomes the `Retry-After` header. */
  retryAfter?: number
}

/** A call that is refused; what it holds is answered as `application/problem+json` (shared/engine/problem.ts). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly problem: Problem
  readonly retryAfter: number | undefined

  constructor(status: number, code: ProblemCode, title: string, details: Details = {}) {
    super(`${status} ${code}: ${title}`)
    const { retryAfter, ...rest } = details
    this.problem = { ...rest, status, code, title }
    this.retryAfter = retryAfter
  }
}

export const badRequest = (detail: string) =>
  new Refusal(400, 'bad_request', httpMessages.requestNotUnderstood, { detail })

/** What the state that something is in does not allow. */
export const notPossible = (detail: string, Kind = Refusal) =>
  new Kind(409, 'wrong_state', httpMessages.notPossible, { detail })

export const noPermission = (detail: string) =>
  new Refusal(403, 'forbidden', httpMessages.noPermission, { detail })

export const signedOut = () =>
  new Refusal(401, 'signed_out', httpMessages.notSignedIn, {
    detail: httpMessages.signInAgain,
  })

export const notFound = (what: string) =>
  new Refusal(404, 'not_found', httpMessages.notFound, {
    detail: httpMessages.gone(what),
  })

export const invalid = (fields: FieldErrors) =>
  new Refusal(422, 'invalid', httpMessages.fieldsNotValid, {
    detail: joinSentences(Object.values(fields)),
    fields,
  })
