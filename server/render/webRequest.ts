import type { IncomingMessage } from 'node:http'

/** The most a form may send (http.md "Limits"). */
const bodyLimit = 1_000_000

/** A form larger than the limit. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** A request as React Router takes it. `signal` aborts when the visitor leaves. Rejects with `BodyTooLarge`. */
export async function webRequest(
  req: IncomingMessage & { originalUrl: string },
  origin: string,
  signal: AbortSignal,
): Promise<Request> {
  const method = req.method ?? 'GET'
  const headers = new Headers()
  const type = req.headers['content-type']
  if (type) headers.set('content-type', type)
  const body = method === 'POST' ? await bodyOf(req) : null
  return new Request(new URL(req.originalUrl, origin), { method, headers, signal, body })
}

async function bodyOf(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of req) {
    // A request without an encoding set yields buffers.
    const bytes = chunk as Uint8Array
    length += bytes.length
    if (length > bodyLimit) throw new BodyTooLarge()
    chunks.push(bytes)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
