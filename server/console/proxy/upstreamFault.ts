import { messages } from '#shared/messages.ts'
import type { Refusal } from '../edge/problems.ts'

const faults = {
  unreachable: { status: 502, detail: messages.failures.unreachable },
  bad_answer: { status: 502, detail: messages.failures.badAnswer },
  timeout: { status: 504, detail: messages.failures.timeout },
  busy: { status: 503, detail: messages.failures.busy, retryAfter: 1 },
} as const

type FaultCode = keyof typeof faults

/** The platform did not answer, or not in a way that can be passed on. The cause is for logs, never for visitors. */
export class UpstreamFault extends Error {
  override name = 'UpstreamFault'
  readonly code: FaultCode

  constructor(code: FaultCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }

  get refusal(): Refusal & { retryAfter?: number } {
    return { code: this.code, ...faults[this.code] }
  }
}

export function faultFrom(cause: Error): UpstreamFault {
  if (cause instanceof UpstreamFault) return cause
  const code = 'code' in cause ? String(cause.code) : ''
  return new UpstreamFault(
    faultOfCode[code] ?? (code.startsWith('HPE_') ? 'bad_answer' : 'unreachable'),
    { cause },
  )
}

const faultOfCode: Record<string, FaultCode> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_answer',
}
