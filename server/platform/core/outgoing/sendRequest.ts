import { Client } from 'undici'
import type { OpenConnection } from './connect.ts'
import {
  createNetworkError,
  toProviderError,
  toNetworkError,
  maxResponseBytes,
  NetworkError,
  networkTimeouts,
} from './networkError.ts'
import { outgoingMessages } from './messages.ts'

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** Returns a redirect like any other response, without following it. */
  redirect?: 'manual'
  /** The provider whose host this is, if no operator entered it. */
  provider?: string
}

export type OutgoingResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/**
 * Whether a response proves that the request had no effect. After any other failure, the outcome is
 * unknown.
 */
export const isDefiniteRejection = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

const maxHeaderBytes = 16 * 1024

/**
 * Sends one HTTP request on its own connection, with limits on size and time. Never follows a
 * redirect, which could lead inside. Rejects with a `NetworkError`.
 */
export async function sendRequest(
  open: OpenConnection,
  request: OutgoingRequest,
  timeoutMs = networkTimeouts.request,
): Promise<OutgoingResponse> {
  const url = parseOutgoingUrl(request.url)
  const encrypted = url.protocol === 'https:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const to = { host, port: Number(url.port) || (encrypted ? 443 : 80) }
  const signal = AbortSignal.any([
    AbortSignal.timeout(timeoutMs),
    ...(request.signal ? [request.signal] : []),
  ])
  const socket = await open({ ...to, purpose: 'web', encrypted }).catch((error: unknown) => {
    const { provider } = request
    throw provider === undefined ? error : toProviderError(provider, to, toNetworkError(error, to))
  })
  const client = new Client(url.origin, {
    // Deferred, because the client isn't ready for the socket yet.
    connect: (_, done) =>
      queueMicrotask(() =>
        // Without an error, the client would retry a connection that broke before the response.
        socket.destroyed ? done(createNetworkError('ECONNRESET', to), null) : done(null, socket),
      ),
    allowH2: false,
    maxResponseSize: maxResponseBytes,
    maxHeaderSize: maxHeaderBytes,
  })
  try {
    const { statusCode, headers, body } = await client.request({
      path: url.pathname + url.search,
      method: request.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal,
    })
    const isRedirect = statusCode >= 300 && statusCode < 400
    if (isRedirect && request.redirect !== 'manual') throw createNetworkError('REDIRECTED', to)
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
  } catch (error) {
    throw toNetworkError(error, to)
  } finally {
    socket.destroy()
    void client.destroy()
  }
}

/** Parses a URL that an operator entered. */
function parseOutgoingUrl(text: string): URL {
  const createError = (code: string, sentence: string) => new NetworkError(code, sentence)
  const url = URL.parse(text.trim())
  if (!url || url.hostname === '') throw createError('NOT_AN_ADDRESS', outgoingMessages.notAUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw createError('NOT_ENCRYPTED', outgoingMessages.needsHttps)
  if (url.username !== '' || url.password !== '')
    throw createError('USERINFO', outgoingMessages.hasCredentials)
  return url
}
