import type { IncomingMessage } from 'node:http'
import { limits } from '#shared/limits.ts'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** A body that ended before it was whole: the client left, or took too long (`incomingBodies.ts`). */
export class BodyCutOff extends Error {
  override name = 'BodyCutOff'
}

/** Whether a body follows the head, whatever the method. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export const hasBody = (req: IncomingMessage): boolean =>
  req.method !== 'GET' && req.method !== 'HEAD' && announcesBody(req)

/** The body as it comes, at the speed it is taken. Throws `BodyTooLarge` at the first byte too many. */
export async function* limitedBody(
  req: IncomingMessage,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    // Destroying the request would close the connection before the refusal is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      // A request without an encoding set yields buffers.
      const bytes = chunk as Uint8Array
      length += bytes.length
      if (length > limit) throw new BodyTooLarge()
      yield bytes
    }
  } finally {
    // What nobody wants any more must not block the connection.
    req.resume()
  }
}

/** The whole body. Rejects with `BodyTooLarge` or `BodyCutOff`. */
export async function wholeBody(req: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of limitedBody(req, limit)) chunks.push(chunk)
  } catch (cause) {
    throw cause instanceof BodyTooLarge ? cause : new BodyCutOff('', { cause })
  }
  return Buffer.concat(chunks)
}

/** The most a message may hold, in bytes (http.md "Proxy", Limits). */
export const sizeLimits = {
  requestHeaders: 16 * 1024,
  jsonBody: 1_000_000,
  /** What visitors send who aren't signed in: credentials, or a new password. */
  openBody: 16_000,
  upload: limits.fileBytes + limits.fileFormBytes,
  /** An answer that is read whole, after decompression. */
  bufferedAnswer: 10_000_000,
} as const
