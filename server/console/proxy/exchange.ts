import type { Dispatcher, Pool } from 'undici'
import { toUpstreamError, UpstreamError } from './upstreamError.ts'

/**
 * Kinds with separate connections: `long` calls restart their timeout with every chunk, `events`
 * last as long as anything is sent.
 */
export type ConnectionKind = 'long' | 'events'

export type UpstreamRequest = {
  method: string
  /** Encoded, starting with `/`, including the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  connection?: ConnectionKind
  signal?: AbortSignal
}

export type UpstreamHeaders = Record<string, string | string[] | undefined>

/**
 * Receives a response as it arrives. After `onEnd`, `onError`, or a cancel, nothing more is called.
 */
export type AnswerReceiver = {
  /** `resume` restarts the flow after `onData` stopped it. */
  onStart(status: number, headers: UpstreamHeaders, resume: () => void): void
  /** Returns false to stop the flow. */
  onData(chunk: Buffer): boolean
  onEnd(): void
  onError(fault: UpstreamError): void
}

/** Called when a call to the platform ends, for metrics. `outcome` is a status or an error code. */
export type OnExchange = (outcome: string, seconds: number) => void

/** Cancels a call. `outcome` is recorded in metrics, if the reason isn't that the client left. */
export type Cancel = (outcome?: string) => void

/** Time limits in milliseconds; 0 = none. `idle` restarts with every chunk. */
export type Timeouts = {
  total: number
  idle: number
}

type ExchangeOptions = {
  pool: Pool
  request: UpstreamRequest
  receiver: AnswerReceiver
  timeouts: Timeouts
  onExchange: OnExchange | undefined
}

/**
 * One call to the platform: with one deadline, and one retry for a GET that failed before the
 * response's first byte (http.md "Proxy").
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #startedAt = performance.now()
  #controller: Dispatcher.DispatchController | undefined
  #deadline: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #leave: () => void = () => undefined
  #isSettled = false
  #mayRetry: boolean
  #status = 0

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#mayRetry = options.request.method === 'GET'
    const { total, idle } = options.timeouts
    const stop = () => this.#stop(new UpstreamError('timeout'))
    if (total > 0) this.#deadline = setTimeout(stop, total)
    if (idle > 0) this.#idle = setTimeout(stop, idle)
  }

  /** Starts the call. `leave` is called once, when undici has released everything of this call. */
  readonly start = (leave: () => void): void => {
    this.#leave = leave
    if (this.#isSettled) leave()
    else this.#dispatch()
  }

  reject(): void {
    this.#stop(new UpstreamError('busy'))
  }

  readonly cancel: Cancel = (outcome = 'cancelled') => {
    if (!this.#settle(outcome)) return
    this.#controller?.abort(new Error('cancelled'))
  }

  #dispatch(): void {
    const { method, path, headers, body } = this.#options.request
    const isStream = typeof body === 'object' && Symbol.asyncIterator in body
    // undici accepts async iterables too, although its types don't say so.
    const dispatchBody = (
      isStream ? this.#watched(body) : body
    ) as Dispatcher.DispatchOptions['body']
    this.#options.pool.dispatch({ method, path, headers, body: dispatchBody ?? null }, this)
  }

  async *#watched(body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      this.#idle?.refresh()
      yield chunk
    }
  }

  #settle(outcome: string): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#idle)
    this.#options.onExchange?.(outcome, (performance.now() - this.#startedAt) / 1000)
    return true
  }

  /**
   * Fails the call from this side. A call that still waits for a connection is dropped when its
   * turn comes.
   */
  #stop(upstreamError: UpstreamError): void {
    if (!this.#settle(upstreamError.code)) return
    this.#controller?.abort(upstreamError)
    this.#options.receiver.onError(upstreamError)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isSettled) controller.abort(new Error('settled before it began'))
  }

  onResponseStarted(): void {
    this.#mayRetry = false
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamHeaders,
  ): void {
    if (this.#isSettled) return
    // 100 and 103 announce the real response. undici treats a status such as 099 like them and
    // would keep waiting.
    if (status < 100) return this.#stop(new UpstreamError('bad_answer'))
    if (status < 200) return
    this.#status = status
    this.#options.receiver.onStart(status, headers, () => controller.resume())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return
    this.#idle?.refresh()
    if (!this.#options.receiver.onData(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    this.#leave()
    if (this.#settle(String(this.#status))) this.#options.receiver.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const upstreamError = toUpstreamError(error)
    if (this.#mayRetry && !this.#isSettled && upstreamError.code === 'unreachable') {
      this.#mayRetry = false
      return this.#dispatch()
    }
    this.#leave()
    if (this.#settle(upstreamError.code)) this.#options.receiver.onError(upstreamError)
  }
}
