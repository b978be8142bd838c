import { joinSentences } from '#shared/format/sentences.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { ProblemDetails, ProblemCode } from '#shared/engine/problem.ts'
import { problemTitles } from '#shared/engine/problemTitles.ts'
import { httpMessages } from './httpMessages.ts'

type HttpErrorDetails = Partial<ProblemDetails> & {
  current?: unknown
  uses?: unknown
  reach?: unknown
  /** What a sign-in still needs (shared/areas/signIn/factors.ts). */
  secondFactor?: unknown
  /** Why a sign-in at a provider failed, as a code of `providerFailures`. */
  reason?: string
  /** Seconds until a retry makes sense; sent as the `Retry-After` header. */
  retryAfter?: number
}

/** A rejected call, answered as `application/problem+json` (shared/engine/problem.ts). */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly problem: ProblemDetails & { detail: string }
  readonly retryAfter: number | undefined

  /**
   * `detail` says what happened, why if known, and what to do. The title follows from the code
   * unless `more` has a closer one.
   */
  constructor(status: number, code: ProblemCode, detail: string, more: HttpErrorDetails = {}) {
    super(`${status} ${code}: ${detail}`)
    const { retryAfter, ...rest } = more
    this.problem = { title: problemTitles[code], ...rest, status, code, detail }
    this.retryAfter = retryAfter
  }
}

export const badRequest = (detail: string) => new HttpError(400, 'bad_request', detail)

/** Rejects an action that the current state doesn't allow. */
export const invalidState = (detail: string, Kind = HttpError) =>
  new Kind(409, 'wrong_state', detail)

export const forbidden = (detail: string) => new HttpError(403, 'forbidden', detail)

export const unauthorized = () => new HttpError(401, 'signed_out', httpMessages.signInAgain)

export const notFound = (what: string) => new HttpError(404, 'not_found', httpMessages.gone(what))

export const validationFailed = (fields: ValidationErrors) =>
  new HttpError(422, 'invalid', joinSentences(Object.values(fields)), { fields })
