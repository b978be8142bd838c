import { pipeline } from 'node:stream'
import type { Writable } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { header } from './answerCheck.ts'
import { compressor, encodingFor } from '../edge/compression.ts'
import type { Cancel, Receiver, UpstreamHeaders } from './exchange.ts'
import { inTheirNameOf } from './inTheirName.ts'
import { callAt, eventStream, isStreamed, limitOf } from './proxyCalls.ts'
import type { Call } from './proxyCalls.ts'
import { asFile, compressed, filePolicy, passedBack, passedOn } from './proxyHeaders.ts'
import { BodiesBusy, BodyMemory } from '../edge/bodyMemory.ts'
import { BodyTooLarge, hasBody, limitedBody, sizeLimits, wholeBody } from '../edge/requestBody.ts'
import { holdBusyAnswers, isRepeatable, Repeats, usualPace } from './repeatWrites.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFault } from './upstreamFault.ts'
import { mediaType } from '../edge/writeCheck.ts'

type ProxyDeps = {
  upstream: Upstream
  log: Logger
  ending: AbortSignal
}

/** Passes a call on and its answer back (http.md "Proxy"). Uploads stream; other bodies are read first: slow clients hold no connection. */
export function createProxy(deps: ProxyDeps): RequestHandler {
  const memory = new BodyMemory(sizeLimits.allCalls)
  return (req, res) => {
    const call = callAt(req.url)
    if (call.way === 'events') return passEvents(deps, req, res, call)
    const type = req.headers['content-type']
    if (!hasBody(req)) return void pass(deps, req, res, call)
    const limit = limitOf(call, mediaType(type))
    if (isStreamed(call, type)) return void pass(deps, req, res, call, limitedBody(req, limit))
    return passWhole(deps, req, res, call, () => wholeBody(req, limit, memory.open(res).take))
  }
}

async function passWhole(
  deps: ProxyDeps,
  req: Request,
  res: Response,
  call: Call,
  read: () => Promise<Uint8Array>,
) {
  try {
    const body = await read()
    // It came too late: that was said meanwhile (`incomingBodies.ts`).
    if (!res.headersSent) pass(deps, req, res, call, body)
  } catch (error) {
    if (error instanceof BodiesBusy) return sendProblem(res, new UpstreamFault('busy').refusal)
    if (!(error instanceof BodyTooLarge)) throw error
    sendProblem(res, tooLarge)
  }
}

/** A stream of events would hold up the end: it ends in between, and the browser comes back to whoever is there then. */
function passEvents(deps: ProxyDeps, req: Request, res: Response, call: Call): void {
  res.locals['route'] = '/api/*/events'
  const { ending } = deps
  if (ending.aborted) {
    res.writeHead(200, ['content-type', eventStream])
    return void res.end('retry: 1000\n\n')
  }
  const cancel = pass(deps, req, res, call)
  const end = () => {
    cancel()
    if (res.headersSent) res.end()
    else res.destroy()
  }
  ending.addEventListener('abort', end, { once: true })
  res.once('close', () => ending.removeEventListener('abort', end))
}

function pass(
  { upstream, log }: Pick<ProxyDeps, 'upstream' | 'log'>,
  req: Request,
  res: Response,
  call: Call,
  body?: Uint8Array | AsyncIterable<Uint8Array>,
): Cancel {
  const { headers, requestId } = inTheirNameOf(res)
  const isUpload = body !== undefined && !(body instanceof Uint8Array)
  const way = isUpload ? 'long' : call.way
  const request = {
    method: req.method,
    path: req.url,
    headers: Object.assign(headers(), passedOn(req.headers, body !== undefined)),
    ...(body && { body }),
    ...(way && { way }),
  }
  let cancel: Cancel = () => undefined
  let timer: NodeJS.Timeout | undefined
  const receiver: Receiver = {
    ...answering(req, res, call, (outcome) => cancel(outcome)),
    onFault(fault) {
      if (fault.cause instanceof BodyTooLarge) return sendProblem(res, tooLarge)
      log.warn({ requestId, code: fault.code, err: fault.cause }, 'upstream')
      // Half an answer must not look like a whole one.
      if (res.headersSent) return void res.destroy()
      sendProblem(res, fault.refusal)
    },
  }
  const repeats = !isUpload && isRepeatable(req.method, request.headers) && new Repeats(usualPace)
  const again = (ms: number) => void (timer = setTimeout(start, ms))
  function start(): void {
    cancel = upstream.stream(
      request,
      repeats ? holdBusyAnswers(receiver, repeats, again) : receiver,
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

/** From this many bytes on, to turn an answer into text costs more than to write it on its own. */
const joined = 4096

function answering(
  req: Request,
  res: Response,
  { answers, isFile, way }: Call,
  cancel: Cancel,
): Omit<Receiver, 'onFault'> {
  let out: Writable = res
  let length = ''
  let resume = () => {}
  return {
    onStart(status, headers, resumeFlow) {
      const verdict = inTheirNameOf(res).judge(req.method, status, headers, answers)
      if (verdict !== 'pass') {
        cancel(verdict.code === 'bad_answer' ? verdict.code : String(status))
        return sendProblem(res, verdict)
      }
      resume = resumeFlow
      length = header(headers, 'content-length') ?? ''
      const size = length === '' ? Infinity : Number(length)
      const encoding = isPlainJson(status, headers) ? encodingFor(res, size) : null
      const passed = passedBack(isFile ? asFile(headers) : headers)
      if (isFile) res.setHeader('Content-Security-Policy', filePolicy)
      if (way === 'events') res.setHeader('X-Accel-Buffering', 'no')
      res.writeHead(status, encoding ? compressed(passed, encoding) : passed)
      if (way === 'events') res.flushHeaders()
      if (!encoding || req.method === 'HEAD') return
      const packed = compressor(encoding)
      pipeline(packed, res, () => undefined)
      out = packed
    },
    onData(chunk) {
      // An answer that comes in one piece leaves in one, and a small one as text: Node joins it with its head.
      if (out === res && String(chunk.length) === length) {
        res.end(chunk.length < joined ? chunk.toString('latin1') : chunk, 'latin1')
        return true
      }
      if (out.write(chunk)) return true
      out.once('drain', resume)
      return false
    },
    onEnd: () => void out.end(),
  }
}

const isPlainJson = (status: number, headers: UpstreamHeaders) =>
  /^application\/(problem\+)?json$/.test(mediaType(header(headers, 'content-type'))) &&
  headers['content-encoding'] === undefined &&
  ![204, 206, 304].includes(status)

export const tooLarge = {
  status: 413,
  code: 'too_large',
  detail: rejectionMessages.tooLarge,
} as const
