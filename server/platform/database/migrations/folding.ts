import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { plainLetters } from '#shared/format/plainLetters.ts'

/** Words are told apart by these; `%`, `@`, `#` and the like are looked for as they stand. */
const wordSeparators = [...'-‐‑‒–—―−/&,;:()[]{}"“”„«»‹›!?¡¿|\t\n\v\f\r\u1680\u2028\u2029']

/** "O'Brien" is "obrien", "St. Louis" is "st louis"; the last ones are not seen. */
const ignoredMarks = [..."'’‘‛ʼ′`´.…·\u00ad\u200b\u200c\u200d\ufeff"]

/** Capitals of the Latin, Greek, Cyrillic and Armenian letters: the collation "C" leaves all but A to Z as they are. */
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

/** Accents once they are apart from their letters, as a part of a regular expression of JavaScript and of PostgreSQL. */
const accentRange = '[\\u0300-\\u036f]'

/** A text as searches compare it: small letters without accents, words with blanks between; `folded` is its twin, by a test. */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', '') // Unicode takes it apart to a blank and an accent.
    .normalize('NFKD')
    .replaceAll(new RegExp(accentRange, 'g'), '')
    .replaceAll(/[^]/gu, (letter) => letterReplacements.get(letter) ?? letter)
    .normalize('NFC')

/** The words of a text, folded, each once. */
export const splitSearchWords = (text: string): string[] => [
  ...new Set(foldText(text).split(' ').filter(Boolean)),
]

/** A text of the database as `fold` makes it. */
export const buildFoldedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`folded(${text})`

/** The function behind `folded`: of built-in ones that ask for no locale, since kept columns are made of it (`tables.ts`). */
export const createFoldedFunction = (): RawBuilder<unknown> => sql`
  create or replace function folded(text) returns text language sql immutable parallel safe as ${sql.lit(`
    select case when octet_length($1) = char_length($1)
    then ${buildTranslate(`lower($1 collate "C")`, (letter) => letter < '\u0080' && !/[A-Z]/.test(letter))}
    else normalize(${buildReplace(
      buildTranslate(
        `regexp_replace(normalize(replace($1, '´', ''), NFKD) collate "C", '${accentRange}', '', 'g')`,
        () => true,
      ),
    )}, NFC) end`)}`

function buildTranslate(text: string, isMeant: (letter: string) => boolean): string {
  const single = [...letterReplacements]
    .filter(([from, to]) => to.length < 2 && isMeant(from))
    .toSorted(([, to], [, other]) => other.length - to.length) // What is left out comes last.
  const [from, to] = [single.map(([one]) => one), single.map(([, one]) => one)]
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

/** Begins each word of a search text: letters, which trigrams know, in capitals, which nothing else has; few letters follow a Q. */
export const wordMark = 'ZQ'

/** These columns folded, a line each, beginnings of words marked. Who changes it or `folded` adds a migration that makes kept ones again. */
export function buildSearchTextSql(columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const texts = columns.map(
    (column) => sql`coalesce(' ' || ${buildFoldedSql(column)}, '') || E'\n'`,
  )
  return sql`regexp_replace(${sql.join(texts, sql` || `)}, ' +', ${sql.lit(` ${wordMark}`)}, 'g')`
}
