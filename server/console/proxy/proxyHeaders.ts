import type { IncomingHttpHeaders } from 'node:http'
import type { Visitor } from '../signIn/cookies.ts'
import type { Encoding } from '../edge/compression.ts'
import type { UpstreamHeaders } from './exchange.ts'
import type { ConsoleSettings } from '../settings.ts'

/** What a client may say to the platform, and what the platform may say to a client (http.md "Proxy"). */
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

/** The headers that the console itself adds to every call (spec.md section 7, http.md "Proxy"). */
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

/** What is left of a client's headers. `content-length` comes along with a body alone. */
export function filterRequestHeaders(
  headers: IncomingHttpHeaders,
  hasBody: boolean,
): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of forwardedRequestHeaders) {
    const value = headers[name]
    if (typeof value === 'string') passed[name] = value
  }
  // The mark that `compressed` gave it: the platform knows its own.
  if (passed['if-match']) passed['if-match'] = passed['if-match'].replace(/\bW\/(?=")/g, '')
  const length = headers['content-length']
  if (hasBody && length !== undefined) passed['content-length'] = length
  if (!hasBody) delete passed['content-type']
  const agent = headers['user-agent']
  if (agent !== undefined) passed['user-agent'] = agent.slice(0, maxUserAgentLength)
  return passed
}

/** What is left of the platform's headers, names and values in turn. */
export function filterResponseHeaders(headers: UpstreamHeaders): string[] {
  const passed: string[] = []
  for (const name of forwardedResponseHeaders) {
    const value = headers[name]
    if (typeof value === 'string') passed.push(name, value)
  }
  return passed
}

/** The same of an uploaded file: it is saved and not shown, whatever the platform says of it, and nothing of it runs. */
export const toFileHeaders = (headers: UpstreamHeaders): UpstreamHeaders => {
  const given = headers['content-disposition']
  const isSaved = typeof given === 'string' && /^attachment *(;|$)/i.test(given)
  return { ...headers, 'content-disposition': isSaved ? given : 'attachment' }
}
export const fileContentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** The same of an answer that is compressed on its way: other bytes, so another length, and a tag of the content alone. */
export const toCompressedHeaders = (passed: readonly string[], encoding: Encoding): string[] => [
  'content-encoding',
  encoding,
  ...passed.flatMap((name, index) => {
    const value = passed[index + 1]
    if (index % 2 === 1 || value === undefined || name === 'content-length') return []
    return [name, name === 'etag' && !value.startsWith('W/') ? `W/${value}` : value]
  }),
]
