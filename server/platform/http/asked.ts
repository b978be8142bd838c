import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import { badRequest } from './refusal.ts'

export type Asked = {
  id: string
  ip: string
  /** The same where limits hang on it: what is said of the visitor counts only if it comes from this machine or its network. */
  client: string
  agent: string | null
  method: string
  target: string
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  content: Buffer
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** What a browser that opens a stream of events again has heard last. */
  lastEventId: string | undefined
}

/** The console's name for this request, or one of ours when there is none that is fit for a log. */
export function requestIdOf(request: Request): string {
  const given = request.get('x-request-id') ?? ''
  return /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

/** As the console says it in `X-Forwarded-For`: for the audit log alone, rules go by `client`. */
function addressOf(request: Request): string {
  const forwarded = request.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
}

export function askedOf(request: Request, id: string, content: Buffer): Asked {
  const target = request.originalUrl
  const query = new URLSearchParams(target.split('?')[1])
  for (const [name, value] of query)
    if (/\p{Cc}/u.test(name + value)) throw badRequest('A parameter holds a control character.')
  return {
    id,
    ip: addressOf(request),
    client: request.ip ?? '',
    agent: request.get('user-agent')?.slice(0, 256) ?? null,
    method: request.method,
    target,
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    query,
    body: request.body,
    content,
    ifMatch: request.get('if-match'),
    idempotencyKey: request.get('idempotency-key'),
    lastEventId: request.get('last-event-id'),
  }
}
