import { ApiError, toApiError } from '#shared/engine/api.ts'
import type { Api, ApiResponse, RequestOptions } from '#shared/engine/api.ts'
import { problemType } from '#shared/engine/problem.ts'
import { getProblemTitle } from '#shared/engine/problemTitles.ts'
import { getHeader, getRetryAfter } from './checkUpstreamAnswer.ts'
import type { PlatformCredentials } from './platformCredentials.ts'
import { normalizePath } from './normalizePath.ts'
import { retryWhileBusy, retryClock } from './retryWrites.ts'
import type { RetryClock } from './retryWrites.ts'
import type { Upstream, UpstreamAnswer } from './upstream.ts'
import { UpstreamError } from './upstreamError.ts'
import { getMediaType } from '../edge/writeCheck.ts'

type ServerApiDeps = {
  upstream: Upstream
  credentials: Pick<PlatformCredentials, 'requestId' | 'headers' | 'checkAnswer'>
  signal?: AbortSignal
  clock?: RetryClock
}

const jsonTypes = ['application/json', problemType]

/**
 * Creates the API for rendering one visitor's page. Its responses are the same as through `/api`.
 */
export function createServerApi({
  upstream,
  credentials,
  signal,
  clock = retryClock,
}: ServerApiDeps): Api {
  async function sendOnce(request: RequestOptions): Promise<ApiResponse> {
    const query = request.search?.size ? `?${request.search}` : ''
    const path = normalizePath(request.path + query)
    if (path === null) throw toApiError(404, undefined)
    const headers = credentials.headers()
    headers['accept'] = 'application/json'
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.ifMatch !== undefined) headers['if-match'] = String(request.ifMatch)
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
    const abortSignal = signal ?? request.signal
    try {
      const answer = await upstream.send({
        method: request.method,
        path,
        headers,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(abortSignal && { signal: abortSignal }),
      })
      return toApiResponse(request.method, answer, credentials.checkAnswer)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      throw toUpstreamApiError(error, credentials.requestId)
    }
  }

  const send = (request: RequestOptions): Promise<ApiResponse> =>
    request.idempotencyKey === undefined
      ? sendOnce(request)
      : retryWhileBusy(() => sendOnce(request), clock, signal ?? request.signal)

  return { send, requestId: credentials.requestId }
}

export function toApiResponse(
  method: string,
  { status, headers, body: bytes }: UpstreamAnswer,
  checkAnswer: PlatformCredentials['checkAnswer'],
): ApiResponse {
  const check = checkAnswer(method, status, headers, jsonTypes)
  const isRejected = check !== 'pass'
  if (isRejected && check.status !== status) throw new UpstreamError('bad_answer')
  const isJson = jsonTypes.includes(getMediaType(getHeader(headers, 'content-type')))
  const body = isJson && bytes.length > 0 ? parseUpstreamJson(bytes) : undefined
  if (status >= 400) throw toApiError(status, body, getRetryAfter(headers))
  return { status, body }
}

function parseUpstreamJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new UpstreamError('bad_answer', { cause })
  }
}

export function toUpstreamApiError(error: UpstreamError, requestId: string): ApiError {
  const { retryAfter, ...problem } = error.rejection
  const apiError = new ApiError(
    { title: getProblemTitle(problem.code), ...problem, requestId },
    retryAfter,
  )
  apiError.cause = error
  return apiError
}
