import type { Caller } from '../auth/tokens.ts'
import { HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

type CallLimit = {
  /** The number of these calls one session or API key can run at once in each process. */
  max: number
  /** Seconds until a retry makes sense. */
  retryAfter: number
  detail: string
}

/**
 * All limits on what one session or API key can run at once. A call names its limit, or has it by the type of
 * its response.
 */
export const callLimits = {
  streams: {
    max: 16,
    retryAfter: 5,
    detail: httpMessages.tooManyStreams,
  },
  plans: {
    max: 2,
    retryAfter: 5,
    detail: httpMessages.tooManyPlans,
  },
  exports: {
    max: 2,
    retryAfter: 10,
    detail: httpMessages.tooManyExports,
  },
  verifications: {
    max: 1,
    retryAfter: 2,
    detail: httpMessages.tooManyVerifications,
  },
  comparisons: {
    max: 4,
    retryAfter: 2,
    detail: httpMessages.tooManyComparisons,
  },
  uploads: {
    max: 6,
    retryAfter: 5,
    detail: httpMessages.tooManyUploads,
  },
} as const satisfies Record<string, CallLimit>

export type CallLimitName = keyof typeof callLimits

/** The parts of a call that decide its limit. */
type LimitedCall = {
  limit?: CallLimitName
  kind: string
  success: { types?: readonly string[] }
}

const isExportType = (type: string) => type === 'text/csv' || type === 'application/x-ndjson'

/** Returns the limit of a call, or null. Streams, exports, and uploads needn't name theirs. */
export function getCallLimit({
  limit,
  kind,
  success: { types = [] },
}: LimitedCall): CallLimitName | null {
  if (limit) return limit
  if (types.includes('text/event-stream')) return 'streams'
  if (types.some(isExportType)) return 'exports'
  return kind === 'upload' ? 'uploads' : null
}

/** Rejects a call with 429 if the session or API key already runs the maximum. */
export function requireBelowLimit(name: CallLimitName, underWay: number): void {
  const { max, retryAfter, detail } = callLimits[name]
  if (underWay >= max) throw new HttpError(429, 'throttled', detail, { retryAfter })
}

/** Counts the calls each session and API key is running in this process. */
export class CallCounter {
  readonly #counts = new Map<string, number>()

  /** Counts one call until the returned function is called, or rejects it with 429 at the limit. */
  start(name: CallLimitName, { tokenId, apiKey }: Pick<Caller, 'tokenId' | 'apiKey'>): () => void {
    const key = JSON.stringify([name, tokenId, apiKey?.id])
    const count = this.#counts.get(key) ?? 0
    requireBelowLimit(name, count)
    this.#counts.set(key, count + 1)
    return () => {
      const remaining = (this.#counts.get(key) ?? 1) - 1
      if (remaining === 0) this.#counts.delete(key)
      else this.#counts.set(key, remaining)
    }
  }
}
