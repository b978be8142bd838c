import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import type { Request } from 'express'
import { limits } from '#shared/limits.ts'
import { badRequest, HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

/** An uploaded file on this machine. It's deleted after the handler unless the handler moved it. */
export type ReceivedFile = { path: string; name: string; size: number; sha256: string }

/**
 * Streams the only file of a form to disk for the handler. Deletes it afterward, whatever happens.
 */
export async function receiveUpload<T>(
  request: Request,
  folder: string,
  handle: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.is('multipart/form-data'))
    throw new HttpError(415, 'unsupported_type', httpMessages.sendForm)
  if (Number(request.get('content-length') ?? 0) > limits.fileBytes + limits.fileFormBytes)
    throw uploadTooLarge()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    return await handle(await receiveFile(request, path))
  } finally {
    await rm(path, { force: true })
  }
}

async function receiveFile(request: Request, path: string): Promise<ReceivedFile> {
  const form = createFormParser(request)
  let file: BusboyFileStream | undefined
  let upload: Promise<ReceivedFile> | undefined
  form.on('file', (_field, stream, name) => {
    file = stream
    // An error after the file was written would end the process. The form fails as well.
    stream.on('error', () => {})
    upload = writeUpload(stream, path, sanitizeFileName(name))
    // The await below handles the error.
    upload.catch((error: Error) => form.destroy(error))
  })
  try {
    await pipeline(request, form)
    const received = await upload
    if (!received) throw badRequest(httpMessages.noFile)
    return received
  } catch (error) {
    // The write must have ended before its file is deleted.
    file?.destroy(uploadIncomplete())
    const failure = await upload?.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    request.resume()
    throw [failure, error].find((one) => one instanceof HttpError) ?? uploadIncomplete()
  }
}

function createFormParser(request: Request) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders, // A form has a content type.
      limits: { files: 1, fileSize: limits.fileBytes, fields: 10, fieldSize: 1000, parts: 11 },
    })
  } catch {
    throw badRequest(httpMessages.formNotReadable)
  }
}

async function writeUpload(
  stream: BusboyFileStream,
  path: string,
  name: string,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  if (stream.truncated) throw uploadTooLarge()
  return { path, name, size, sha256: hash.digest('hex') }
}

/** Returns a file name that is safe to show and to save: no path, no invisible characters. */
function sanitizeFileName(name: string | undefined): string {
  const baseName = (name ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = baseName.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}"]/gu, '').trim()
  return [...visible].slice(0, 200).join('').replace(/^\.+/, '') || 'file'
}

const uploadTooLarge = () =>
  new HttpError(413, 'too_large', httpMessages.fileLimit(limits.fileBytes / 1_000_000))

const uploadIncomplete = () => badRequest(httpMessages.formIncomplete)
