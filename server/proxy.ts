import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { messages } from '#shared/messages.ts'
import { verdictOn } from './answerCheck.ts'
import { expireRefusedSession } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { Receiver } from './exchange.ts'
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
    res.locals['route'] = '/api/*'
    const visitor: Visitor | null = res.locals['visitor']
    const call = callAt(req.url)
    const withBody = hasBody(req)
    const caller = { requestId: String(res.locals['requestId']), clientAddress: req.ip }
    const cancel = upstream.stream(
      {
        method: req.method,
        path: req.url,
        headers: {
          ...passedOn(req.headers, withBody),
          ...headersFrom(visitor, settings, caller),
        },
        ...(withBody && {
          body: limitedBody(req, limitOf(call, mediaType(req.headers['content-type']))),
        }),
      },
      {
        ...answering(req, res, call.answers, () => cancel(), settings),
        onFault(fault) {
          if (fault.cause instanceof BodyTooLarge) return sendProblem(res, tooLarge)
          log.warn({ requestId: caller.requestId, code: fault.code, err: fault.cause }, 'upstream')
          // Half an answer must not look like a whole one.
          if (res.headersSent) return void res.destroy()
          sendProblem(res, fault.refusal)
        },
      },
    )
    res.once('close', cancel)
  }
}

/** Writes the answer at the speed the client reads it. */
function answering(
  req: Request,
  res: Response,
  answers: readonly string[],
  cancel: () => void,
  settings: Settings,
): Omit<Receiver, 'onFault'> {
  return {
    onStart(status, headers, resume) {
      if (status === 401) expireRefusedSession(res, settings)
      const verdict = verdictOn(req.method, status, headers, answers)
      if (verdict !== 'pass') {
        cancel()
        return sendProblem(res, verdict)
      }
      res.on('drain', resume)
      res.writeHead(status, passedBack(headers))
    },
    onData: (chunk) => res.write(chunk),
    onEnd: () => void res.end(),
  }
}

export const tooLarge = {
  status: 413,
  code: 'too_large',
  title: messages.refusals.tooLarge,
} as const
