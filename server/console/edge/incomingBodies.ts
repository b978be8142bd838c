import type { Request, RequestHandler, Response } from 'express'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'
import { getProxyCall, isStreamedBody } from '../proxy/proxyCalls.ts'
import { hasBodyHeaders } from './requestBody.ts'
import { toNetworkKey } from '#shared/areas/signIn/throttle.ts'

type BodyLimits = {
  perClient: number
  total: number
  /** From the head of the request to its last byte. */
  deadlineMs: number
}

type PendingBody = { req: Request; res: Response; network: string; deadline: NodeJS.Timeout }

/** Bounds bodies on their way (http.md "Proxy", Limits): a deadline each; beyond the limits the oldest gives way, not the newest. */
export function limitIncomingBodies({
  perClient = 128,
  total: inAll = 256,
  deadlineMs = 30_000,
}: Partial<BodyLimits> = {}): RequestHandler {
  // Oldest first.
  const awaited = new Set<PendingBody>()

  function wait(req: Request, res: Response): void {
    if (req.complete || req.destroyed || res.locals[uploadStarted]) return
    const network = toNetworkKey(req.ip ?? '')
    const one: PendingBody = {
      req,
      res,
      network,
      deadline: setTimeout(() => giveUp(one), deadlineMs),
    }
    const isOver = () => {
      clearTimeout(one.deadline)
      awaited.delete(one)
    }
    req.once('close', isOver)
    res.once(uploadStarted, isOver)
    // Node reads on what was refused, and drops it: that takes no place, but still has the deadline.
    if (res.writableEnded) return
    res.once('finish', () => awaited.delete(one))
    awaited.add(one)
    const ofClient = [...awaited].filter((other) => other.network === network)
    const [oldest] = ofClient.length > perClient ? ofClient : awaited
    if (oldest && (ofClient.length > perClient || awaited.size > inAll)) giveUp(oldest)
  }

  function giveUp(one: PendingBody): void {
    clearTimeout(one.deadline)
    awaited.delete(one)
    const { req, res } = one
    if (res.headersSent) return void req.socket.destroy()
    res.setHeader('Connection', 'close')
    rejectRequest(req, res, { status: 408, code: 'timeout', detail: rejectionMessages.slowBody })
  }

  return (req, res, next) => {
    if (hasBodyHeaders(req)) {
      if (isUpload(req)) res.once('finish', () => wait(req, res))
      // By then the parser has taken what came along with the head.
      else setImmediate(wait, req, res)
    }
    next()
  }
}

const uploadStarted = 'lasting'

/** A form turned out to hold a file, which may take as long as any upload: what bounds those bounds it too. */
export function allowSlowBody(res: Response): void {
  res.locals[uploadStarted] = true
  res.emit(uploadStarted)
}

/** An encoded spelling is not known for an upload here, and has the deadline of other bodies. */
const isUpload = ({ originalUrl, headers }: Request) =>
  /^\/api\//i.test(originalUrl) &&
  isStreamedBody(getProxyCall(originalUrl), headers['content-type'])
