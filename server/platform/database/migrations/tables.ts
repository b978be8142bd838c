import { sql } from 'kysely'
import type { QueryExecutorProvider, RawBuilder } from 'kysely'

/**
 * Helpers of the migrations. They are frozen: what a released migration creates must not change, so
 * they import nothing of the program, and a change goes into another function.
 */

/** The database of a migration, for SQL only: today's row types don't describe its tables. */
export type MigrationDb = QueryExecutorProvider

type Sql = RawBuilder<unknown>

/** A column of a table. It is required unless it is `optional`. */
type Column = {
  type: Sql
  isOptional?: boolean
  isUnique?: boolean
  /** The rest of the definition: a default, a reference, or an expression. */
  rest?: Sql
  /** Builds the key that lists sort by. Gets an index together with the ID. */
  sortKey?: (column: Sql) => Sql
  /** True for lists of texts or IDs, whose index finds single entries. */
  isList?: boolean
  hasNoIndex?: boolean
  /** True for secrets: a second column has the encrypted text. */
  isSecret?: boolean
}

export type Columns = Readonly<Record<string, Column>>

const unchanged = (column: Sql) => column

/** Texts compare and sort by code point, so that PGlite and every PostgreSQL server agree. */
const textType = sql`text collate "C"`

/** A text that lists sort by, ignoring the case of A to Z. */
export const text: Column = { type: textType, sortKey: (column) => sql`lower(${column})` }
export const longText: Column = { type: textType }
export const integer: Column = { type: sql`integer`, sortKey: unchanged }
export const decimal: Column = { type: sql`numeric(12, 2)`, sortKey: unchanged }
export const toggle: Column = { type: sql`boolean`, sortKey: unchanged }
export const day: Column = { type: sql`date`, sortKey: unchanged }
/** A time in milliseconds, as in JavaScript, so that a page's cursor finds its position again. */
export const instant: Column = { type: sql`timestamptz(3)`, sortKey: unchanged }
export const textList: Column = { type: sql`text[] collate "C"`, isList: true }
export const idList: Column = { type: sql`integer[]`, isList: true }
export const json: Column = { type: sql`jsonb` }

/** A color by hue, grays last, then by value. */
export const color: Column = {
  type: textType,
  sortKey: (column) =>
    sql`((coalesce(lpad(hue_of(${column})::text, 3, '0'), 'grey') || lower(${column})) collate "C")`,
}

/** An amount in the smallest unit of the currency in another column, by that currency first. */
export const money = (currencyColumn: string): Column => ({
  type: sql`bigint`,
  // All keys have 19 digits, so that texts sort as their numbers do.
  sortKey: (column) =>
    sql`((coalesce(${sql.id(currencyColumn)}, '') || ' ' || (${column} + 4000000000000000000)::text) collate "C")`,
})

/** The ID of a record in another table. */
export const reference = (
  table: string,
  onDelete: 'restrict' | 'cascade' | 'set null' | 'no action' = 'restrict',
): Column => ({
  type: sql`integer`,
  rest: sql`references ${sql.table(table)} (id) on delete ${sql.raw(onDelete)}`,
  sortKey: unchanged,
})

/** What the API returns of a secret. The encrypted text is in the column NAME_sealed. */
export const secret: Column = {
  type: sql`jsonb`,
  rest: sql`default '{"set": false, "hint": null, "changedAt": null}'`,
  isSecret: true,
}

/** The ID of the table's rows. */
export const identity: Column = {
  type: sql`integer`,
  rest: sql`generated always as identity primary key`,
}

/** Makes a column unique: no two rows have the same value. */
export const unique = (column: Column): Column => ({ ...column, isUnique: true })

/** Makes a column optional: it may be null. */
export const optional = (column: Column): Column => ({ ...column, isOptional: true })

/** Gives a column a default, written as SQL. */
export const withDefault = (column: Column, value: string): Column => ({
  ...column,
  rest: sql`default ${sql.raw(value)}`,
})

