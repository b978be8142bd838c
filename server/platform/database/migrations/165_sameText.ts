import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { normalizeAccountEmail, normalizeEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import {
  createSameTextFunction,
  invisibleRanges,
  buildSameTextSql,
  spaceRanges,
} from './sameText.ts'
import type { MigrationDb } from './tables.ts'

/** What records are known by, with the one form of each. */
const normalizersByColumn: Record<string, Record<string, (text: string) => string>> = {
  users: { first_name: normalizeLine, last_name: normalizeLine, email: normalizeAccountEmail },
  members: { name: normalizeLine, email: normalizeAccountEmail },
  sizes: { name: normalizeLine, code: normalizeLine },
  colors: { name: normalizeLine, code: normalizeLine },
  attributes: { label: normalizeLine },
  sub_attributes: { label: normalizeLine, code: normalizeLine },
  organisations: { name: normalizeLine, contact_email: normalizeEmail },
  stores: { name: normalizeLine, support_email: normalizeEmail },
  user_groups: { name: normalizeLine },
  member_groups: { name: normalizeLine },
  smtp_settings: { name: normalizeLine, from_address: normalizeEmail, reply_to: normalizeEmail },
  payment_setups: { name: normalizeLine },
  printful_setup: { name: normalizeLine },
  themes: { name: normalizeLine },
  training_categories: { title: normalizeLine },
  gift_card_templates: { name: normalizeLine },
}

/** Columns in which no two records may look the same; the last one of each is a text. */
const uniqueColumns: Record<string, readonly string[]> = {
  users: ['email'],
  members: ['store_id', 'email'],
  sizes: ['group', 'code'],
  colors: ['code'],
  sub_attributes: ['attribute_id', 'code'],
  organisations: ['name'],
  user_groups: ['name'],
  member_groups: ['store_id', 'name'],
  smtp_settings: ['name'],
  payment_setups: ['name'],
  printful_setup: ['name'],
  themes: ['name'],
}

/**
 * Stores known texts in their one form, and has the database keep out records that look like others. Records that look the
 * same already stay as they are: the index leaves out all but the first of them.
 */
export const sameTexts: Migration = {
  async up(db: MigrationDb) {
    await createSameTextFunction().execute(db)
    for (const [table, columns] of Object.entries(normalizersByColumn))
      for (const [column, normalize] of Object.entries(columns))
        await normalizeColumn(db, { table, column, normalize })
    for (const [table, columns] of Object.entries(uniqueColumns))
      await addUniqueIndex(db, table, columns)
  },
}

/** Only such texts are read: a million names are not. */
const isOddLine = (text: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${text} is not nfc normalized or ${text} collate "C" ~ ${oddCharacters})`
const oddCharacters = `[${invisibleRanges}]|[^ \\S]|[${spaceRanges.replace('\\u0020', '')}]|  |^ | $`

const isOddEmail = (text: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${text} collate "C" ~ '[^!-~]|[A-Z]|^mailto:'`

type NormalizedColumn = { table: string; column: string; normalize: (text: string) => string }

async function normalizeColumn(
  db: MigrationDb,
  { table, column, normalize }: NormalizedColumn,
): Promise<void> {
  const [from, text] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ id: number; text: string }>`select id, ${text} as text from ${from}
    where ${normalize === normalizeLine ? isOddLine(text) : isOddEmail(text)} order by id`.execute(
    db,
  )
  for (const row of rows) {
    const normalized = normalize(row.text)
    if (normalized === row.text || normalized === '') continue
    // Another record may have this text; then which one is meant isn't ours to say.
    await sql`savepoint normalize_text`.execute(db)
    try {
      await sql`update ${from} set ${text} = ${normalized} where id = ${row.id}`.execute(db)
      await sql`release savepoint normalize_text`.execute(db)
    } catch (error) {
      await sql`rollback to savepoint normalize_text`.execute(db)
      if (!isUniqueViolation(error)) throw error
    }
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

async function addUniqueIndex(
  db: MigrationDb,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const keys = columns.map((column, at) =>
    at === columns.length - 1 ? buildSameTextSql(sql.ref(column)) : sql.ref(column),
  )
  const { rows } = await sql<{ id: number }>`select id from (select id,
      row_number() over (partition by ${sql.join(keys)} order by id) as place
      from ${sql.table(table)}) as numbered where place > 1 order by id`.execute(db)
  const others = rows.map(({ id }) => id)
  const name = sql.id([table, ...columns, 'same'].join('_'))
  await sql`create unique index ${name} on ${sql.table(table)} (${sql.join(keys)})
    ${others.length > 0 ? sql`where id <> all(${sql.lit(`{${others.join(',')}}`)}::int[])` : sql``}`.execute(
    db,
  )
}
