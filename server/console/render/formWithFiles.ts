import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import type { IncomingMessage } from 'node:http'
import { reasonOf } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import {
  chosenName,
  clearName,
  fieldOfInput,
  pickedLabel,
  refusedName,
  uploadForName,
} from '#shared/engine/list/picked.ts'
import { fileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { limits } from '#shared/limits.ts'
import { resourceNamed } from '#shared/areas/index.ts'
import { BodiesBusy } from '../edge/bodyMemory.ts'
import type { TakeChunk } from '../edge/bodyMemory.ts'
import { mostFields, mostFiles, TooManyFields } from '../edge/formFields.ts'
import { BodyCutOff, BodyTooLarge, limitedBody, sizeLimits } from '../edge/requestBody.ts'
import type { Upload } from '../proxy/formUpload.ts'

/** A form that is none, or broke off inside. */
export class BrokenForm extends Error {
  override name = 'BrokenForm'
}

const refusals = [BodyTooLarge, TooManyFields, BodiesBusy]

export type FormFiles = {
  /** Null: files are read and dropped. */
  upload: Upload | null
  begins: () => void
  /** The most bytes of all texts together. */
  limit: number
}

/**
 * A form sent without JavaScript; files go to the platform as they come. Rejects with `BrokenForm`, `BodyTooLarge`,
 * `TooManyFields` or `BodyCutOff`.
 */
export async function formWithFiles(
  req: IncomingMessage,
  { upload, begins, limit, take }: FormFiles & { take: TakeChunk },
): Promise<FormData> {
  const form = new FormData()
  const parser = parserOf(req, limit)
  const open = new Set<BusboyFileStream>()
  const uploads: Promise<void>[] = []
  let size = 0
  const tooLarge = () => void parser.destroy(new BodyTooLarge())
  const tooMany = () => void parser.destroy(new TooManyFields())
  parser.on('fieldsLimit', tooMany).on('partsLimit', tooMany).on('filesLimit', tooMany)
  parser.on('field', (name, value, _short, isCut) => {
    size += name.length + value.length
    if (isCut || size > limit) return tooLarge()
    try {
      take(Buffer.from(value))
    } catch (error) {
      return void parser.destroy(error instanceof Error ? error : undefined)
    }
    form.append(name, value)
  })
  parser.on('file', (input, stream, name) => {
    const field = fieldOfInput(input)
    const uploadFor = form.get(uploadForName(field))
    // An input that nothing was chosen with sends an empty file without a name.
    if (!upload || !name || input !== chosenName(field) || typeof uploadFor !== 'string')
      return void stream.resume()
    begins()
    open.add(stream)
    const content = contentOf(stream)
    const sent = put(form, field, () => upload({ uploadFor, name, content })).finally(() => {
      open.delete(stream)
      // What nobody wants any more must not hold up what comes after it.
      stream.resume()
    })
    // Whoever waits for it learns of it below, which may be much later.
    sent.catch(() => {})
    uploads.push(sent)
  })
  try {
    await pipeline(limitedBody(req, upload ? 2 * sizeLimits.upload : 2 * limit), parser)
  } catch (cause) {
    for (const stream of open) stream.destroy(new BodyCutOff())
    await Promise.allSettled(uploads)
    if (refusals.some((kind) => cause instanceof kind)) throw cause
    throw req.complete ? new BrokenForm('', { cause }) : new BodyCutOff('', { cause })
  }
  await Promise.all(uploads)
  // Parts without a name are passed over; each of our forms has some with one.
  if (form.keys().next().done) throw new BrokenForm()
  return form
}

/** The parser waits without end for the parts of a form whose boundary is empty. */
const boundary = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})/i

function parserOf(req: IncomingMessage, limit: number) {
  try {
    if (!boundary.test(req.headers['content-type'] ?? '')) throw new Error('No boundary')
    return new Busboy({
      headers: req.headers as BusboyHeaders, // It is a form: it has a type.
      limits: {
        fileSize: limits.fileBytes,
        fieldSize: limit,
        fields: mostFields,
        files: mostFiles,
        parts: mostFields,
      },
    })
  } catch (cause) {
    req.resume()
    throw new BrokenForm('', { cause })
  }
}

/** The file piece by piece; one that is too large ends in an error, so that half of it is not taken for the whole. */
async function* contentOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  // Destroying it would hold up the rest of the form.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  if (stream.truncated) throw new BodyTooLarge()
}

async function put(form: FormData, field: string, send: () => ReturnType<Upload>): Promise<void> {
  try {
    const { id, label } = await send()
    form.delete(clearName(field))
    form.set(field, String(id))
    form.set(pickedLabel(field), label)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const sentence =
      error.status === 413 ? fileTooLarge(labelOf(form, field)) : reasonOf(error, 'files')
    form.set(refusedName(field), sentence)
  }
}

function labelOf(form: FormData, field: string): string {
  const [resource = '', name = ''] = String(form.get(uploadForName(field))).split('.')
  return resourceNamed(resource)?.fields[name]?.label ?? field
}
