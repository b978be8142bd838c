import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { Refusal } from '../http/refusal.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
const delimiters = [',', ';', '\t', '|'] as const

const inSample = 64_000

const longestRow = 200_000

export const notATable = (why: string) => new Refusal(422, 'invalid', why)

/** How the bytes of a text are to be read: by the mark it begins with, as UTF-8 where it is that, else as Windows writes it. */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of bytes) {
    if (isFirst) {
      const marked = markIn(chunk)
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

function markIn(chunk: Uint8Array): Encoding | null {
  const [first, second, third, fourth] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark: letters of Latin scripts have an empty half.
  if (chunk.length < 4 || chunk.length % 2 === 1) return null
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le'
  return first === 0 && third === 0 && second !== 0 ? 'utf-16be' : null
}

/** The text, piece by piece; what no text holds is refused. */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield fit(decoder.decode(chunk, { stream: true }))
  yield fit(decoder.decode())
}

function fit(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what no text holds.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\uFFFD]/.test(text))
    throw notATable('The file is no table of text, or is damaged')
  return text
}

/** What parts the cells: what parts the first rows into the most cells, as many in each. */
export async function delimiterOf(text: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length >= inSample) break
  }
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }))
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ','
}

function scoreOf(sample: string, delimiter: string): number {
  try {
    const rows: string[][] = parseAll(sample, { ...options(delimiter), to: 20 })
    const [first] = rows
    const alike = rows.filter(({ length }) => length === first?.length).length
    return ((first?.length ?? 0) - 1) * (alike / rows.length)
  } catch {
    return 0 // Its quotation marks do not go around whole cells.
  }
}

const options = (delimiter: string) =>
  ({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  }) as const

export type TableRow = { line: number; cells: string[] }

/** The rows of a table, each with the line at which it ends, from 1. */
export async function* rowsIn(text: Readable, delimiter: string): AsyncGenerator<TableRow> {
  const parser = parse({ ...options(delimiter), info: true })
  text.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of text.pipe(parser))
      yield { line: Number(info.lines), cells: record }
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): unknown {
  const { code, lines } = error as { code?: string; lines?: number } // Only what is there is read.
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  const at = typeof lines === 'number' ? `Line ${lines}` : 'A line'
  if (code === 'CSV_MAX_RECORD_SIZE') return notATable(`${at} is longer than any line of a table`)
  return notATable(`${at}: a quotation mark opens a value and none closes it, or one stands inside`)
}
