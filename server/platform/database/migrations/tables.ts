import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { FieldKind } from '#shared/engine/fields/fields.ts'
import { fieldKinds } from '#shared/engine/fields/kinds.ts'
import { fieldStorages } from '#server/platform/core/records/fieldStorage.ts'
import { createHueFunction } from './042_colorHue.ts'
import { createFoldedFunction, buildSearchTextSql } from './folding.ts'

/** The database type in migrations: tables as they were then, whatever their names are today. */
export type MigrationDb = Kysely<Record<string, never>>

/** Text compares and sorts by code point, so that PGlite and every PostgreSQL server agree. */
export const textType = sql`text collate "C"`

export const textListType = sql`text[] collate "C"`

/**
 * An instant in milliseconds, as in JavaScript, so that a cursor built from a response finds its
 * position again.
 */
export const instantType = sql`timestamptz(3)`

export const decimalType = sql`numeric(12, 2)`

export const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** Creates a table with the columns that every record has (screens.md, "Every record"). */
export const createRecordTable = (db: MigrationDb, table: string): CreateTableBuilder<string> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', instantType, notNull)
    .addColumn('created_by', textType, notNull)
    .addColumn('updated_at', instantType, notNull)
    .addColumn('updated_by', textType, notNull)

/**
 * Adds an index of (key, id) for each sortable column, with text in lowercase, and a trigram index
 * for searches (design.md, API).
 */
export async function addListIndexes(
  db: MigrationDb,
  table: string,
  columns: { text: string[]; plain: string[]; search: string[] },
): Promise<void> {
  for (const column of ['created_by', 'updated_by', ...columns.text])
    await addIndex(db, table, `${column}_sort_idx`, sql`(lower(${sql.id(column)}), id)`)
  for (const column of ['created_at', 'updated_at', ...columns.plain])
    await addIndex(db, table, `${column}_sort_idx`, sql`(${sql.id(column)}, id)`)
  await addSearch(db, table, columns.search)
}

/**
 * Adds the search column and its index unless they exist. More statistics than usual let PostgreSQL
 * choose the right plan (`records/list/rows.ts`).
 */
export async function addSearch(db: MigrationDb, table: string, columns: string[]): Promise<void> {
  const searchText = buildSearchTextSql(columns.map((column) => sql.id(column)))
  await createFoldedFunction().execute(db)
  await sql`alter table ${sql.table(table)} add column if not exists search_text text collate "C"
    generated always as (${searchText}) stored`.execute(db)
  await sql`alter table ${sql.table(table)} alter column search_text set statistics 500`.execute(db)
  await sql`create index if not exists ${sql.id(`${table}_search_idx`)} on ${sql.table(table)}
    using gin (search_text gin_trgm_ops)`.execute(db)
}

type ResourceTableColumns = Partial<Record<FieldKind, readonly string[]>> & {
  unique?: readonly (readonly string[])[]
  search: readonly string[]
  to?: Record<string, string>
}

/**
 * Returns a migration that creates a resource's table: columns by the kinds of their fields, with
 * `?` if they may be empty.
 */
export const addResourceTable = (
  name: string,
  { unique = [], search, to = {}, ...columns }: ResourceTableColumns,
): Migration => ({
  async up(db: MigrationDb) {
    const table = toSnakeCase(name)
    let builder = createRecordTable(db, table)
    // The remaining keys are field kinds.
    const kinds = Object.keys(columns) as FieldKind[]
    const fields = kinds.flatMap((kind) =>
      (columns[kind] ?? []).map((columnSpec) => {
        const column = columnSpec.replace('?', '')
        return {
          column: toSnakeCase(column),
          kind,
          optional: columnSpec !== column,
          to: to[column],
        }
      }),
    )
    for (const { column, kind, optional, to } of fields) {
      if (kind === 'secret') {
        builder = builder
          .addColumn(column, sql`jsonb`, (columnBuilder) =>
            columnBuilder.notNull().defaultTo(emptySecret),
          )
          .addColumn(`${column}_sealed`, textType)
        continue
      }
      builder = builder.addColumn(column, sql.raw(fieldStorages[kind].column), (columnBuilder) => {
        const referenced = to
          ? columnBuilder.references(`${toSnakeCase(to)}.id`).onDelete('restrict')
          : columnBuilder
        return optional ? referenced : referenced.notNull()
      })
    }
    for (const names of unique)
      builder = builder.addUniqueConstraint(
        [table, ...names.map(toSnakeCase), 'key'].join('_'),
        // These columns were just added.
        names.map(toSnakeCase) as never[],
      )
    await builder.execute()
    const stamp = {
      created_by: 'text',
      updated_by: 'text',
      created_at: 'instant',
      updated_at: 'instant',
    } as const
    await addColumnIndexes(db, table, [
      ...fields,
      ...Object.entries(stamp).map(([column, kind]) => ({ column, kind })),
    ])
    await addSearch(db, table, search.map(toSnakeCase))
  },
})

/**
 * Adds the indexes that lists need to sort and filter by these columns. `to` is the table that a
 * column refers to.
 */
export async function addColumnIndexes(
  db: MigrationDb,
  table: string,
  columns: readonly { column: string; kind: FieldKind; to?: string | undefined }[],
): Promise<void> {
  for (const { column, kind, to } of columns)
    if (Array.isArray(fieldKinds[kind].emptyValue))
      await addIndex(db, table, `${column}_idx`, sql`using gin (${sql.id(column)})`)
    else if (fieldKinds[kind].sortable || to) {
      if (kind === 'colour') await createHueFunction().execute(db)
      const key = fieldStorages[kind].sortKey(sql.id(column))
      await addIndex(db, table, `${column}_sort_idx`, sql`(${key}, id)`)
    }
}

const emptySecret = sql`'{"set": false, "hint": null, "changedAt": null}'::jsonb`

const addIndex = (db: MigrationDb, table: string, name: string, body: RawBuilder<unknown>) =>
  sql`create index ${sql.id(`${table}_${name}`)} on ${sql.table(table)} ${body}`.execute(db)

const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
