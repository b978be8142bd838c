import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { folded } from './folding.ts'

/**
 * Begins each word of a search text: letters, which trigrams know, capital ones, which nothing else in it is, and a Q last, which
 * hardly any other letter follows: the trigram of a mark and two letters is seldom found elsewhere.
 */
export const wordMark = 'ZQ'

/**
 * What a search looks through: these columns folded, each a line that begins with a blank, the beginnings of words marked.
 * Tables keep it in a column (`addSearch`): who changes it, or what `folded` does, adds a migration that makes those again.
 */
export function searchText(columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const texts = columns.map((column) => sql`coalesce(' ' || ${folded(column)}, '') || E'\n'`)
  return sql`regexp_replace(${sql.join(texts, sql` || `)}, ' +', ${sql.lit(` ${wordMark}`)}, 'g')`
}
