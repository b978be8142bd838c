/** What a program that opens tables takes for a formula by its beginning; a negative number is none. */
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet works out: an apostrophe stands before what looks like a formula, also before one that has some. */
export const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Undoes `defused`. */
export const armed = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
