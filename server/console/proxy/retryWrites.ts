import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, toApiError } from '#shared/engine/api.ts'
import { getMediaType } from '../edge/writeCheck.ts'
import { problemType } from '#shared/engine/problem.ts'
import { getHeader, getRetryAfter } from './checkUpstreamAnswer.ts'
import type { AnswerReceiver, UpstreamHeaders } from './exchange.ts'
import { UpstreamError } from './upstreamError.ts'

/** How long a write is retried while the platform is busy, in milliseconds. */
const maxRetryMs = 20_000
/** The wait if the platform names none, in milliseconds. */
const defaultRetryMs = 1000
/** Maximum size of a response that is buffered to decide on a retry. */
const maxBufferedBytes = 65_536

/** Clock and delay of retries. `wait` resolves early when the signal aborts. */
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

/** Tracks how long a write has been retried. */
export class RetryTimer {
  readonly #pace: RetryClock
  readonly #startedAt: number

  constructor(clock: RetryClock) {
    this.#pace = clock
    this.#startedAt = clock.now()
  }

  /**
   * Returns the milliseconds to wait before the same write is sent again, or null if it isn't.
   * Retrying is safe: a busy platform did nothing, and a write in progress returns its first
   * response to the same key.
   */
  getDelay({ status, code }: { status: number; code: string }, retryAfter?: number): number | null {
    const isBusy = (status === 503 && code === 'busy') || (status === 409 && code === 'in_progress')
    if (!isBusy) return null
    const ms = retryAfter === undefined ? defaultRetryMs : Math.max(retryAfter * 1000, 50)
    return this.#pace.now() - this.#startedAt + ms <= maxRetryMs ? ms : null
  }
}

/**
 * Sends a call again while the platform is busy. Rejects with the last error, also once `signal`
 * aborts.
 */
export async function retryWhileBusy<T>(
  send: () => Promise<T>,
  clock: RetryClock,
  signal?: AbortSignal,
): Promise<T> {
  const timer = new RetryTimer(clock)
  for (;;) {
    try {
      return await send()
    } catch (error) {
      // An error of the console itself isn't a response from the platform.
      const isAnswer = error instanceof ApiError && !(error.cause instanceof UpstreamError)
      const ms = isAnswer ? timer.getDelay(error.problem, error.retryAfter) : null
      if (ms === null) throw error
      await clock.wait(ms, signal)
      if (signal?.aborted) throw error
    }
  }
}

/** Whether a call is a write that the platform performs only once, however often it's sent. */
export const isRetryable = (method: string, headers: Record<string, string>): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers['idempotency-key'] !== undefined

/**
 * Creates a receiver that holds back a response that might ask for a retry. Then either `again` is
 * called with the milliseconds to wait, or the whole response is passed on.
 */
export function createRetryReceiver(
  receiver: AnswerReceiver,
  timer: RetryTimer,
  again: (ms: number) => void,
): AnswerReceiver {
  let pending: { status: number; headers: UpstreamHeaders; resume: () => void } | null = null
  let chunks: Buffer[] = []
  let size = 0
  const forward = () => {
    if (!pending) return
    const { status, headers, resume } = pending
    pending = null
    receiver.onStart(status, headers, resume)
    if (size > 0) receiver.onData(Buffer.concat(chunks))
    chunks = []
  }
  return {
    onStart(status, headers, resume) {
      if (status !== 503 && status !== 409) return receiver.onStart(status, headers, resume)
      pending = { status, headers, resume }
    },
    onData(chunk) {
      if (!pending) return receiver.onData(chunk)
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBufferedBytes) forward()
      return true
    },
    onEnd() {
      if (pending) {
        const { status, headers } = pending
        const ms = timer.getDelay(
          { status, code: getErrorCode(status, headers, Buffer.concat(chunks)) },
          getRetryAfter(headers),
        )
        if (ms !== null) return again(ms)
      }
      forward()
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
    return undefined // The status decides instead.
  }
}
