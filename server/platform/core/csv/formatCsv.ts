import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './formulas.ts'

/** Spreadsheets take a file that begins so for UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Blanks around a value, line breaks, and what other programs take for a delimiter or a line break stay only in quotes. */
const quotedPattern = /^\s|\s$|[,;|\t\r\n\v\f\u0085\u2028\u2029]/

/** Comma separated values. `escape_formulas` is off: it takes negative amounts for formulas, and cannot be undone. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    {
      record_delimiter: 'windows',
      quoted_match: quotedPattern,
      // A line without a character is no row for many programs.
      quoted_empty: rows[0]?.length === 1,
    },
  )
