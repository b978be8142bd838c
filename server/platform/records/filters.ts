import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { instantAfter, isDay, isInstant } from '#shared/dates.ts'
import type { Filter, ListQuery } from '#shared/listQuery.ts'
import { fieldOf } from '#shared/resource.ts'
import type { Resource } from '#shared/resource.ts'
import { badRequest } from '../http/refusal.ts'
import { searchText } from '../migrations/searchText.ts'
import { columnOf } from './columns.ts'
import { escaped, isFoundAnywhere, searchPatterns, soughtFirst } from './searchPatterns.ts'

type Condition = RawBuilder<boolean>

/** What a list's search and filters ask of a row; all of it must hold. */
export function conditionOf(resource: Resource, { search, filters }: ListQuery): Condition {
  const conditions = filters.map((filter) => filterCondition(resource, filter))
  if (search) conditions.push(foundBy(resource, search))
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

/** Whether a list looks for a part of a text, which an order does not lead to. */
export const looksInside = ({ search, filters }: ListQuery): boolean =>
  search !== '' || filters.some(({ op }) => op === 'contains')

function filterCondition(resource: Resource, { field, op, value }: Filter): Condition {
  const { kind, name } = columnOf(resource, field)
  const column = sql.ref(name)
  if (kind === 'reference') return referenceCondition(resource, { field, op, value })
  if (op === 'contains') return indexed(resource, name, value)
  if (op === 'has') return sql`${column} @> array[${value}]`
  if (kind === 'toggle') return sql`${column} = ${value === '1'}`
  if (op === 'eq' && kind === 'text') return wholeText(column, value)
  if (op === 'eq') return sql`${column} = ${value}`
  const compare = sql.raw(op === 'gte' ? '>=' : '<=')
  if (kind === 'instant') return instantCondition(column, op, value)
  return sql`${column} ${compare} cast(${value} as numeric)`
}

/** The same text; the first half is there for the index that lists sort by. */
const wholeText = (column: RawBuilder<unknown>, value: string): Condition =>
  sql`(lower(${column}) = lower(${value}) and ${column} = ${value})`

/** By the other record's id, or by a part of its label. */
function referenceCondition(resource: Resource, { field, op, value }: Filter): Condition {
  const column = sql.ref(field)
  if (op === 'eq') return sql`${column} = ${Number(value)}`
  const other = fieldOf(resource, field)?.to
  if (!other) throw new Error(`${resource.name}.${field} refers to nothing`)
  return sql`${column} in (select id from ${sql.table(other.name)} where ${containing(other.label, value)})`
}

/** A date without a time is a whole day in UTC: "to" includes it. */
function instantCondition(column: RawBuilder<unknown>, op: string, value: string): Condition {
  const isWholeDay = op === 'lte' && isDay(value)
  const instant = instantAfter(value, isWholeDay ? 1 : 0, 'day')
  if (!isInstant(instant)) throw badRequest(`${value} is not a date of these records.`)
  const compare = sql.raw(op === 'gte' ? '>=' : isWholeDay ? '<' : '<=')
  return sql`${column} ${compare} ${instant}`
}

function foundBy({ search, large }: Resource, text: string): Condition {
  const within = searchText(search.map((name) => sql.ref(name)))
  const first = soughtFirst(text)
  const isFound = likeAny(within, searchPatterns(first, large === true))
  // No index holds the longer expression, so this is only asked of what the index found.
  return first === text
    ? isFound
    : sql`${isFound} and ${likeAny(sql`(${within} || '')`, searchPatterns(text, large === true))}`
}

/** The text is put together once for a row, however many patterns there are. */
const likeAny = (text: RawBuilder<unknown>, [pattern, ...others]: string[]): Condition =>
  others.length === 0
    ? sql`${text} like ${pattern}`
    : sql`${text} like any (${[pattern, ...others]})`

/** The text anywhere inside, whatever its case. */
const containing = (name: string, text: string): Condition =>
  sql`${sql.ref(name)} ilike ${`%${escaped(text)}%`}`

/** The same, by the index of the search where that finds as much. */
function indexed(resource: Resource, name: string, text: string): Condition {
  const isFound = resource.search.includes(name) && isFoundAnywhere(text)
  const inside = containing(name, text)
  return isFound ? sql`(${foundBy(resource, text)} and ${inside})` : inside
}
