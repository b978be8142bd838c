import type { IncomingMessage } from 'node:http'
import { BodyCutOff, BodyTooLarge, limitedBody } from './requestBody.ts'

/** The most fields that a form may have: more than the largest form of the console, with 1,000 references. */
export const mostFields = 3000

/** The most files that a form may have. */
export const mostFiles = 100

/** A form with more than `mostFields` fields. Nothing is done with it. */
export class TooManyFields extends Error {
  override name = 'TooManyFields'
}

/** The fields of an encoded form. Rejects with `BodyTooLarge`, `BodyCutOff` or, as soon as it is known, `TooManyFields`. */
export async function readFields(req: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = []
  let fields = 1
  try {
    for await (const chunk of limitedBody(req, limit)) {
      fields += countSeparators(chunk)
      if (fields > mostFields) throw new TooManyFields()
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof BodyTooLarge || cause instanceof TooManyFields) throw cause
    throw new BodyCutOff('', { cause })
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

/** Throws `TooManyFields` before an encoded form is parsed. */
export function assertFieldLimit(encoded: string): void {
  if (countSeparators(Buffer.from(encoded)) >= mostFields) throw new TooManyFields()
}

const ampersand = 0x26

function countSeparators(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(ampersand); at >= 0; at = bytes.indexOf(ampersand, at + 1)) count += 1
  return count
}
