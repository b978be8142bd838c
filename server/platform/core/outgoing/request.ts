import { Client } from 'undici'
import type { Open } from './connect.ts'
import { fault, faultAt, faultOf, largestAnswer, OutgoingFault, waits } from './faults.ts'
import { outgoingMessages } from './messages.ts'

export type Request = {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** A redirect is an answer like any other, whose address is told and not followed. */
  redirect?: 'told'
  /** Whose host it is where no operator names it. */
  provider?: string
}

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** An answer that says for sure that nothing came of what was asked; of any other failure nobody knows. */
export const refusesFor = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

const largestHeaders = 16 * 1024

/** One HTTP request on its own connection: follows no redirect, which could lead inside; bounded. Rejects with `OutgoingFault`. */
export async function request(open: Open, asked: Request, wholeMs = waits.request): Promise<Reply> {
  const url = readAddress(asked.url)
  const encrypted = url.protocol === 'https:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const to = { host, port: Number(url.port) || (encrypted ? 443 : 80) }
  const signal = AbortSignal.any([
    AbortSignal.timeout(wholeMs),
    ...(asked.signal ? [asked.signal] : []),
  ])
  const socket = await open({ ...to, purpose: 'web', encrypted }).catch((error: unknown) => {
    const { provider } = asked
    throw provider === undefined ? error : faultAt(provider, to, faultOf(error, to))
  })
  const client = new Client(url.origin, {
    // Not at once: the client is still about to ask for it.
    connect: (_, done) =>
      queueMicrotask(() =>
        // Where it broke before an answer the client would try again.
        socket.destroyed ? done(fault('ECONNRESET', to), null) : done(null, socket),
      ),
    allowH2: false,
    maxResponseSize: largestAnswer,
    maxHeaderSize: largestHeaders,
  })
  try {
    const { statusCode, headers, body } = await client.request({
      path: url.pathname + url.search,
      method: asked.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...asked.headers },
      ...(asked.body === undefined ? {} : { body: asked.body }),
      signal,
    })
    const isRedirect = statusCode >= 300 && statusCode < 400
    if (isRedirect && asked.redirect !== 'told') throw fault('REDIRECTED', to)
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
  } catch (error) {
    throw faultOf(error, to)
  } finally {
    socket.destroy()
    void client.destroy()
  }
}

/** An address as an operator typed it. */
export function readAddress(text: string): URL {
  const refuse = (code: string, sentence: string) => new OutgoingFault(code, sentence)
  const url = URL.parse(text.trim())
  if (!url || url.hostname === '') throw refuse('NOT_AN_ADDRESS', outgoingMessages.notAUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('NOT_ENCRYPTED', outgoingMessages.needsHttps)
  if (url.username !== '' || url.password !== '')
    throw refuse('USERINFO', outgoingMessages.hasCredentials)
  return url
}
