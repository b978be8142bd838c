import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { FileType } from '#shared/format/fileTypes.ts'
import { HttpError } from '../platform/httpError.ts'

/** Creates the error for a rejected file. The upload call adds the field. */
export const fileRejected = (why: string) => new HttpError(422, 'invalid', `${why}.`)

const fileSignatures: [FileType, string, string?][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF', 'WEBP'],
  ['application/zip', 'PK\x03\x04'],
  ['application/zip', 'PK\x05\x06'],
]

/**
 * Detects a file's type from its content, whatever its name says; null if it isn't a supported
 * type.
 */
export async function detectFileType(path: string): Promise<FileType | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const beginning = await readBytes(file, 0)
    const signature = fileSignatures.find(
      ([, first, eighth = '']) => beginning.startsWith(first) && beginning.startsWith(eighth, 8),
    )
    if (signature) return signature[0]
    if (beginning.includes('%PDF-'))
      return (await readBytes(file, Math.max(0, size - 1024))).includes('%%EOF')
        ? 'application/pdf'
        : null
  } finally {
    await file.close()
  }
  return detectTextType(path)
}

async function readBytes(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, position)
  return buffer.toString('latin1', 0, bytesRead)
}

/**
 * Detects captions and tables: UTF-8 text without control characters is a table, unless it's
 * captions or markup.
 */
async function detectTextType(path: string): Promise<FileType | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let beginning = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk, { stream: true })
      // oxlint-disable-next-line no-control-regex -- No text contains these characters.
      if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return null
      if (beginning.length < 100) beginning += text.slice(0, 100)
    }
    decoder.decode()
  } catch {
    return null
  }
  if (/^WEBVTT(\s|$)/.test(beginning)) return 'text/vtt'
  return /^\s*</.test(beginning) || beginning.trim() === '' ? null : 'text/csv'
}
