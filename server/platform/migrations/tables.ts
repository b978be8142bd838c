import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely'
import { makeFolded } from './folding.ts'
import { searchText } from './searchText.ts'

/** The type a migration sees: tables as they were then, whatever they are called today. */
export type Tables = Kysely<Record<string, never>>

/** Text compares and sorts by code point, so that PGlite and every PostgreSQL server agree. */
export const text = sql`text collate "C"`

/** Several short texts, as `list` fields have (shared/engine/fields.ts). */
export const textList = sql`text[] collate "C"`

/** Milliseconds, as JavaScript knows them: a cursor made from what was answered finds its place again. */
export const instant = sql`timestamptz(3)`

/** Two decimal places, as `decimal` fields have (shared/engine/fields.ts). */
export const decimal = sql`numeric(12, 2)`

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** A table of records, with what every record carries (screens.md, "Every record"). */
export const recordTable = (db: Tables, table: string): CreateTableBuilder<string> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', instant, required)
    .addColumn('created_by', text, required)
    .addColumn('updated_at', instant, required)
    .addColumn('updated_by', text, required)

/**
 * What lists need of a table: an index of (key, id) for each column they sort by, text by its lower case, and one of
 * trigrams for what a search looks into (design.md, API).
 */
export async function addListIndexes(
  db: Tables,
  table: string,
  columns: { text: string[]; plain: string[]; search: string[] },
): Promise<void> {
  const index = (name: string, body: RawBuilder<unknown>) =>
    sql`create index ${sql.id(`${table}_${name}_idx`)} on ${sql.table(table)} ${body}`.execute(db)
  for (const column of ['created_by', 'updated_by', ...columns.text])
    await index(`${column}_sort`, sql`(lower(${sql.id(column)}), id)`)
  for (const column of ['created_at', 'updated_at', ...columns.plain])
    await index(`${column}_sort`, sql`(${sql.id(column)}, id)`)
  await addSearch(db, table, columns.search)
}

/**
 * The column a search looks into, and its index of trigrams, unless they are there already. PostgreSQL guesses from samples of
 * the texts how many match: of the hundred it takes by itself each stands for ten thousand in a million, too many to choose a way
 * by (`records/rows.ts`).
 */
export async function addSearch(db: Tables, table: string, columns: string[]): Promise<void> {
  const within = searchText(columns.map((column) => sql.id(column)))
  await makeFolded().execute(db)
  await sql`alter table ${sql.table(table)} add column if not exists search_text text collate "C"
    generated always as (${within}) stored`.execute(db)
  await sql`alter table ${sql.table(table)} alter column search_text set statistics 500`.execute(db)
  await sql`create index if not exists ${sql.id(`${table}_search_idx`)} on ${sql.table(table)}
    using gin (search_text gin_trgm_ops)`.execute(db)
}
