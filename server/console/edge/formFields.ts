import type { IncomingMessage } from 'node:http'
import type { OnChunk } from './bodyMemory.ts'
import { readBody } from './requestBody.ts'

/** The most fields that a form may have: more than the largest form of the console, with 1,000 references. */
export const maxFormFields = 3000

/** The most files that a form may have. */
export const maxFormFiles = 100

/** A form with more than `maxFormFields` fields. Nothing is done with it. */
export class TooManyFields extends Error {
  override name = 'TooManyFields'
}

/** The fields of an encoded form. Rejects as `readBody` does and, as soon as it is known, with `TooManyFields`. */
export async function readFields(
  req: IncomingMessage,
  limit: number,
  take: OnChunk,
): Promise<FormData> {
  let fields = 1
  const body = await readBody(req, limit, (chunk) => {
    take(chunk)
    fields += countSeparators(chunk)
    if (fields > maxFormFields) throw new TooManyFields()
  })
  return toFormData(body.toString('utf8'))
}

/** The fields of an encoded form that was read already. Throws `TooManyFields` before it parses anything. */
export function parseFields(encoded: string): FormData {
  if (countSeparators(Buffer.from(encoded)) >= maxFormFields) throw new TooManyFields()
  return toFormData(encoded)
}

function toFormData(encoded: string): FormData {
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(encoded)) form.append(name, value)
  return form
}

const ampersandByte = 0x26

function countSeparators(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(ampersandByte); at >= 0; at = bytes.indexOf(ampersandByte, at + 1))
    count += 1
  return count
}
