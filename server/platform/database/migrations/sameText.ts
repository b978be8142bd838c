import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Characters that aren't drawn (Default_Ignorable_Code_Point), and white space (Z), as ranges for
 * PostgreSQL's regular expressions. Hardcoded, because indexes depend on them: a newer Unicode
 * version needs a migration that rebuilds those.
 */
export const invisibleRanges = String.raw`\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`
export const spaceRanges = String.raw`\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000`

/**
 * Returns the Latin, Greek, Cyrillic, and Armenian capitals, without those that decompose into a
 * letter and an accent.
 */
const listCapitalLetters = () =>
  Array.from({ length: 0x557 }, (_, code) => String.fromCodePoint(code))
    .concat('ẞ')
    .filter((letter) => /\p{Lu}/u.test(letter) && letter.normalize('NFD') === letter)

/**
 * Builds the SQL twin of `toSameText` (shared/engine/normalizeText.ts). A test compares the two.
 */
export const buildSameTextSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`same_text(${text})`

/**
 * Creates the SQL function behind `buildSameTextSql`. It uses only built-in functions that don't
 * depend on a locale, because unique indexes use it.
 */
export function createSameTextFunction(): RawBuilder<unknown> {
  const from = listCapitalLetters()
  const to = from.map((letter) => letter.toLowerCase())
  const visible = `regexp_replace($1 collate "C", '[${invisibleRanges}]+', '', 'g')`
  const spaced = `regexp_replace(${visible}, '[${spaceRanges}]+', ' ', 'g')`
  const trimmed = `btrim(${spaced}, E' \\t\\n\\r\\f\\u000b')`
  return sql`create or replace function same_text(text) returns text language sql immutable parallel safe as ${sql.lit(`
    select case when $1 ~ '^[!-~]+( [!-~]+)*$' then lower($1 collate "C")
    else normalize(translate(normalize(${trimmed}, NFD) collate "C", '${from.join('')}', '${to.join('')}'), NFC) end`)}`
}
