import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { plainLetters } from '#shared/format/plainLetters.ts'

/** These separate words. Searches match `%`, `@`, `#`, and the like literally. */
const wordSeparators = [...'-‐‑‒–—―−/&,;:()[]{}"“”„«»‹›!?¡¿|\t\n\v\f\r\u1680\u2028\u2029']

/**
 * "O'Brien" becomes "obrien" and "St. Louis" becomes "st louis". The last characters are invisible.
 */
const ignoredMarks = [..."'’‘‛ʼ′`´.…·\u00ad\u200b\u200c\u200d\ufeff"]

/** Latin, Greek, Cyrillic, and Armenian capitals. The collation "C" lowercases only A to Z. */
const capitalLetters = Array.from({ length: 0x557 }, (_, code) => String.fromCharCode(code))
  .concat('ẞ')
  .filter((letter) => /\p{Lu}/u.test(letter) && letter.normalize('NFKD') === letter)

const letterReplacements = new Map([
  ...capitalLetters.map((letter) => [letter, toPlainLetter(letter.toLowerCase())] as const),
  ...Object.entries(plainLetters),
  ...wordSeparators.map((mark) => [mark, ' '] as const),
  ...ignoredMarks.map((mark) => [mark, ''] as const),
])

function toPlainLetter(letter: string): string {
  return plainLetters[letter] ?? letter
}

/** Accents that are separated from their letters. */
const accents = /[\u0300-\u036f]/g

/**
 * Returns a text as searches compare it: lowercase, without accents, words separated by spaces. A
 * test compares it with its SQL twin, `folded`.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', '') // NFKD would split it into a space and an accent.
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll(/[^]/gu, (letter) => letterReplacements.get(letter) ?? letter)
    .normalize('NFC')

/** Returns the distinct words of a folded text. */
export const splitSearchWords = (text: string): string[] => [
  ...new Set(foldText(text).split(' ').filter(Boolean)),
]

/** Builds the SQL of a folded text. `folded` is the same function in the database. */
export const buildFoldedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`folded(${text})`

/**
 * The mark at the start of each word in a search text. Letters, because trigrams ignore other
 * characters; capitals, because nothing else in the text has them; and few letters follow a Q in
 * real words.
 */
export const wordMark = 'ZQ'
