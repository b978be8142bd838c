/** What a program that opens tables takes for a formula by its beginning; a negative number is none. */
const formulaPattern = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet works out: an apostrophe stands before what looks like a formula, also before one that has some. */
export const escapeFormula = (text: string): string =>
  formulaPattern.test(text) ? `'${text}` : text

/** Undoes `defused`. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formulaPattern.test(text.slice(1)) ? text.slice(1) : text
