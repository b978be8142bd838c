import { pipeline } from 'node:stream'
import type { Writable } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { getHeader } from './checkUpstreamAnswer.ts'
import { chooseEncoding, compress, createCompressor } from '../edge/compression.ts'
import type { Encoding } from '../edge/compression.ts'
import type { Cancel, AnswerReceiver, UpstreamHeaders } from './exchange.ts'
import { getPlatformCredentials } from './platformCredentials.ts'
import { getProxyRules, eventStreamType, isStreamedBody, getBodyLimit } from './proxyCalls.ts'
import type { ProxyCall } from './proxyCalls.ts'
import {
  toDownloadHeaders,
  toCompressedHeaders,
  fileContentPolicy,
  filterResponseHeaders,
  filterRequestHeaders,
} from './proxyHeaders.ts'
import { BodyMemoryFull, BodyMemory } from '../edge/bodyMemory.ts'
import { BodyTooLarge, hasBody, readBodyChunks, sizeLimits, readBody } from '../edge/requestBody.ts'
import { createRetryReceiver, isRetryable, RetryTimer, retryClock } from './retryWrites.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamError } from './upstreamError.ts'
import { getMediaType } from '../edge/writeCheck.ts'

type ProxyDeps = {
  upstream: Upstream
  log: Logger
  shutdown: AbortSignal
}

/**
 * Creates the proxy: passes calls on and their responses back (http.md "Proxy"). Uploads are
 * streamed. Other bodies are read first, so that slow clients hold no connection.
 */
export function createProxy(deps: ProxyDeps): RequestHandler {
  const memory = new BodyMemory(sizeLimits.allCalls)
  return (req, res) => {
    const call = getProxyRules(req.url)
    if (call.connection === 'events') return sendEventCall(deps, req, res, call)
    const type = req.headers['content-type']
    if (!hasBody(req)) return void sendCall(deps, req, res, call)
    const limit = getBodyLimit(call, getMediaType(type))
    if (isStreamedBody(call, type))
      return void sendCall(deps, req, res, call, readBodyChunks(req, limit))
    return sendCallWithBody(deps, req, res, call, () => readBody(req, limit, memory.open(res).take))
  }
}

async function sendCallWithBody(
  deps: ProxyDeps,
  req: Request,
  res: Response,
  call: ProxyCall,
  read: () => Promise<Uint8Array>,
) {
  try {
    const body = await read()
    // A body that came too late was already rejected (`incomingBodies.ts`).
    if (!res.headersSent) sendCall(deps, req, res, call, body)
  } catch (error) {
    if (error instanceof BodyMemoryFull)
      return sendProblem(res, new UpstreamError('busy').rejection)
    if (!(error instanceof BodyTooLarge)) throw error
    sendProblem(res, tooLargeRejection)
  }
}

/**
 * Passes on an event stream, and ends it on shutdown, which it would otherwise delay. The browser
 * then reconnects to the next process.
 */
function sendEventCall(deps: ProxyDeps, req: Request, res: Response, call: ProxyCall): void {
  res.locals['route'] = '/api/*/events'
  const { shutdown } = deps
  if (shutdown.aborted) {
    res.writeHead(200, ['content-type', eventStreamType])
    return void res.end('retry: 1000\n\n')
  }
  const cancel = sendCall(deps, req, res, call)
  const end = () => {
    cancel()
    if (res.headersSent) res.end()
    else res.destroy()
  }
  shutdown.addEventListener('abort', end, { once: true })
  res.once('close', () => shutdown.removeEventListener('abort', end))
}

