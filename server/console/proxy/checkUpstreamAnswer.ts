import { toApiError } from '#shared/engine/api.ts'
import { rejectionMessages } from '../edge/messages.ts'
import type { Rejection } from '../edge/problems.ts'
import type { UpstreamHeaders } from './exchange.ts'
import { UpstreamError } from './upstreamError.ts'
import { getMediaType } from '../edge/writeCheck.ts'

type UpstreamCheck = 'pass' | Rejection

/**
 * Decides whether a response can be passed on (http.md "Proxy", Response headers). A 4xx keeps its
 * status even if its body isn't passed on.
 */
export function checkUpstreamAnswer(
  method: string,
  status: number,
  headers: UpstreamHeaders,
  answerTypes: readonly string[],
): UpstreamCheck {
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (status < 200 || status > 599 || isRedirect) return badAnswerRejection
  if (isEmptyAnswer(method, status, headers)) return 'pass'
  if (answerTypes.includes(getMediaType(getHeader(headers, 'content-type')))) return 'pass'
  return status >= 400 && status < 500 ? toStatusRejection(status, headers) : badAnswerRejection
}

const badAnswerRejection = new UpstreamError('bad_answer').rejection

const isEmptyAnswer = (method: string, status: number, headers: UpstreamHeaders) =>
  status === 204 ||
  status === 304 ||
  headers['content-length'] === '0' ||
  (method === 'HEAD' && headers['content-type'] === undefined)

export const getHeader = (headers: UpstreamHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the seconds to wait, if the response names them as a number. */
export function getRetryAfter(headers: UpstreamHeaders): number | undefined {
  const value = getHeader(headers, 'retry-after')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function toStatusRejection(status: number, headers: UpstreamHeaders): UpstreamCheck {
  const { code } = toApiError(status, undefined).problem
  const detail = rejectionMessages.unexpectedStatus(status)
  const retryAfter = getRetryAfter(headers)
  return { status, code, detail, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
