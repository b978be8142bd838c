import { messages } from '#shared/messages.ts'
import type { Rejection } from '../edge/problems.ts'

const upstreamRejections = {
  unreachable: { status: 502, detail: messages.failures.unreachable },
  bad_answer: { status: 502, detail: messages.failures.badAnswer },
  timeout: { status: 504, detail: messages.failures.timeout },
  busy: { status: 503, detail: messages.failures.busy, retryAfter: 1 },
} as const

type UpstreamErrorCode = keyof typeof upstreamRejections

/**
 * The platform didn't respond, or its response can't be passed on. The cause is for logs, never for
 * visitors.
 */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly code: UpstreamErrorCode

  constructor(code: UpstreamErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }

  get rejection(): Rejection & { retryAfter?: number } {
    return { code: this.code, ...upstreamRejections[this.code] }
  }
}

export function toUpstreamError(cause: Error): UpstreamError {
  if (cause instanceof UpstreamError) return cause
  const code = 'code' in cause ? String(cause.code) : ''
  return new UpstreamError(
    upstreamErrorByCause[code] ?? (code.startsWith('HPE_') ? 'bad_answer' : 'unreachable'),
    { cause },
  )
}

const upstreamErrorByCause: Record<string, UpstreamErrorCode> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_answer',
}
