import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { refusalMessages } from '#shared/refusalMessages.ts'
import { header, verdictOn } from './answerCheck.ts'
import { expireRefusedSession } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { Cancel, Receiver } from './exchange.ts'
import { sendProblem } from './problems.ts'
import { callAt, limitOf } from './proxyCalls.ts'
import { headersFrom, passedBack, passedOn } from './proxyHeaders.ts'
import { BodyTooLarge, hasBody, limitedBody } from './requestBody.ts'
import type { Settings } from './settings.ts'
import type { Upstream } from './upstream.ts'
import { mediaType } from './writeCheck.ts'

export type ProxyDeps = { settings: Settings; upstream: Upstream; log: Logger }

/**
 * Passes a call on to the platform and its answer back, both as they come (http.md "Proxy"). `req.url` is the rebuilt
 * path (`apiPath`), and type and length of the body were checked (`apiBody`).
 */
export function createProxy({ settings, upstream, log }: ProxyDeps): RequestHandler {
  return (req, res) => {
    const visitor: Visitor | null = res.locals['visitor']
    const call = callAt(req.url)
    const withBody = hasBody(req)
    const caller = { requestId: String(res.locals['requestId']), clientAddress: req.ip }
    const cancel = upstream.stream(
      {
        method: req.method,
        path: req.url,
        headers: Object.assign(
          headersFrom(visitor, settings, caller),
          passedOn(req.headers, withBody),
        ),
        ...(withBody && {
          body: limitedBody(req, limitOf(call, mediaType(req.headers['content-type']))),
        }),
      },
      {
        ...answering(req, res, call.answers, (outcome) => cancel(outcome), settings),
        onFault(fault) {
          if (fault.cause instanceof BodyTooLarge) return sendProblem(res, tooLarge)
          log.warn({ requestId: caller.requestId, code: fault.code, err: fault.cause }, 'upstream')
          // Half an answer must not look like a whole one.
          if (res.headersSent) return void res.destroy()
          sendProblem(res, fault.refusal)
        },
      },
    )
    res.on('close', () => cancel())
  }
}

/** From this many bytes on, to turn an answer into text costs more than to write it on its own. */
const joined = 4096

/** Writes the answer at the speed the client reads it. */
function answering(
  req: Request,
  res: Response,
  answers: readonly string[],
  cancel: Cancel,
  settings: Settings,
): Omit<Receiver, 'onFault'> {
  let length = ''
  let resume = () => {}
  return {
    onStart(status, headers, resumeFlow) {
      if (status === 401) expireRefusedSession(res, settings)
      const verdict = verdictOn(req.method, status, headers, answers)
      if (verdict !== 'pass') {
        cancel(verdict.code === 'bad_answer' ? verdict.code : String(status))
        return sendProblem(res, verdict)
      }
      length = header(headers, 'content-length') ?? ''
      resume = resumeFlow
      res.writeHead(status, passedBack(headers))
    },
    onData(chunk) {
      // An answer that comes in one piece leaves in one, and a small one with its head: Node joins the two where both are text.
      if (String(chunk.length) === length) {
        res.end(chunk.length < joined ? chunk.toString('latin1') : chunk, 'latin1')
        return true
      }
      if (res.write(chunk)) return true
      res.once('drain', resume)
      return false
    },
    onEnd: () => void res.end(),
  }
}

export const tooLarge = {
  status: 413,
  code: 'too_large',
  title: refusalMessages.tooLarge,
} as const
