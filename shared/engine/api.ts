import { is } from './is.ts'
import type { Struct } from 'superstruct'
import { ProblemDetails } from './problem.ts'
import { engineMessages } from './messages.ts'

/** One call to the platform. `path` starts with `/` and is relative to the API base. */
export type RequestOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  search?: URLSearchParams
  body?: unknown
  ifMatch?: number
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A response below 400. `body` is unchecked JSON, or undefined if there was none. */
export type ApiResponse = { status: number; body: unknown }

/**
 * The platform as loaders and actions see it, on the server and in the browser (design.md). `send`
 * rejects only with `ApiError`.
 */
export interface Api {
  send(request: RequestOptions): Promise<ApiResponse>
  /** Request ID of the page that the server renders, as in the logs. */
  requestId?: string
}

/** A call that the platform rejected, or that didn't reach it (`status` 502, 503, or 504). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: ProblemDetails
  readonly retryAfter: number | undefined

  constructor(problem: ProblemDetails, retryAfter?: number) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get status(): number {
    return this.problem.status
  }
}

const codesByStatus: Record<number, string> = {
  400: 'bad_request',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_offered',
  405: 'not_offered',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid',
  429: 'throttled',
  502: 'unreachable',
  503: 'busy',
  504: 'timeout',
}

/** Converts a response of 400 or more to an error, even if the platform sends no problem+json. */
export function toApiError(status: number, body: unknown, retryAfter?: number): ApiError {
  if (is(body, ProblemDetails) && body.status === status) return new ApiError(body, retryAfter)
  return new ApiError(
    {
      status,
      code: codesByStatus[status] ?? 'internal',
      title: engineMessages.requestFailed,
    },
    retryAfter,
  )
}

/** Validates a response once, at the border. Throws a 502 if it has another shape. */
export function parseResponse<T>(struct: Struct<T, unknown>, body: unknown): T {
  if (is(body, struct)) return body
  throw new ApiError({
    status: 502,
    code: 'bad_answer',
    title: engineMessages.unexpectedResponse,
  })
}
