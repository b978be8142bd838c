import { CsvError, parse } from 'csv-parse/sync'

/** A table's delimiter, and the line it starts on, from 1. */
export type TableFormat = { delimiter: string; firstLine: number }

const delimiters = [',', ';', '\t', '|'] as const

const sampleLength = 64_000
const sampleRows = 20

/**
 * Finds the delimiter: the one that the first line names (Excel's "sep=;"), or else the one that
 * splits the first rows best.
 */
export async function findTableFormat(text: AsyncIterable<string>): Promise<TableFormat> {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length >= sampleLength) break
  }
  const separatorLineMatch = parseSeparatorLine(sample)
  const rows = separatorLineMatch ? sample.slice(sample.indexOf('\n') + 1) : sample
  const delimiter = separatorLineMatch?.delimiter ?? detectDelimiter(rows)
  return { delimiter, firstLine: separatorLineMatch ? 2 : 1 }
}

const separatorLine = /^"?sep=(?:(tab|\\t)|([\t!#-&(-/:-@[-`{-~])\2*)?"? *$/i
const maxSeparatorLineLength = 1000

/**
 * Parses a line like "sep=;". Programs that saved the file again may have quoted it or padded it
 * with delimiters.
 */
function parseSeparatorLine(sample: string): { delimiter: string | undefined } | null {
  const end = sample.indexOf('\n')
  if (end < 0 || end > maxSeparatorLineLength) return null
  const match = separatorLine.exec(sample.slice(0, end))
  if (!match) return null
  const [, tab, sign] = match
  return { delimiter: tab === undefined ? sign : '\t' }
}

function detectDelimiter(sample: string): string {
  const scores = delimiters.map((delimiter) => ({
    delimiter,
    score: computeDelimiterScore(sample, delimiter),
  }))
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ','
}

/**
 * Scores a delimiter higher for more cells in the first row, and for more rows of the same length.
 */
function computeDelimiterScore(sample: string, delimiter: string): number {
  const lengths: number[] = []
  const onRecord = ({ length }: string[]) => void lengths.push(length)
  try {
    parse(sample, { ...createParserOptions(delimiter), to: sampleRows, on_record: onRecord })
  } catch (error) {
    // The end of the sample may cut off a quoted value; the rows before it count.
    if (!(error instanceof CsvError)) throw error
  }
  const [first = 0] = lengths
  return lengths.length === 0
    ? 0
    : (first - 1) * (lengths.filter((length) => length === first).length / lengths.length)
}

/** Characters of the longest row, including quoted line breaks. */
export const maxRowLength = 200_000

/**
 * Accepts what programs really write: rows of different lengths, empty lines, and quotation marks
 * inside values.
 */
export const createParserOptions = (delimiter: string) =>
  ({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
  }) as const
