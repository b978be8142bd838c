import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { getField } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getFieldStorage } from '../fieldStorage.ts'
import { getMaskedColumns } from '../personalData.ts'
import { getVisibleRows, hasErasedRows } from '../storeScope.ts'
import type { ScopedResource } from '../storeScope.ts'
import { getColumn } from './columns.ts'
import { matchAll, matchAny, matchNothing } from './conditions.ts'
import type { SqlCondition } from './conditions.ts'
import { buildFoldedSql, foldText, splitSearchWords } from './foldText.ts'
import type { ReadableResource } from './readExtension.ts'
import {
  toContainsPattern,
  toStartsPattern,
  buildSearchPatterns,
  getIndexedPart,
  isIndexable,
} from './searchPatterns.ts'
import { parseSearchTerms } from './searchTerms.ts'

const searchTextSql = sql<string>`${sql.ref('searchText')}`

/**
 * Builds the condition of a search. Reads the records that its words refer to first: all of them, or
 * if `candidates` is given, only those that the records under this condition refer to.
 */
export async function buildTextCondition(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  search: string,
  candidates?: SqlCondition,
): Promise<SqlCondition> {
  if (hasNoWords(search)) return matchNothing
  const words = [...new Set(parseSearchTerms(search).flat(2))]
  const wordConditions = words.map((word) =>
    buildWordCondition(connection, resource, word, words, candidates),
  )
  const conditions = new Map(
    (await Promise.all(wordConditions)).map((one, index) => [words[index], one]),
  )
  return matchTerms(search, (word) => conditions.get(word) ?? matchNothing)
}

/**
 * Whether a text has only punctuation, such as `(` or `--`. It finds nothing, since an action on
 * all matches would otherwise apply to all records.
 */
export const hasNoWords = (text: string): boolean =>
  text !== '' && splitSearchWords(text).length === 0

/**
 * Matches a text if each of its terms matches in one of its forms. `match` is the condition of one
 * word.
 */
const matchTerms = (text: string, match: (word: string) => SqlCondition): SqlCondition =>
  matchAll(
    parseSearchTerms(text).map(([first = [], ...others]) =>
      matchAny([matchAll(first.map(match)), ...others.map((words) => matchAll(words.map(match)))]),
    ),
  )

/**
 * Up to this many IDs are listed, so PostgreSQL knows how few rows match. More become a subquery,
 * which is several times slower.
 */
const maxListedIds = 10_000

/**
 * Matches a word in the record or in a record it refers to, so one search can mix words of both.
 */
async function buildWordCondition(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  word: string,
  words: readonly string[],
  candidates: SqlCondition | undefined,
): Promise<SqlCondition> {
  const { storeIds, permissions, readExtension } = resource
  const { searchThrough = [] } = readExtension ?? {}
  const findThroughReference = async (name: string): Promise<SqlCondition[]> => {
    const target = getResource(getField(resource, name)?.target?.name ?? '')
    if (!target) throw new Error(`${name} refers to nothing`)
    const scopedTarget = { ...target, storeIds, ...(permissions && { permissions }) }
    const isFound = buildSearchCondition(scopedTarget, word)
    // As an array, so PostgreSQL looks up the IDs before it searches their texts.
    const isMatch = candidates
      ? sql`id = any(array(select ${sql.ref(name)} from ${getVisibleRows(resource, storeIds)}
          where ${candidates})) and ${isFound}`
      : isFound
    const matchingIdsSql = sql`select id from ${getVisibleRows(scopedTarget, storeIds)} where ${isMatch}`
    const { rows } = await sql<{ id: number }>`${matchingIdsSql} limit ${maxListedIds + 1}`.execute(
      connection,
    )
    if (rows.length > maxListedIds)
      return [
        sql`exists (select from (${matchingIdsSql}) as theirs where theirs.id = ${sql.ref(name)})`,
      ]
    const ids = rows.map(({ id }) => id)
    return ids.length > 0 ? [matchesIds(name, ids)] : []
  }
  const throughReferences = (await Promise.all(searchThrough.map(findThroughReference))).flat()
  return matchAny([
    buildSearchCondition(resource, word),
    ...(readExtension?.searchWord?.(word, words) ?? []),
    ...throughReferences,
  ])
}

/**
 * Matches words in the label of the referenced record, which that record's own search must include
 * (a test checks this).
 */
export function buildReferenceCondition(
  field: Field,
  name: string,
  words: string,
  { storeIds, permissions }: ScopedResource,
): SqlCondition {
  const target = getReferenceTarget(field)
  if (!target) throw new Error(`${name} refers to nothing`)
  const isLabelled = matchTerms(words, (word) =>
    matchAll([
      matchIndexedPart(word),
      sql<boolean>`${buildFoldedSql(sql.ref(target.relations.label))} like ${toContainsPattern(word)}`,
    ]),
  )
  const ids = sql`(select id from ${getVisibleRows({ ...target, ...(permissions && { permissions }) }, storeIds)} where ${isLabelled})`
  return getFieldStorage(field).matchesAny(sql.ref(name), ids)
}

