import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { SqlCondition } from '#server/platform/core/records/list/conditions.ts'
import { foldText, wordMark } from '#server/platform/core/records/list/foldText.ts'
import { getIndexedPart, isIndexable } from '#server/platform/core/records/list/searchPatterns.ts'
import { parseSearchTerms } from '#server/platform/core/records/list/searchTerms.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A record that may match. The caller checks whether it does, and whether it's visible. */
export type SearchHit = { resource: string; recordId: number }

type EntryQuery = {
  text: string
  /** The resources to search. */
  names: readonly string[]
  /** Whether words may also stand inside other words. */
  anywhere: boolean
  storeIds: StoreIds
}

/** Resources with millions of entries, each in a partition of its own (0047_search.ts). */
const largeResources = ['members', 'orders', 'giftCards']

/** The most entries that one query reads of a large resource, and of all others together. */
const limits = { large: 40, rest: 300 }

/**
 * Finds the records that may match, with those whose names begin with the text first. One query,
 * however many kinds there are.
 */
export async function findEntries(db: Connection, query: EntryQuery): Promise<SearchHit[]> {
  const terms = parseSearchTerms(query.text)
  if (terms.length === 0) return []
  const groups = [
    ...largeResources
      .filter((name) => query.names.includes(name))
      .map((name) => ({ names: [name], limit: limits.large, isLarge: true })),
    {
      names: query.names.filter((name) => !largeResources.includes(name)),
      limit: limits.rest,
      isLarge: false,
    },
  ]
  type Group = (typeof groups)[number]
  const toSelect = (buildCondition: (group: Group) => SqlCondition, order: RawBuilder<unknown>) =>
    sql.join(
      groups.map(
        (group) => sql`(select resource, record_id from search_entries
          where resource = any(${group.names}) and ${buildCondition(group)}
            and ${matchesStores(query.storeIds)}
          ${order} limit ${group.limit})`,
      ),
      sql` union all `,
    )
  const isName = sql<boolean>`title like ${`${escapePattern(foldText(query.text).trim())}%`}`
  const hasWords = matchesTerms(terms, query.anywhere)
  // A frequent first name has enough names. Its other matches are many, and take long to gather.
  const hasTooFewNames = ({ names, limit }: Group) =>
    sql<boolean>`(select count(*) from by_name where resource = any(${names})) < ${limit}`
  const byName = toSelect(() => isName, sql`order by title`)
  const byWords = toSelect(
    (group) => (group.isLarge ? sql`${hasTooFewNames(group)} and ${hasWords}` : hasWords),
    sql``,
  )
  const { rows } = await sql<{ resource: string; recordId: string | number }>`
    with by_name as materialized (${byName})
    select * from by_name union all ${byWords}`.execute(db)
  const hits = rows.map(({ resource, recordId }) => ({ resource, recordId: Number(recordId) }))
  return [...new Map(hits.map((hit) => [`${hit.resource}/${hit.recordId}`, hit])).values()]
}

const matchesStores = (storeIds: StoreIds): SqlCondition =>
  storeIds === null ? sql`true` : sql`(store_id is null or store_id = any(${[...storeIds]}::int[]))`

/** Matches entries in which each term is found in one of its forms. */
function matchesTerms(terms: readonly string[][][], anywhere: boolean): SqlCondition {
  const all = terms.map((forms) => {
    const each = forms.map(
      (words) =>
        sql`(${sql.join(
          words.map((word) => matchesWord(word, anywhere)),
          sql` and `,
        )})`,
    )
    return sql`(${sql.join(each, sql` or `)})`
  })
  return sql`${sql.join(all, sql` and `)}`
}

/** Matches a word from its beginning, with or without the `#` of a number, or anywhere. */
function matchesWord(word: string, anywhere: boolean): SqlCondition {
  const part = escapePattern(getIndexedPart(word))
  if (anywhere && isIndexable(word)) return sql`search_text like ${`%${part}%`}`
  const beginnings = [`%${wordMark}${part}%`, `%${wordMark}#${part}%`]
  return /^\d/.test(word)
    ? sql`search_text like any(${beginnings})`
    : sql`search_text like ${beginnings[0]}`
}

const escapePattern = (word: string): string => word.replaceAll(/[\\%_]/g, '\\$&')
