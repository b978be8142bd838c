import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteOrderMark, formatCsv } from '#server/platform/core/csv/formatCsv.ts'
import { unescapeFormula } from '#server/platform/core/csv/formulas.ts'
import {
  detectEncoding,
  normalizeLineBreaks,
  parseRows,
  decodeText,
} from '#server/platform/core/csv/readTable.ts'
import type { TableRow } from '#server/platform/core/csv/readTable.ts'
import { findTableFormat } from '#server/platform/core/csv/tableFormat.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

/** Reads a file as an import does, in chunks of this size in bytes. */
async function readTable(content: string | Uint8Array, chunkSize = 65_536) {
  const bytes = Buffer.from(content as Uint8Array)
  const chunks = () =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, at) =>
        bytes.subarray(at * chunkSize, (at + 1) * chunkSize),
      ),
    )
  const encoding = await detectEncoding(chunks())
  const text = () => normalizeLineBreaks(decodeText(chunks(), encoding))
  const format = await findTableFormat(text())
  const rows: TableRow[] = []
  for await (const row of parseRows(text(), format)) rows.push(row)
  return { format, rows, cells: rows.map((row) => row.cells) }
}

const readCells = async (content: string | Uint8Array, chunkSize?: number) =>
  (await readTable(content, chunkSize)).cells

/** Returns the sentence that rejects the file. Any other error fails the test. */
async function findRejection(content: string | Uint8Array): Promise<string> {
  try {
    await readTable(content)
  } catch (error) {
    if (error instanceof HttpError) return error.problem.detail ?? ''
    throw error
  }
  return ''
}

/** The possible contents of a cell. Tabs and line breaks are its only control characters. */
const cell = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
      fc.constantFrom('"', '""', ',', ';', '\t', '|', '\n', '\r\n', '\r', "'", '=', ' ', '\ufeff'),
      fc.constantFrom('\u2028', '\u0085', 'sep=;', '=1+1', '-5', '\ufffd'),
    ),
    { maxLength: 6 },
  )
  // oxlint-disable-next-line no-control-regex -- These are what no text contains.
  .map((parts) => parts.join('').replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ''))

const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 12,
  }),
)