function sendCall(
  { upstream, log }: Pick<ProxyDeps, 'upstream' | 'log'>,
  req: Request,
  res: Response,
  call: ProxyCall,
  body?: Uint8Array | AsyncIterable<Uint8Array>,
): Cancel {
  const { headers, requestId } = getPlatformCredentials(res)
  const isUpload = body !== undefined && !(body instanceof Uint8Array)
  const connection = isUpload ? 'long' : call.connection
  const request = {
    method: req.method,
    path: req.url,
    headers: Object.assign(headers(), filterRequestHeaders(req.headers, body !== undefined)),
    ...(body && { body }),
    ...(connection && { connection }),
  }
  let cancel: Cancel = () => undefined
  let timer: NodeJS.Timeout | undefined
  const receiver: AnswerReceiver = {
    ...createAnswerReceiver(req, res, call, (outcome) => cancel(outcome)),
    onError(upstreamError) {
      if (upstreamError.cause instanceof BodyTooLarge) return sendProblem(res, tooLargeRejection)
      log.warn({ requestId, code: upstreamError.code, err: upstreamError.cause }, 'upstream')
      // A partial response must not look complete.
      if (res.headersSent) return void res.destroy()
      sendProblem(res, upstreamError.rejection)
    },
  }
  const retryTimer =
    !isUpload && isRetryable(req.method, request.headers) && new RetryTimer(retryClock)
  const scheduleRetry = (ms: number) => void (timer = setTimeout(start, ms))
  function start(): void {
    cancel = upstream.stream(
      request,
      retryTimer ? createRetryReceiver(receiver, retryTimer, scheduleRetry) : receiver,
    )
  }
  start()
  res.on('close', () => {
    clearTimeout(timer)
    cancel()
  })
  return (outcome) => {
    clearTimeout(timer)
    cancel(outcome)
  }
}

/** From this size on, converting a response to text costs more than a separate write. */
const maxTextBytes = 4096

/** Responses of up to this many bytes are read whole before they are compressed. */
const maxWholeBytes = 128_000

function createAnswerReceiver(
  req: Request,
  res: Response,
  { answerTypes, isFile, connection }: ProxyCall,
  cancel: Cancel,
): Omit<AnswerReceiver, 'onError'> {
  let output: Writable = res
  let length = ''
  let resume = () => {}
  let whole: { chunks: Buffer[]; send: (body: Buffer) => Promise<void> } | null = null
  return {
    onStart(status, headers, resumeFlow) {
      const check = getPlatformCredentials(res).checkAnswer(
        req.method,
        status,
        headers,
        answerTypes,
      )
      if (check !== 'pass') {
        cancel(check.code === 'bad_answer' ? check.code : String(status))
        return sendProblem(res, check)
      }
      resume = resumeFlow
      length = getHeader(headers, 'content-length') ?? ''
      const size = length === '' ? Infinity : Number(length)
      const encoding = isPlainJson(status, headers) ? chooseEncoding(res, size) : null
      const passedHeaders = filterResponseHeaders(isFile ? toDownloadHeaders(headers) : headers)
      if (isFile) res.setHeader('Content-Security-Policy', fileContentPolicy)
      if (connection === 'events') res.setHeader('X-Accel-Buffering', 'no')
      const sentHeaders = encoding ? toCompressedHeaders(passedHeaders, encoding) : passedHeaders
      if (encoding && req.method !== 'HEAD' && size <= maxWholeBytes) {
        whole = { chunks: [], send: (body) => sendWhole(res, status, sentHeaders, body, encoding) }
        return
      }
      res.writeHead(status, sentHeaders)
      if (connection === 'events') res.flushHeaders()
      if (!encoding || req.method === 'HEAD') return
      const compressor = createCompressor(encoding)
      pipeline(compressor, res, () => undefined)
      output = compressor
    },
    onData(chunk) {
      if (whole) {
        whole.chunks.push(chunk)
        return true
      }
      // Sends a response that arrived in one chunk in one write. A small one is sent as text,
      // because Node then joins it with the headers.
      if (output === res && String(chunk.length) === length) {
        res.end(chunk.length < maxTextBytes ? chunk.toString('latin1') : chunk, 'latin1')
        return true
      }
      if (output.write(chunk)) return true
      output.once('drain', resume)
      return false
    },
    onEnd() {
      if (whole) whole.send(Buffer.concat(whole.chunks)).catch((error: Error) => res.destroy(error))
      else output.end()
    },
  }
}

/** Sends a response in one write. It arrives complete or, if the visitor has left, not at all. */
async function sendWhole(
  res: Response,
  status: number,
  headers: readonly string[],
  body: Buffer,
  encoding: Encoding,
): Promise<void> {
  const compressed = await compress(body, encoding)
  if (res.closed) return
  res.writeHead(status, [...headers, 'content-length', String(compressed.length)]).end(compressed)
}

const isPlainJson = (status: number, headers: UpstreamHeaders) =>
  /^application\/(problem\+)?json$/.test(getMediaType(getHeader(headers, 'content-type'))) &&
  headers['content-encoding'] === undefined &&
  ![204, 206, 304].includes(status)

export const tooLargeRejection = {
  status: 413,
  code: 'too_large',
  detail: rejectionMessages.tooLarge,
} as const
