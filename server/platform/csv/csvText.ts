import { stringify } from 'csv-stringify/sync'
import { defused } from './formulas.ts'

/** Spreadsheets take a file that begins so for UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Comma separated values. `escape_formulas` is off: it takes negative amounts for formulas, and cannot be undone. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(defused)),
    // Blanks at the beginning stay only within marks.
    { record_delimiter: 'windows', quoted_match: /^\s/ },
  )
