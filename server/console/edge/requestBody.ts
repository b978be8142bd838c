import type { IncomingMessage } from 'node:http'
import { limits } from '#shared/limits.ts'
import type { OnChunk } from './bodyMemory.ts'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** A body ended early: the client left, or took too long (`incomingBodies.ts`). */
export class BodyCutOff extends Error {
  override name = 'BodyCutOff'
}

/** Whether the headers announce a body, whatever the method. */
export const hasBodyHeaders = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export const hasBody = (req: IncomingMessage): boolean =>
  req.method !== 'GET' && req.method !== 'HEAD' && hasBodyHeaders(req)

/**
 * Yields a body's chunks as fast as the consumer takes them. Throws `BodyTooLarge` at the first
 * byte above the limit.
 */
export async function* readBodyChunks(
  req: IncomingMessage,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    // Destroying the request would close the connection before the rejection is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      // A request without an encoding set yields buffers.
      const bytes = chunk as Uint8Array
      length += bytes.length
      if (length > limit) throw new BodyTooLarge()
      yield bytes
    }
  } finally {
    // The unread rest must not block the connection.
    req.resume()
  }
}

/** Reads a whole body. Rejects with `BodyTooLarge`, `BodyCutOff`, or what `take` throws. */
export async function readBody(
  req: IncomingMessage,
  limit: number,
  take: OnChunk,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  const body = readBodyChunks(req, limit)
  try {
    for (;;) {
      const { value, done } = await readNextChunk(body)
      if (done) return Buffer.concat(chunks)
      take(value)
      chunks.push(value)
    }
  } finally {
    await body.return(undefined)
  }
}

/** Reads the next chunk. Throws `BodyCutOff` if the connection breaks off. */
async function readNextChunk(
  body: AsyncGenerator<Uint8Array>,
): Promise<IteratorResult<Uint8Array>> {
  try {
    return await body.next()
  } catch (cause) {
    throw cause instanceof BodyTooLarge ? cause : new BodyCutOff('', { cause })
  }
}

/** Maximum sizes in bytes (http.md "Proxy", Limits). */
export const sizeLimits = {
  requestHeaders: 16 * 1024,
  jsonBody: 1_000_000,
  /** The encoded fields of a page's form: more than any form of the console needs. */
  form: 300_000,
  /** Bodies that visitors send before they sign in: credentials, or a new password. */
  openBody: 16_000,
  upload: limits.fileBytes + limits.fileFormBytes,
  /** The bodies of calls in memory at once, and of forms. */
  allCalls: 48_000_000,
  allForms: 6_000_000,
  /** Forms in progress at once, and one that never waits for others. */
  formsUnderWay: 600_000,
  smallForm: 20_000,
  /** A response that is read whole, after decompression. */
  bufferedAnswer: 10_000_000,
} as const
