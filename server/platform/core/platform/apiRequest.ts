import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import { badRequest } from './httpError.ts'
import { httpMessages } from './httpMessages.ts'

export type ApiRequest = {
  id: string
  ip: string
  /** The same address as `ip`, for rate limits. */
  clientAddress: string
  userAgent: string | null
  method: string
  target: string
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  rawBody: Buffer
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** The last event a browser received before it reopened a stream. */
  lastEventId: string | undefined
}

/** Returns the console's ID for this request, or a new one if there is none that is safe to log. */
export function getRequestId(request: Request): string {
  const header = request.get('x-request-id') ?? ''
  return /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()
}

/**
 * Returns the visitor's address as the nearest proxy saw it (`trustNearestProxy`), so a forged
 * header has no effect.
 */
export function getClientAddress(request: Request): string {
  const { ip = '' } = request
  return isIP(ip) ? ip : (request.socket.remoteAddress ?? '')
}

export function parseRequest(request: Request, id: string, content: Buffer): ApiRequest {
  const target = request.originalUrl
  const query = new URLSearchParams(target.split('?')[1])
  for (const [name, value] of query)
    if (/\p{Cc}/u.test(name + value)) throw badRequest(httpMessages.controlCharacter)
  return {
    id,
    ip: getClientAddress(request),
    clientAddress: getClientAddress(request),
    userAgent: request.get('user-agent')?.slice(0, 256) ?? null,
    method: request.method,
    target,
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    query,
    body: request.body,
    rawBody: content,
    ifMatch: request.get('if-match'),
    idempotencyKey: request.get('idempotency-key'),
    lastEventId: request.get('last-event-id'),
  }
}