describe('Exported CSV', () => {
  test('quotes every cell with a line break, a quotation mark, or a delimiter', () => {
    const cells = ['a\nb', 'a\rb', 'a\r\nb', 'a"b', 'a,b', 'a;b', 'a\tb', ' a', 'a ', 'plain']
    expect(formatCsv([cells])).toBe(
      '"a\nb","a\rb","a\r\nb","a""b","a,b","a;b","a\tb"," a","a ",plain\r\n',
    )
  })

  test('is one row per record for a standard parser', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read: string[][] = parse(formatCsv(rows), { record_delimiter: ['\r\n', '\n', '\r'] })
        expect(read.map((cells) => cells.map(unescapeFormula))).toEqual(rows)
      }),
    )
  })

  test('is read by an import as the same cells, with line feeds for all line breaks', async () => {
    const head = ['Name', 'Code', 'Group', 'Note', 'More']
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, chunkSize) => {
        const all = [head.slice(0, rows[0]?.length), ...rows]
        const read = await readCells(byteOrderMark + formatCsv(all), chunkSize)
        const plain = all.map((cells) => cells.map((one) => one.replaceAll(/\r\n?/g, '\n')))
        // An import skips rows without text.
        const hasText = (cells: string[]) => cells.some((one) => one.trim() !== '')
        expect(read.map((cells) => cells.map(unescapeFormula)).filter(hasText)).toEqual(
          plain.filter(hasText),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('A table to import', () => {
  test.each([
    ['sep=;\r\nName;Code\r\nA,B;1\r\n', ';'],
    ['\ufeffsep=;\r\nName;Code\r\nA,B;1\r\n', ';'],
    ['SEP=;\nName;Code\nA,B;1\n', ';'],
    ['"sep=;"\nName;Code\nA,B;1', ';'],
    ['sep=;;\nName;Code\nA,B;1', ';'],
    ['sep=,\r\nName,Code\r\n"A,B",1\r\n', ','],
    ['sep=\t\nName\tCode\nA,B\t1\n', '\t'],
    ['sep=tab\nName\tCode\nA,B\t1\n', '\t'],
    ['sep=\\t\rName\tCode\rA,B\t1\r', '\t'],
    ['sep=|\nName|Code\nA,B|1', '|'],
    ['sep=^\nName^Code\nA,B^1', '^'],
    ['sep=\nName;Code\n"A,B";1', ';'],
  ])('takes its delimiter from the first line: %j', async (content, delimiter) => {
    const { format, rows } = await readTable(content)
    expect(format.delimiter).toBe(delimiter)
    expect(rows).toEqual([
      { line: 2, cells: ['Name', 'Code'] },
      { line: 3, cells: ['A,B', '1'] },
    ])
  })

  test('in UTF-16 names its delimiter as well', async () => {
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('sep=;\r\nName;Code\r\nA;1\r\n', 'utf16le'),
    ])
    expect(await readCells(utf16)).toEqual([
      ['Name', 'Code'],
      ['A', '1'],
    ])
  })

  test('may have a heading that only starts like the "sep=" line of Excel', async () => {
    expect(await readCells('sep=a,Code\nx,1\n')).toEqual([
      ['sep=a', 'Code'],
      ['x', '1'],
    ])
  })

  test('may mix CR LF, LF, and CR; quoted line breaks stay in their cell', async () => {
    const content = 'Name,Code\r\n"two\nlines",1\r"three\r\nmore\rlines",2\n\r\nlast,3'
    for (const chunkSize of [1, 2, 3, 7, 1000])
      expect(await readTable(content, chunkSize)).toMatchObject({
        rows: [
          { line: 1, cells: ['Name', 'Code'] },
          { line: 3, cells: ['two\nlines', '1'] },
          { line: 6, cells: ['three\nmore\nlines', '2'] },
          { line: 8, cells: ['last', '3'] },
        ],
      })
  })

  test.each([
    ['Tote 12" wide', 'Tote 12" wide'],
    ['12"', '12"'],
    ['the "best" one', 'the "best" one'],
    ['"12"" wide"', '12" wide'],
    ['"quoted" then more', '"quoted" then more'],
  ])('may have quotation marks inside a value: %s', async (written, cells) => {
    expect(await readCells(`Name,Code\n${written},1\nPlain,2\n`)).toEqual([
      ['Name', 'Code'],
      [cells, '1'],
      ['Plain', '2'],
    ])
  })

  test('gets its format from its rows if a quoted value is longer than the sample', async () => {
    const content = `Name;Code\nA;1\nB;"${'long, '.repeat(20_000)}"\n`
    expect((await readTable(content)).format.delimiter).toBe(';')
  })

  test('keeps a replacement character that the file contains', async () => {
    expect(await readCells('Name,Code\nA\ufffd,1\n')).toEqual([
      ['Name', 'Code'],
      ['A\ufffd', '1'],
    ])
  })

  test.each([
    ['Name,Code\nA,1\n"B,2\nC,3\n', /^Line 3 has a quotation mark/],
    [
      `Name,Code\nA,1\n"B,2\n${'C,3\n'.repeat(100_000)}`,
      /^The row that starts on line 3 is too long/,
    ],
    [`Name,Code\n${'x'.repeat(200_001)},1\n`, /^Line 2 is longer than 200,000 characters/],
    [`Name,Code\nA,1\n${','.repeat(300)}\n`, /^Line 3 has more than 200 columns./],
    [`Name\n${','.repeat(1_000_000)}`, /^Line 2 is longer/],
    [Buffer.from([0xff, 0xfe, 0x41, 0xd8, 0x0a, 0x00]), /isn't a CSV file/],
    ['Name,Code\n\u0001,1\n', /isn't a CSV file/],
  ])('is rejected with the line that is not valid (%#)', async (content, why) => {
    expect(await findRejection(content)).toMatch(why)
  })

  test('is read or rejected, whatever it contains, without an error of the parser', async () => {
    const piece = fc.oneof(
      fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r', '\r\n', 'sep=', '=', 'a', ' '),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        await findRejection(pieces.join(''))
      }),
      { numRuns: 300 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await findRejection(bytes)
      }),
    )
  })

  test.each(['"', '""', '"a', ',', '\n', '\r', '\r\n', 'a"b,', '"\n', 'sep=;', 'sep=;\n', 'é"'])(
    'takes linear time for %j repeated',
    async (unit) => {
      const measure = async (count: number) => {
        const started = process.threadCpuUsage()
        await findRejection(`Name,Code\n${unit.repeat(count / unit.length)}`)
        return process.threadCpuUsage(started).user / 1000
      }
      await measure(20_000)
      expect(await measure(200_000)).toBeLessThan(5000)
    },
  )
})
