import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { Pool } from 'undici'
import { Exchange } from './exchange.ts'
import type {
  Cancel,
  OnExchange,
  AnswerReceiver,
  Timeouts,
  UpstreamHeaders,
  UpstreamRequest,
} from './exchange.ts'
import { ClientQueue } from './clientQueue.ts'
import type { Capacity } from './clientQueue.ts'
import type { ConsoleSettings } from '../settings.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import { UpstreamError } from './upstreamError.ts'

const connectTimeoutMs = 1000
export const maxCallMs = 30 * 60_000
const longCapacity: Capacity = { connections: 32, queue: 32 }
const eventsCapacity: Capacity = { connections: 256, queue: 0 }
/**
 * Event streams send a sign of life every 15 s (http.md). After this silence, in milliseconds, the
 * connection counts as dead.
 */
const eventSilenceMs = 60_000

/** A response that was read whole. `body` is decompressed. */
export type UpstreamAnswer = { status: number; headers: UpstreamHeaders; body: Buffer }

/**
 * The platform behind `API_BASE_URL`. Paths are relative to it. Redirects are normal responses and
 * aren't followed.
 */
export interface Upstream {
  /** Reads the response whole. Rejects only with `UpstreamError`. */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>
  stream(request: UpstreamRequest, receiver: AnswerReceiver): Cancel
  close(): Promise<void>
}

/** Creates the connections to the platform, with the limits of http.md "Proxy". */
export function createUpstream(
  settings: Pick<ConsoleSettings, 'apiBaseUrl' | 'upstreamTimeoutMs'>,
  {
    connections = 128,
    queue = 512,
    onExchange,
  }: Partial<Capacity> & { onExchange?: OnExchange } = {},
): Upstream {
  const { origin, pathname } = new URL(settings.apiBaseUrl)
  const basePath = pathname.replace(/\/$/, '')
  const { upstreamTimeoutMs } = settings
  const createConnection = (capacity: Capacity, timeouts: Timeouts) => ({
    lane: new ClientQueue(capacity),
    timeouts,
    pool: new Pool(origin, {
      connections: capacity.connections,
      connect: { timeout: connectTimeoutMs },
      allowH2: false,
      // Exchange has the deadlines. undici's would restart with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
  })
  const connectionsByKind = {
    usual: createConnection({ connections, queue }, { total: upstreamTimeoutMs, idle: 0 }),
    long: createConnection(longCapacity, { total: maxCallMs, idle: upstreamTimeoutMs }),
    events: createConnection(eventsCapacity, { total: 0, idle: eventSilenceMs }),
  }

  function stream(request: UpstreamRequest, receiver: AnswerReceiver): Cancel {
    const { lane: clientQueue, pool, timeouts } = connectionsByKind[request.connection ?? 'usual']
    const exchange = new Exchange({
      pool,
      request: { ...request, path: basePath + request.path },
      receiver,
      timeouts,
      // The duration of an event stream says nothing about how fast the platform responds.
      onExchange: request.connection === 'events' ? undefined : onExchange,
    })
    // The header has the client's own address (`proxyHeaders.ts`).
    if (!clientQueue.enter(request.headers['x-forwarded-for'] ?? '', exchange.start))
      exchange.reject()
    return exchange.cancel
  }

  async function send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const headers = { ...request.headers, 'accept-encoding': 'gzip, br' }
    const answer = await readAnswer(
      (receiver) => stream({ ...request, headers }, receiver),
      request.signal,
    )
    return { ...answer, body: await decompressAnswer(answer) }
  }

  return {
    send,
    stream,
    close: async () =>
      void (await Promise.all(Object.values(connectionsByKind).map(({ pool }) => pool.destroy()))),
  }
}

function readAnswer(
  start: (receiver: AnswerReceiver) => Cancel,
  signal: AbortSignal | undefined,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let status = 0
    let headers: UpstreamHeaders = {}
    const fail = (error: UpstreamError) => {
      signal?.removeEventListener('abort', abort)
      reject(error)
    }
    const cancel = start({
      onStart(answerStatus, answerHeaders) {
        status = answerStatus
        headers = answerHeaders
      },
      onData(chunk) {
        length += chunk.length
        if (length > sizeLimits.bufferedAnswer) {
          cancel('bad_answer')
          fail(new UpstreamError('bad_answer'))
        } else chunks.push(chunk)
        return true
      },
      onEnd() {
        signal?.removeEventListener('abort', abort)
        resolve({ status, headers, body: Buffer.concat(chunks) })
      },
      onError: fail,
    })
    function abort() {
      cancel()
      reject(new UpstreamError('unreachable', { cause: signal?.reason }))
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

const decompressors: Record<
  string,
  (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
}

async function decompressAnswer({ headers, body }: UpstreamAnswer): Promise<Buffer> {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity' || body.length === 0) return body
  const decode = decompressors[String(encoding).toLowerCase()]
  if (!decode) throw new UpstreamError('bad_answer')
  try {
    return await decode(body, { maxOutputLength: sizeLimits.bufferedAnswer })
  } catch (cause) {
    throw new UpstreamError('bad_answer', { cause })
  }
}
