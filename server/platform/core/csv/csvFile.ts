import { Readable } from 'node:stream'
import type { Answer } from '../http/call.ts'
import { byteOrderMark, csvText } from './csvText.ts'

type Lines = readonly (readonly string[])[]

/** The answer that is a file of these lines, written while they are read. */
export function csvFile(name: string, pages: AsyncIterable<Lines>): Answer {
  async function* written() {
    let before = byteOrderMark
    for await (const lines of pages) {
      yield before + csvText(lines)
      before = ''
    }
  }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(written()) } }
}
