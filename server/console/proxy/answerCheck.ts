import { failureFrom } from '#shared/engine/api.ts'
import { rejectionMessages } from '../edge/messages.ts'
import type { Refusal } from '../edge/problems.ts'
import type { UpstreamHeaders } from './exchange.ts'
import { UpstreamFault } from './upstreamFault.ts'
import { mediaType } from '../edge/writeCheck.ts'

type Verdict = 'pass' | Refusal

/** Whether an answer may be passed on (http.md "Proxy", Response headers); a refusal (4xx) counts even when its text does not. */
export function verdictOn(
  method: string,
  status: number,
  headers: UpstreamHeaders,
  answers: readonly string[],
): Verdict {
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (status < 200 || status > 599 || isRedirect) return badAnswer
  if (hasNoBody(method, status, headers)) return 'pass'
  if (answers.includes(mediaType(header(headers, 'content-type')))) return 'pass'
  return status >= 400 && status < 500 ? problemOf(status, headers) : badAnswer
}

const badAnswer = new UpstreamFault('bad_answer').refusal

const hasNoBody = (method: string, status: number, headers: UpstreamHeaders) =>
  status === 204 ||
  status === 304 ||
  headers['content-length'] === '0' ||
  (method === 'HEAD' && headers['content-type'] === undefined)

export const header = (headers: UpstreamHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Seconds to wait, where the answer names them as a number. */
export function retryAfterOf(headers: UpstreamHeaders): number | undefined {
  const value = header(headers, 'retry-after')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function problemOf(status: number, headers: UpstreamHeaders): Verdict {
  const { code } = failureFrom(status, undefined).problem
  const detail = rejectionMessages.unexpectedStatus(status)
  const retryAfter = retryAfterOf(headers)
  return { status, code, detail, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
