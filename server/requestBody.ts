import type { IncomingMessage } from 'node:http'

/** A body larger than the call takes. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

export const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

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
