import { wordMark } from '../migrations/searchText.ts'

/** Whether an index of trigrams finds a text wherever it stands: with three letters or digits in a row it does. */
export const isFoundAnywhere = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/** Written without blanks between the parts of a name. */
const eastAsian = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

const digits = [...'0123456789']

/**
 * The patterns of which a search text must match one. What is too short to be found anywhere is found where words
 * begin; two letters also after a digit, as of sizes (2XL); two Chinese, Japanese or Korean characters, which may be a
 * given name, also where fields end.
 */
export function searchPatterns(text: string): string[] {
  const ascii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) // As the collation "C" does.
  // It leaves É as it is, in the rows too: who types it in capitals means the small one as well.
  return [...new Set([ascii, text.toLowerCase()])].flatMap(patternsOf)
}

function patternsOf(text: string): string[] {
  const part = escaped(text).replaceAll(' ', ` ${wordMark}`)
  if (isFoundAnywhere(text)) return [`%${part}%`]
  const beginning = `%${wordMark}${part}%`
  if (eastAsian.test(text)) return [beginning, `%${part}\n%`]
  const isTwoLetters = /^\p{L}{2}$/u.test(text)
  return isTwoLetters ? [beginning, ...digits.map((digit) => `%${digit}${part}%`)] : [beginning]
}

/** `%`, `_` and `\` stand for themselves. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
