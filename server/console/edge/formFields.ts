import type { IncomingMessage } from 'node:http'
import type { OnChunk } from './bodyMemory.ts'
import { readBody } from './requestBody.ts'

/**
 * Maximum number of fields in a form: more than the console's largest form has, with 1,000
 * references.
 */
export const maxFormFields = 3000

/** Maximum number of files in a form. */
export const maxFormFiles = 100

/** A form has more than `maxFormFields` fields and isn't processed. */
export class TooManyFields extends Error {
  override name = 'TooManyFields'
}

/**
 * Reads the fields of an encoded form. Rejects as `readBody` does, and with `TooManyFields` as soon
 * as the limit is exceeded.
 */
export async function readEncodedForm(
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

/**
 * Parses the fields of an encoded form that was read before. Throws `TooManyFields` before it
 * parses anything.
 */
export function parseEncodedForm(encoded: string): FormData {
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
  for (
    let index = bytes.indexOf(ampersandByte);
    index >= 0;
    index = bytes.indexOf(ampersandByte, index + 1)
  )
    count += 1
  return count
}
