import { stringify } from 'csv-stringify/sync'
import { defused } from './formulas.ts'

/** Spreadsheets take a file that begins so for UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Rows as comma separated values. `escape_formulas` of the library is left off: it takes negative amounts for formulas, and what
 * it writes cannot be told from a text that begins with an apostrophe.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(defused)),
    // Blanks at the beginning stay only within marks.
    { record_delimiter: 'windows', quoted_match: /^\s/ },
  )