function buildSearchCondition(resource: ScopedResource, word: string): SqlCondition {
  const buildPatterns = (text: string) => buildSearchPatterns(text, resource.list.large === true)
  const others = resource.list.search.flatMap((name) => {
    const field = getField(resource, name)
    return field?.target ? [buildReferenceCondition(field, name, word, resource)] : []
  })
  const first = getIndexedPart(word)
  const isFound = matchAnyPattern(searchTextSql, buildPatterns(first))
  // No index covers the longer expression, so it only filters what the index found.
  const isWhole =
    first === word
      ? isFound
      : sql<boolean>`(${isFound} and ${matchAnyPattern(sql`(${searchTextSql} || '')`, buildPatterns(word))})`
  const labels = isIndexable(word)
    ? resource.list.search.flatMap((name) => matchValueLabels(resource, name, word))
    : []
  const isVisible = matchVisibleLines(resource, buildPatterns(word))
  return matchAny([isVisible ? matchAll([isWhole, isVisible]) : isWhole, ...others, ...labels])
}

/** Returns the searched fields that are lines of the search text, in their order. */
const getSearchLines = (resource: ScopedResource): string[] =>
  resource.list.search.filter((name) => !getField(resource, name)?.target)

/** Excludes rows whose search text isn't what anyone reads. */
export const isNotErased: SqlCondition = sql`not ${sql.ref('isErased')}`

/**
 * Matches the lines of the search text that the reader sees; null if that's all of them. The search
 * text has personal data unmasked.
 */
function matchVisibleLines(
  resource: ScopedResource,
  patterns: readonly string[],
): SqlCondition | null {
  if (hasErasedRows(resource)) return isNotErased
  const masked = getMaskedColumns(resource)
  const lines = getSearchLines(resource)
  if (!lines.some((name) => masked.includes(name))) return null
  const visible = lines.flatMap((name, index) =>
    masked.includes(name)
      ? []
      : [sql`split_part(${searchTextSql}, E'\n', ${sql.lit(index + 1)}) || E'\n'`],
  )
  return visible.length === 0
    ? matchNothing
    : matchAnyPattern(sql`(${sql.join(visible, sql` || `)})`, [...patterns])
}

const matchAnyPattern = (text: RawBuilder<unknown>, [pattern, ...others]: string[]): SqlCondition =>
  others.length === 0
    ? sql`${text} like ${pattern}`
    : sql`${text} like any (${[pattern, ...others]})`

/**
 * Matches text that contains each word, in any order. Searched fields are stored as lines of the
 * search text, one per field.
 */
export function buildContainsCondition(
  resource: ScopedResource,
  name: string,
  text: string,
): SqlCondition {
  const isMasked = getMaskedColumns(resource).includes(name)
  const line = isMasked ? 0 : getSearchLines(resource).indexOf(name) + 1
  const searchedText =
    line > 0 && !hasErasedRows(resource)
      ? sql`split_part(${searchTextSql}, E'\n', ${sql.lit(line)})`
      : buildFoldedSql(sql.ref(name))
  return matchTerms(text, (word) =>
    matchAny([
      matchAll([
        ...(line > 0 ? [matchIndexedPart(word)] : []),
        sql<boolean>`${searchedText} like ${toContainsPattern(word)}`,
      ]),
      ...matchValueLabels(resource, name, word),
    ]),
  )
}

/**
 * Matches text that starts with this one, whatever its case and accents. If the search index has
 * the text, its words are looked up there first.
 */
export function buildStartsCondition(
  resource: ScopedResource,
  name: string,
  text: string,
): SqlCondition {
  const isIndexed =
    !getMaskedColumns(resource).includes(name) &&
    getSearchLines(resource).includes(name) &&
    !hasErasedRows(resource)
  const words = isIndexed ? splitSearchWords(text).filter(isIndexable) : []
  const folded = foldText(text).trimStart()
  return matchAll([
    ...words.map(matchIndexedPart),
    sql<boolean>`ltrim(${buildFoldedSql(sql.ref(name))}) like ${toStartsPattern(folded)}`,
  ])
}

/** Matches the values that lists show as a label with this word: "System" for `platform`. */
function matchValueLabels(resource: ScopedResource, name: string, word: string): SqlCondition[] {
  const { valueLabels = {} } = getColumn(resource, name).field
  return Object.entries(valueLabels)
    .filter(([, label]) => foldText(label).includes(word))
    .map(([value]) =>
      matchAll([
        ...(resource.list.search.includes(name) ? [matchIndexedPart(foldText(value))] : []),
        sql<boolean>`${sql.ref(name)} = ${value}`,
      ]),
    )
}

const matchIndexedPart = (word: string): SqlCondition =>
  sql`${searchTextSql} like ${toContainsPattern(getIndexedPart(word))}`
