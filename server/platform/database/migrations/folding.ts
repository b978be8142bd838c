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

/**
 * Accents that are separated from their letters, for regular expressions in JavaScript and
 * PostgreSQL.
 */
const accentRange = '[\\u0300-\\u036f]'

/**
 * Returns a text as searches compare it: lowercase, without accents, words separated by spaces. A
 * test compares it with its SQL twin, `folded`.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', '') // NFKD would split it into a space and an accent.
    .normalize('NFKD')
    .replaceAll(new RegExp(accentRange, 'g'), '')
    .replaceAll(/[^]/gu, (letter) => letterReplacements.get(letter) ?? letter)
    .normalize('NFC')

/** Returns the distinct words of a folded text. */
export const splitSearchWords = (text: string): string[] => [
  ...new Set(foldText(text).split(' ').filter(Boolean)),
]

/** Builds the SQL of a folded text. */
export const buildFoldedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`folded(${text})`

/**
 * Creates the SQL function `folded`. It uses only built-in functions that don't depend on a locale,
 * because generated columns use it (`tables.ts`).
 */
export const createFoldedFunction = (): RawBuilder<unknown> => sql`
  create or replace function folded(text) returns text language sql immutable parallel safe as ${sql.lit(`
    select case when octet_length($1) = char_length($1)
    then ${buildTranslate(`lower($1 collate "C")`, (character) => character < '\u0080' && !/[A-Z]/.test(character))}
    else normalize(${buildReplace(
      buildTranslate(
        `regexp_replace(normalize(replace($1, '´', ''), NFKD) collate "C", '${accentRange}', '', 'g')`,
        () => true,
      ),
    )}, NFC) end`)}`

function buildTranslate(text: string, isIncluded: (letter: string) => boolean): string {
  const replacements = [...letterReplacements]
    .filter(([from, to]) => to.length < 2 && isIncluded(from))
    // `translate` deletes characters that have no counterpart, so they come last.
    .toSorted(([, to], [, other]) => other.length - to.length)
  const [from, to] = [replacements.map(([one]) => one), replacements.map(([, one]) => one)]
  return `translate(${text}, ${quoteLiteral(from.join(''))}, ${quoteLiteral(to.join(''))})`
}

const buildReplace = (text: string): string =>
  [...letterReplacements]
    .filter(([, to]) => to.length > 1)
    .reduce(
      (inner, [from, to]) => `replace(${inner}, ${quoteLiteral(from)}, ${quoteLiteral(to)})`,
      text,
    )

const quoteLiteral = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The mark at the start of each word in a search text. Letters, because trigrams ignore other
 * characters; capitals, because nothing else in the text has them; and few letters follow a Q in
 * real words.
 */
export const wordMark = 'ZQ'

/**
 * Builds the search text of columns: folded, one line per column, with word starts marked. Changing
 * it or `folded` requires a migration that regenerates stored columns.
 */
export function buildSearchTextSql(columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const texts = columns.map(
    (column) => sql`coalesce(' ' || ${buildFoldedSql(column)}, '') || E'\n'`,
  )
  return sql`regexp_replace(${sql.join(texts, sql` || `)}, ' +', ${sql.lit(` ${wordMark}`)}, 'g')`
}
