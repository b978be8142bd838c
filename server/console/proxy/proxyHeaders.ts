import type { IncomingHttpHeaders } from 'node:http'
import type { Visitor } from '../signIn/cookies.ts'
import type { Encoding } from '../edge/compression.ts'
import type { UpstreamHeaders } from './exchange.ts'
import type { ConsoleSettings } from '../settings.ts'

/** Headers that are forwarded from clients to the platform, and back (http.md "Proxy"). */
const forwardedRequestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
  'range',
] as const
const forwardedResponseHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'etag',
  'last-modified',
  'retry-after',
] as const

const maxUserAgentLength = 256

type CallOrigin = {
  requestId: string
  clientAddress?: string | undefined
  agent?: string | undefined
}

/** Builds the headers that the console adds to every call (spec.md section 7, http.md "Proxy"). */
export function buildPlatformHeaders(
  visitor: Visitor | null,
  { publicOrigin, domain }: Pick<ConsoleSettings, 'publicOrigin' | 'domain'>,
  { requestId, clientAddress, agent }: CallOrigin,
): Record<string, string> {
  const protocolEnd = publicOrigin.indexOf('://')
  const headers: Record<string, string> = {
    domain,
    'x-request-id': requestId,
    'x-forwarded-proto': publicOrigin.slice(0, protocolEnd),
    'x-forwarded-host': publicOrigin.slice(protocolEnd + 3),
  }
  if (clientAddress) headers['x-forwarded-for'] = clientAddress
  if (agent) headers['user-agent'] = agent.slice(0, maxUserAgentLength)
  if (visitor) headers['Authorization'] = `Bearer ${visitor.token}`
  if (visitor?.userId) headers['userId'] = visitor.userId
  if (visitor?.storeId) headers['storeId'] = visitor.storeId
  return headers
}

/**
 * Returns the client's headers that are forwarded. `content-length` is forwarded only with a body.
 */
export function filterRequestHeaders(
  headers: IncomingHttpHeaders,
  hasBody: boolean,
): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const name of forwardedRequestHeaders) {
    const value = headers[name]
    if (typeof value === 'string') forwarded[name] = value
  }
  // Removes the weak mark that `toCompressedHeaders` added, because the platform only knows its own
  // tag.
  if (forwarded['if-match'])
    forwarded['if-match'] = forwarded['if-match'].replace(/\bW\/(?=")/g, '')
  const length = headers['content-length']
  if (hasBody && length !== undefined) forwarded['content-length'] = length
  if (!hasBody) delete forwarded['content-type']
  const agent = headers['user-agent']
  if (agent !== undefined) forwarded['user-agent'] = agent.slice(0, maxUserAgentLength)
  return forwarded
}

/** Returns the platform's headers that are passed back: names and values in turn. */
export function filterResponseHeaders(headers: UpstreamHeaders): string[] {
  const forwarded: string[] = []
  for (const name of forwardedResponseHeaders) {
    const value = headers[name]
    if (typeof value === 'string') forwarded.push(name, value)
  }
  return forwarded
}

/**
 * Returns headers that make a browser save an uploaded file instead of showing it, whatever the
 * platform says.
 */
export const toDownloadHeaders = (headers: UpstreamHeaders): UpstreamHeaders => {
  const disposition = headers['content-disposition']
  const isSaved = typeof disposition === 'string' && /^attachment *(;|$)/i.test(disposition)
  return { ...headers, 'content-disposition': isSaved ? disposition : 'attachment' }
}
export const fileContentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/**
 * Returns the headers of a response that the console compresses. The bytes differ, so the length is
 * dropped and the tag becomes a weak one.
 */
export const toCompressedHeaders = (headers: readonly string[], encoding: Encoding): string[] => [
  'content-encoding',
  encoding,
  ...headers.flatMap((name, index) => {
    const value = headers[index + 1]
    if (index % 2 === 1 || value === undefined || name === 'content-length') return []
    return [name, name === 'etag' && !value.startsWith('W/') ? `W/${value}` : value]
  }),
]
