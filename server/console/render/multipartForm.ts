import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import type { IncomingMessage } from 'node:http'
import { formatError } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import {
  getFileInputName,
  getClearInputName,
  getFieldNameOfInput,
  getLabelInputName,
  getUploadErrorInputName,
  getUploadTargetInputName,
} from '#shared/engine/list/referenceValues.ts'
import { formatFileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { limits } from '#shared/limits.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { BodyMemoryFull } from '../edge/bodyMemory.ts'
import type { OnChunk } from '../edge/bodyMemory.ts'
import { maxFormFields, maxFormFiles, TooManyFields } from '../edge/formFields.ts'
import { BodyCutOff, BodyTooLarge, readBodyChunks, sizeLimits } from '../edge/requestBody.ts'
import type { UploadFile } from '../proxy/formUpload.ts'

/** The body isn't a form, or it's incomplete. */
export class MalformedForm extends Error {
  override name = 'MalformedForm'
}

const bodyErrors = [BodyTooLarge, TooManyFields, BodyMemoryFull]

export type FormFileOptions = {
  /** Null reads and discards files. */
  upload: UploadFile | null
  onUpload: () => void
  /** Maximum size of all texts together, in bytes. */
  limit: number
}

/**
 * Parses a form that was sent without JavaScript, and streams its files to the platform. Rejects
 * with `MalformedForm`, `BodyTooLarge`, `TooManyFields`, `BodyMemoryFull`, or `BodyCutOff`.
 */
export async function parseMultipartForm(
  req: IncomingMessage,
  { upload, onUpload, limit, take }: FormFileOptions & { take: OnChunk },
): Promise<FormData> {
  const form = new FormData()
  const parser = createFormParser(req, limit)
  const openStreams = new Set<BusboyFileStream>()
  const uploads: Promise<void>[] = []
  let size = 0
  const failTooLarge = () => void parser.destroy(new BodyTooLarge())
  const failTooMany = () => void parser.destroy(new TooManyFields())
  parser.on('fieldsLimit', failTooMany).on('partsLimit', failTooMany).on('filesLimit', failTooMany)
  parser.on('field', (name, value, _short, isCut) => {
    size += name.length + value.length
    if (isCut || size > limit) return failTooLarge()
    try {
      take(Buffer.from(value))
    } catch (error) {
      return void parser.destroy(error instanceof Error ? error : undefined)
    }
    form.append(name, value)
  })
  parser.on('file', (input, stream, name) => {
    // A body that ends within a file fails the parser and this stream. Without a listener, the
    // stream's error would end the process; the parser's is handled below.
    stream.on('error', () => {})
    const field = getFieldNameOfInput(input)
    const uploadFor = form.get(getUploadTargetInputName(field))
    // A file input without a selection sends an empty file without a name.
    if (!upload || !name || input !== getFileInputName(field) || typeof uploadFor !== 'string')
      return void stream.resume()
    onUpload()
    openStreams.add(stream)
    const content = readFileChunks(stream)
    const uploadDone = attachUpload(form, field, () =>
      upload({ uploadFor, name, content }),
    ).finally(() => {
      openStreams.delete(stream)
      // The unread rest must not block the parts after it.
      stream.resume()
    })
    // Avoids an unhandled rejection. The error is thrown where the uploads are awaited, which can
    // be much later.
    uploadDone.catch(() => {})
    uploads.push(uploadDone)
  })
  try {
    await pipeline(readBodyChunks(req, upload ? 2 * sizeLimits.upload : 2 * limit), parser)
  } catch (cause) {
    for (const stream of openStreams) stream.destroy(new BodyCutOff())
    await Promise.allSettled(uploads)
    if (bodyErrors.some((kind) => cause instanceof kind)) throw cause
    throw req.complete ? new MalformedForm('', { cause }) : new BodyCutOff('', { cause })
  }
  await Promise.all(uploads)
  // Parts without a name are ignored. Each of our forms has at least one with a name.
  if (form.keys().next().done) throw new MalformedForm()
  return form
}

/**
 * Requires a boundary, because the parser would wait forever for the parts of a form with an empty
 * one.
 */
const boundaryPattern = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})/i

function createFormParser(req: IncomingMessage, limit: number) {
  try {
    if (!boundaryPattern.test(req.headers['content-type'] ?? '')) throw new Error('No boundary')
    return new Busboy({
      headers: req.headers as BusboyHeaders, // A form always has a content type.
      limits: {
        fileSize: limits.fileBytes,
        fieldSize: limit,
        fields: maxFormFields,
        files: maxFormFiles,
        parts: maxFormFields,
      },
    })
  } catch (cause) {
    req.resume()
    throw new MalformedForm('', { cause })
  }
}

/**
 * Yields a file's chunks. Throws at the end if the file is too large, so that a part of it isn't
 * saved as the whole.
 */
async function* readFileChunks(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  // Destroying the stream would block the rest of the form.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  if (stream.truncated) throw new BodyTooLarge()
}

async function attachUpload(
  form: FormData,
  field: string,
  send: () => ReturnType<UploadFile>,
): Promise<void> {
  try {
    const { id, label } = await send()
    form.delete(getClearInputName(field))
    form.set(field, String(id))
    form.set(getLabelInputName(field), label)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const sentence =
      error.status === 413
        ? formatFileTooLarge(getUploadLabel(form, field))
        : formatError(error, 'files')
    form.set(getUploadErrorInputName(field), sentence)
  }
}

function getUploadLabel(form: FormData, field: string): string {
  const [resource = '', name = ''] = String(form.get(getUploadTargetInputName(field))).split('.')
  return getResource(resource)?.fields[name]?.label ?? field
}
