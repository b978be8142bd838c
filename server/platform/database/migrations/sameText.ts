import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * What isn't drawn (Default_Ignorable_Code_Point), and white space (Z), inside a bracket of PostgreSQL's regular expressions.
 * Written down, since indexes are made of it: a newer Unicode needs a migration that makes them again.
 */
export const invisibleRanges = String.raw`\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`
export const spaceRanges = String.raw`\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000`

/** Capitals of the Latin, Greek, Cyrillic, and Armenian letters, without those that are a letter and an accent. */
const listCapitalLetters = () =>
  Array.from({ length: 0x557 }, (_, code) => String.fromCodePoint(code))
    .concat('ẞ')
    .filter((letter) => /\p{Lu}/u.test(letter) && letter.normalize('NFD') === letter)

/** A text of the database as `toSameText` of shared/engine/normalizeText.ts makes it; a test compares the two. */
export const buildSameTextSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`same_text(${text})`

/** The function behind `buildSameTextSql`, of built-in functions only that depend on no locale, because unique indexes are made of it. */
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
