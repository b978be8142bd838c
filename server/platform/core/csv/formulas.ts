/** Text that spreadsheets treat as a formula. A negative number isn't one. */
const formulaPattern = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Prefixes text that looks like a formula with an apostrophe, even if it already starts with some.
 */
export const escapeFormula = (text: string): string =>
  formulaPattern.test(text) ? `'${text}` : text

/** Undoes `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formulaPattern.test(text.slice(1)) ? text.slice(1) : text
