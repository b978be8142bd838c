import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { limits } from '#shared/limits.ts'
import { HttpError } from '../platform/httpError.ts'
import { csvMessages } from './messages.ts'
import { maxRowLength, createParserOptions } from './tableFormat.ts'
import type { TableFormat } from './tableFormat.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

const createTableError = (detail: string) => new HttpError(422, 'invalid', detail)

/**
 * Detects a text's encoding: by its byte order mark, else UTF-8 if it's valid, else Windows-1252.
 */
export async function detectEncoding(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of bytes) {
    if (isFirst) {
      const marked = detectByteOrderMark(chunk)
      if (marked) return marked
      isFirst = false
    }
    if (isUtf8)
      try {
        decoder.decode(chunk, { stream: true })
      } catch {
        isUtf8 = false
      }
    if (!isUtf8) break
  }
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

function detectByteOrderMark(chunk: Uint8Array): Encoding | null {
  const [first, second, third, fourth] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark, Latin letters have a zero byte.
  if (chunk.length < 4 || chunk.length % 2 === 1) return null
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le'
  return first === 0 && third === 0 && second !== 0 ? 'utf-16be' : null
}

/** Decodes a text in chunks. Rejects bytes and control characters that no text contains. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw error instanceof TypeError ? createTableError(csvMessages.notText) : error
    }
  }
  for await (const chunk of bytes) yield assertText(decode(chunk))
  yield assertText(decode())
}

function assertText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what no text contains.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) throw createTableError(csvMessages.notText)
  return text
}

/**
 * Replaces CR LF and CR with line feeds; one file may mix them. Rejects lines that are too long for
 * a table.
 */
export async function* normalizeLineBreaks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 1
  let length = 0
  let endedInReturn = false
  for await (const piece of text) {
    if (piece === '') continue
    const isRest = endedInReturn && piece.startsWith('\n')
    endedInReturn = piece.endsWith('\r')
    const normalized = (isRest ? piece.slice(1) : piece).replaceAll(/\r\n?/g, '\n')
    for (const [index, part] of normalized.split('\n').entries()) {
      if (index > 0) [line, length] = [line + 1, 0]
      length += part.length
      if (length > maxRowLength) throw createTableError(csvMessages.longLine(line, maxRowLength))
    }
    yield normalized
  }
}

export type TableRow = { line: number; cells: string[] }

/** Parses a table's rows, each with the line it ends on, from 1. */
export async function* parseRows(
  text: AsyncIterable<string>,
  { delimiter, firstLine }: TableFormat,
): AsyncGenerator<TableRow> {
  let lastLine = firstLine - 1
  const recordLine = (row: string[], { lines }: { lines: number }) => {
    // Rows that weren't read yet are lost if the parser fails.
    lastLine = lines
    return row
  }
  const parser = parse({
    ...createParserOptions(delimiter),
    from_line: firstLine,
    info: true,
    on_record: recordLine,
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record: cells, info } of source.pipe(parser)) {
      const line = Number(info.lines)
      if (cells.length > limits.importColumns)
        throw createTableError(csvMessages.manyColumns(line, limits.importColumns))
      yield { line, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? createTableError(formatCsvError(error, lastLine + 1)) : error
  } finally {
    source.destroy()
  }
}

function formatCsvError({ code }: CsvError, line: number): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return csvMessages.longRow(line)
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? csvMessages.openQuote(line)
    : csvMessages.unreadable(line)
}
