import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, toApiError } from '#shared/engine/api.ts'
import { getMediaType } from '../edge/writeCheck.ts'
import { problemType } from '#shared/engine/problem.ts'
import { getHeader, getRetryAfter } from './checkUpstreamAnswer.ts'
import type { AnswerReceiver, UpstreamHeaders } from './exchange.ts'
import { UpstreamError } from './upstreamError.ts'

/** For so long a write is repeated while the platform is busy, in milliseconds. */
const maxRetryMs = 20_000
/** The wait where the platform names none, in milliseconds. */
const defaultRetryMs = 1000
/** Bytes of an answer that says why it is repeated. */
const maxBufferedBytes = 65_536

/** The clock and the wait of repeated writes; `wait` resolves early when the signal aborts. */
export type RetryClock = {
  now: () => number
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const retryClock: RetryClock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    delay(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    }),
}

/** Counts how long one write has been repeated. */
export class RetryTimer {
  readonly #pace: RetryClock
  readonly #startedAt: number

  constructor(pace: RetryClock) {
    this.#pace = pace
    this.#startedAt = pace.now()
  }

  /**
   * How many milliseconds to wait before the same write is sent again; null where it isn't. A busy platform did nothing, and
   * one that is still at it answers the same key as the first time.
   */
  getDelay({ status, code }: { status: number; code: string }, retryAfter?: number): number | null {
    const isRepeated =
      (status === 503 && code === 'busy') || (status === 409 && code === 'in_progress')
    if (!isRepeated) return null
    const ms = retryAfter === undefined ? defaultRetryMs : Math.max(retryAfter * 1000, 50)
    return this.#pace.now() - this.#startedAt + ms <= maxRetryMs ? ms : null
  }
}

/** Sends a call again while the platform is busy. Rejects with the last failure, also once `signal` aborts. */
export async function retryWhileBusy<T>(
  send: () => Promise<T>,
  pace: RetryClock,
  signal?: AbortSignal,
): Promise<T> {
  const repeats = new RetryTimer(pace)
  for (;;) {
    try {
      return await send()
    } catch (error) {
      // A failure of the console's own has no answer of the platform behind it.
      const isAnswer = error instanceof ApiError && !(error.cause instanceof UpstreamError)
      const ms = isAnswer ? repeats.getDelay(error.problem, error.retryAfter) : null
      if (ms === null) throw error
      await pace.wait(ms, signal)
      if (signal?.aborted) throw error
    }
  }
}

/** Whether a call is a write that the platform does once, however often it is sent. */
export const isRetryable = (method: string, headers: Record<string, string>): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers['idempotency-key'] !== undefined

/**
 * Receives an answer, and holds back one that may ask to send the call again: `again` is called with the milliseconds to wait,
 * or the answer is handed on whole.
 */
export function createRetryReceiver(
  receiver: AnswerReceiver,
  repeats: RetryTimer,
  again: (ms: number) => void,
): AnswerReceiver {
  let held: { status: number; headers: UpstreamHeaders; resume: () => void } | null = null
  let chunks: Buffer[] = []
  let size = 0
  const handOn = () => {
    if (!held) return
    const { status, headers, resume } = held
    held = null
    receiver.onStart(status, headers, resume)
    if (size > 0) receiver.onData(Buffer.concat(chunks))
    chunks = []
  }
  return {
    onStart(status, headers, resume) {
      if (status !== 503 && status !== 409) return receiver.onStart(status, headers, resume)
      held = { status, headers, resume }
    },
    onData(chunk) {
      if (!held) return receiver.onData(chunk)
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBufferedBytes) handOn()
      return true
    },
    onEnd() {
      if (held) {
        const { status, headers } = held
        const ms = repeats.getDelay(
          { status, code: getErrorCode(status, headers, Buffer.concat(chunks)) },
          getRetryAfter(headers),
        )
        if (ms !== null) return again(ms)
      }
      handOn()
      receiver.onEnd()
    },
    onError: receiver.onError,
  }
}

function getErrorCode(status: number, headers: UpstreamHeaders, body: Buffer): string {
  const type = getMediaType(getHeader(headers, 'content-type'))
  const isJson = type === problemType || type === 'application/json'
  return toApiError(status, isJson ? parseErrorBody(body) : undefined).problem.code
}

function parseErrorBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined // Such an answer counts by its status.
  }
}
