import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import { badRequest } from '../platform/httpError.ts'
import { httpMessages } from './messages.ts'

export type ApiRequest = {
  id: string
  ip: string
  /** The same, for limits. */
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
  /** What a browser that opens a stream of events again has heard last. */
  lastEventId: string | undefined
}

/** The console's name for this request, or one of ours when there is none that is fit for a log. */
export function getRequestId(request: Request): string {
  const given = request.get('x-request-id') ?? ''
  return /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

/** Whose address it is, as the nearest proxy saw it (`trustNearestProxy`): what a visitor puts into the header counts for nothing. */
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
