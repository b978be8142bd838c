import { Readable } from 'node:stream'
import type { CallResult } from '../http/call.ts'
import { byteOrderMark, formatCsv } from './formatCsv.ts'

type CsvRows = readonly (readonly string[])[]

/** Returns the result that streams these lines as a CSV file. */
export function createCsvResult(name: string, pages: AsyncIterable<CsvRows>): CallResult {
  async function* generateText() {
    let before = byteOrderMark
    for await (const lines of pages) {
      yield before + formatCsv(lines)
      before = ''
    }
  }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(generateText()) } }
}
