import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Filter, ListQuery } from '#shared/engine/list/listQuery.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import { resourceNamed } from '#shared/areas/index.ts'
import { folded, wordsOf } from '#server/platform/database/migrations/folding.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { changedFieldsColumn, filterByField, searchChanges } from './changedFields.ts'
import { columnOf } from './columns.ts'
import type { Condition } from './conditions.ts'
import { storedAs } from '../kinds.ts'
import { among, rowsOf } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { asksForOtherStore } from '../otherStores.ts'
import { anywhere, searchPatterns, soughtFirst } from './searchPatterns.ts'
import { parseSearchTerms } from './searchTerms.ts'

const keptText = sql<string>`${sql.ref('searchText')}`

/** What a list asks of its rows; what a search looks through is read first. */
export async function conditionOf(
  connection: Connection,
  resource: Scoped,
  { search, filters }: ListQuery,
): Promise<Condition> {
  const asked = filters.map((filter) => {
    const isOther = asksForOtherStore(resource, filter)
    const condition = filterCondition(resource, filter)
    return isOther ? sql<boolean>`(${condition} and not ${isOther})` : condition
  })
  if (hasNoWords(search)) return findsNothing
  const words = [...new Set(parseSearchTerms(search).flat(2))]
  const found = words.map((word) => foundAnywhere(connection, resource, word, words))
  const conditions = new Map((await Promise.all(found)).map((one, at) => [words[at], one]))
  return allOf([...asked, matchTerms(search, (word) => conditions.get(word) ?? findsNothing)])
}

/** A text of marks alone, such as `(` or `--`. It finds nothing: otherwise what is done to all that match would be done to all. */
const hasNoWords = (text: string): boolean => text !== '' && wordsOf(text).length === 0

const findsNothing: Condition = sql`false`

/** Whether each term of a text is found in one of its forms, by the condition of each word. */
const matchTerms = (text: string, match: (word: string) => Condition): Condition =>
  allOf(
    parseSearchTerms(text).map(([first = [], ...others]) =>
      anyOf([allOf(first.map(match)), ...others.map((words) => allOf(words.map(match)))]),
    ),
  )

/** So many are told by their ids, of which PostgreSQL knows how few rows match; of more it asks itself, several times as slowly. */
const mostTold = 10_000

/** By a word of its own, or by one of a record that it refers to: words of both may be mixed. */
async function foundAnywhere(
  connection: Connection,
  resource: Scoped,
  word: string,
  words: readonly string[],
): Promise<Condition> {
  const { fields, storeIds, permissions = [], searchThrough = [] } = resource
  const way = async (name: string): Promise<Condition[]> => {
    const to = resourceNamed(fields[name]?.to?.name ?? '')
    if (!to) throw new Error(`${name} refers to nothing`)
    const isIt = foundBy({ ...to, storeIds, permissions }, word)
    const theirs = sql`select id from ${rowsOf(to, storeIds)} where ${isIt}`
    const { rows } = await sql<{ id: number }>`${theirs} limit ${mostTold + 1}`.execute(connection)
    if (rows.length > mostTold)
      return [sql`exists (select from (${theirs}) as theirs where theirs.id = ${sql.ref(name)})`]
    const ids = rows.map(({ id }) => id)
    return ids.length > 0 ? [among(name, ids)] : []
  }
  const ways = (await Promise.all(searchThrough.map(way))).flat()
  return anyOf([foundBy(resource, word, words), ...ways])
}

const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

const anyOf = ([first, ...others]: [Condition, ...Condition[]]): Condition =>
  others.length > 0 ? sql`(${sql.join([first, ...others], sql` or `)})` : first

/** Whether a list looks for a part of a text, which an order does not lead to. */
export const looksInside = ({ search, filters }: ListQuery): boolean =>
  wordsOf(search).length > 0 || filters.some(({ op }) => op === 'contains')

function filterCondition(resource: Scoped, filter: Filter): Condition {
  const { field: name, op, value } = filter
  const { field } = columnOf(resource, name)
  if (op === 'contains' && hasNoWords(value)) return findsNothing
  if (resource.searchesChanges && name === changedFieldsColumn) return filterByField(filter)
  if (op !== 'contains') return storedAs(field).condition(sql.ref(name), { field, op, value })
  return field.to ? referringTo(field, name, value, resource) : containing(resource, name, value)
}

/** By words of the other record's label, which its own search looks into (a test says so). */
function referringTo(
  field: Field,
  name: string,
  words: string,
  { storeIds, permissions = [] }: Scoped,
): Condition {
  const { to: other } = field
  if (!other) throw new Error(`${name} refers to nothing`)
  const isLabelled = matchTerms(words, (word) =>
    allOf([maybeKept(word), sql<boolean>`${folded(sql.ref(other.label))} like ${anywhere(word)}`]),
  )
  const ids = sql`(select id from ${rowsOf({ ...other, permissions }, storeIds)} where ${isLabelled})`
  return storedAs(field).among(sql.ref(name), ids)
}

function foundBy(resource: Scoped, word: string, words: readonly string[] = [word]): Condition {
  const patterns = (text: string) => searchPatterns(text, resource.large === true)
  const others = resource.search.flatMap((name) => {
    const field = fieldOf(resource, name)
    return field?.to ? [referringTo(field, name, word, resource)] : []
  })
  const first = soughtFirst(word)
  const isFound = likeAny(keptText, patterns(first))
  // No index holds the longer expression, so this is only asked of what the index found.
  const isWhole =
    first === word
      ? isFound
      : sql<boolean>`(${isFound} and ${likeAny(sql`(${keptText} || '')`, patterns(word))})`
  const changes = resource.searchesChanges ? searchChanges(word, words) : []
  return anyOf([isWhole, ...others, ...changes])
}

const likeAny = (text: RawBuilder<unknown>, [pattern, ...others]: string[]): Condition =>
  others.length === 0
    ? sql`${text} like ${pattern}`
    : sql`${text} like any (${[pattern, ...others]})`

/** Each word of the text anywhere inside, in any order. What searches look into too stands in their text, a line a field. */
function containing(resource: Scoped, name: string, text: string): Condition {
  const lines = resource.search.filter((one) => !fieldOf(resource, one)?.to)
  const line = lines.indexOf(name) + 1
  const within =
    line > 0 ? sql`split_part(${keptText}, E'\n', ${sql.lit(line)})` : folded(sql.ref(name))
  return matchTerms(text, (word) =>
    allOf([...(line > 0 ? [maybeKept(word)] : []), sql<boolean>`${within} like ${anywhere(word)}`]),
  )
}

const maybeKept = (word: string): Condition => sql`${keptText} like ${anywhere(soughtFirst(word))}`