/** Makes the database compute a column from others. */
export const computed = (column: Column, expression: Sql): Column => ({
  ...column,
  rest: sql`generated always as (${expression}) stored`,
})

/** Leaves out the index of a column that lists don't sort or filter by. */
export const withoutIndex = (column: Column): Column => ({ ...column, hasNoIndex: true })

/**
 * The text that searches look in: the columns' words, one line per column, folded, and each word
 * marked at its start.
 */
export const searchText = (...columns: readonly string[]): Column =>
  optional(computed(longText, buildSearchText(...columns)))

/** Builds the expression of a search text. */
export function buildSearchText(...columns: readonly string[]): Sql {
  const lines = columns.map(
    (column) => sql`coalesce(' ' || folded(${sql.ref(column)}), '') || E'\n'`,
  )
  return sql`regexp_replace(${sql.join(lines, sql` || `)}, ' +', ' ZQ', 'g')`
}

/** The first columns of every record. */
export const recordColumns: Columns = {
  id: identity,
  version: withDefault(withoutIndex(integer), '1'),
  created_at: instant,
  created_by: text,
  updated_at: instant,
  updated_by: text,
}

/** What every integration has in addition to its settings. */
export const integrationColumns: Columns = {
  state: withDefault(text, `'draft'`),
  last_test_at: optional(instant),
  last_outcome: optional(text),
  problem: optional(text),
  settings_version: withDefault(withoutIndex(integer), '1'),
  proven_version: optional(withoutIndex(integer)),
  failures: withDefault(withoutIndex(integer), '0'),
}

/**
 * Creates a table with the indexes that its lists need. A column `search_text` gets the index of
 * searches.
 */
export const createTable = (db: MigrationDb, table: string, columns: Columns): Promise<void> =>
  executeAll(db, [
    sql`create table ${sql.table(table)} (${sql.join(defineColumns(columns))})`,
    ...buildIndexes(table, columns),
  ])

/** Adds columns to a table that exists, with the indexes that its lists need. */
export const addColumns = (db: MigrationDb, table: string, columns: Columns): Promise<void> =>
  executeAll(db, [
    ...defineColumns(columns).map(
      (definition) => sql`alter table ${sql.table(table)} add column ${definition}`,
    ),
    ...buildIndexes(table, columns),
  ])

const defineColumns = (columns: Columns): Sql[] =>
  Object.entries(columns).flatMap(([name, { type, isOptional, isUnique, rest, isSecret }]) => [
    sql.join(
      [
        sql.id(name),
        type,
        ...(isOptional ? [] : [sql`not null`]),
        ...(isUnique ? [sql`unique`] : []),
        ...(rest ? [rest] : []),
      ],
      sql` `,
    ),
    ...(isSecret ? [sql`${sql.id(`${name}_sealed`)} ${textType}`] : []),
  ])

function buildIndexes(table: string, columns: Columns): Sql[] {
  const createIndex = (name: string, keys: Sql) =>
    sql`create index ${sql.id(`${table}_${name}`)} on ${sql.table(table)} ${keys}`
  return Object.entries(columns).flatMap(([name, { sortKey, isList, hasNoIndex }]) => {
    const column = sql.id(name)
    if (name === 'search_text')
      return [
        // With more statistics, PostgreSQL chooses the right plan for searches.
        sql`alter table ${sql.table(table)} alter column search_text set statistics 500`,
        createIndex('search_idx', sql`using gin (search_text gin_trgm_ops)`),
      ]
    if (hasNoIndex) return []
    if (isList) return [createIndex(`${name}_idx`, sql`using gin (${column})`)]
    if (sortKey) return [createIndex(`${name}_sort_idx`, sql`(${sortKey(column)}, id)`)]
    return []
  })
}

/** Executes statements without parameters at once, which takes half the time. */
export async function executeAll(db: MigrationDb, statements: readonly Sql[]): Promise<void> {
  await sql.join(statements, sql`; `).execute(db)
}
