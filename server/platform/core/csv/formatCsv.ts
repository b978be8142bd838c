import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './formulas.ts'

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Values that need quotes: surrounding spaces, line breaks, and what other programs treat as a
 * delimiter or line break.
 */
const quotedPattern = /^\s|\s$|[,;|\t\r\n\v\f\u0085\u2028\u2029]/

/**
 * Formats rows as CSV. Doesn't use `escape_formulas`, which escapes negative amounts and can't be
 * undone.
 */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    {
      record_delimiter: 'windows',
      quoted_match: quotedPattern,
      // Many programs skip an empty line.
      quoted_empty: rows[0]?.length === 1,
    },
  )
