import type { IncomingMessage } from 'node:http'
import { limitedBody } from '../requestBody.ts'
import { sizeLimits } from '../sizeLimits.ts'

/**
 * A request as React Router takes it. Rejects with `BodyTooLarge`. It knows nothing of the visitor's leaving: its calls do
 * (`createServerApi`), and a signal that follows another costs more than the call.
 */
export async function webRequest(
  req: IncomingMessage & { originalUrl: string },
  origin: string,
): Promise<Request> {
  const method = req.method ?? 'GET'
  const headers = new Headers()
  const type = req.headers['content-type']
  if (type) headers.set('content-type', type)
  const body = method === 'POST' ? await bodyOf(req) : null
  return new Request(new URL(req.originalUrl, origin), { method, headers, body })
}

async function bodyOf(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limitedBody(req, sizeLimits.jsonBody)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
