import type { Request, RequestHandler, Response } from 'express'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'
import { getProxyRules, isStreamedBody } from '../proxy/proxyCalls.ts'
import { hasBodyHeaders } from './requestBody.ts'
import { toNetworkKey } from '#shared/throttle.ts'

type BodyLimits = {
  perClient: number
  total: number
  /** From the request's head to the last byte of its body. */
  deadlineMs: number
}

type PendingBody = { req: Request; res: Response; network: string; deadline: NodeJS.Timeout }

/**
 * Limits incoming bodies (http.md "Proxy", Limits). Each has a deadline, and beyond the maximum
 * number the oldest is rejected, not the newest.
 */
export function limitIncomingBodies({
  perClient = 128,
  total = 256,
  deadlineMs = 30_000,
}: Partial<BodyLimits> = {}): RequestHandler {
  // Oldest first.
  const pendingBodies = new Set<PendingBody>()

  function trackBody(req: Request, res: Response): void {
    if (req.complete || req.destroyed || res.locals[uploadStarted]) return
    const network = toNetworkKey(req.ip ?? '')
    const body: PendingBody = {
      req,
      res,
      network,
      deadline: setTimeout(() => rejectBody(body), deadlineMs),
    }
    const stopTracking = () => {
      clearTimeout(body.deadline)
      pendingBodies.delete(body)
    }
    req.once('close', stopTracking)
    res.once(uploadStarted, stopTracking)
    // Node continues to read a rejected body and discards it. That takes no place, but still has
    // the deadline.
    if (res.writableEnded) return
    res.once('finish', () => pendingBodies.delete(body))
    pendingBodies.add(body)
    const clientBodies = [...pendingBodies].filter((other) => other.network === network)
    const [oldest] = clientBodies.length > perClient ? clientBodies : pendingBodies
    if (oldest && (clientBodies.length > perClient || pendingBodies.size > total))
      rejectBody(oldest)
  }

  function rejectBody(body: PendingBody): void {
    clearTimeout(body.deadline)
    pendingBodies.delete(body)
    const { req, res } = body
    if (res.headersSent) return void req.socket.destroy()
    res.setHeader('Connection', 'close')
    rejectRequest(req, res, { status: 408, code: 'timeout', detail: rejectionMessages.slowBody })
  }

  return (req, res, next) => {
    if (hasBodyHeaders(req)) {
      if (isUpload(req)) res.once('finish', () => trackBody(req, res))
      // The parser has then consumed the part of the body that arrived with the head.
      else setImmediate(trackBody, req, res)
    }
    next()
  }
}

const uploadStarted = 'lasting'

/**
 * Lifts the deadline for a form that contains a file. It can take as long as any upload, under the
 * limits for uploads.
 */
export function allowSlowBody(res: Response): void {
  res.locals[uploadStarted] = true
  res.emit(uploadStarted)
}

/**
 * Whether a request is an upload. One with an encoded path isn't recognized, and has the deadline
 * of other bodies.
 */
const isUpload = ({ originalUrl, headers }: Request) =>
  /^\/api\//i.test(originalUrl) &&
  isStreamedBody(getProxyRules(originalUrl), headers['content-type'])
