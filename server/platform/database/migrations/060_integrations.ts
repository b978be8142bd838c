import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes, addResourceTable } from './tables.ts'
import type { MigrationDb } from './tables.ts'

export const integrationTables: Migration = {
  async up(db) {
    await sql`create table integration_history (
      id bigint generated always as identity primary key,
      resource text collate "C" not null,
      record_id integer not null,
      what text collate "C" not null,
      version integer not null,
      actor text collate "C" not null,
      started_at timestamptz(3) not null,
      ended_at timestamptz(3),
      outcome text collate "C" not null,
      sentence text collate "C",
      steps jsonb not null default '[]',
      job_id integer
    )`.execute(db)
    await sql`create index integration_history_record_idx
      on integration_history (resource, record_id, id)`.execute(db)
    await sql`create table integration_expiries (
      resource text collate "C" not null,
      record_id integer not null,
      what text collate "C" not null,
      at timestamptz(3) not null,
      primary key (resource, record_id, what)
    )`.execute(db)
    await sql`create index integration_expiries_at_idx on integration_expiries (at)`.execute(db)
  },
}

/** The table of an integration's settings: that of a resource, with what every integration has besides. */
export const addIntegrationTable = (...told: Parameters<typeof addResourceTable>): Migration => ({
  async up(db) {
    await addResourceTable(...told).up(db)
    await addLifecycleColumns(db, told[0])
  },
})

async function addLifecycleColumns(db: MigrationDb, name: string): Promise<void> {
  const table = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  await sql`alter table ${sql.table(table)}
    add column state text collate "C" not null default 'draft',
    add column last_test_at timestamptz(3),
    add column last_outcome text collate "C",
    add column problem text collate "C",
    add column settings_version integer not null default 1,
    add column proven_version integer,
    add column failures integer not null default 0`.execute(db)
  await addColumnIndexes(db, table, [
    { column: 'state', kind: 'select' },
    { column: 'last_test_at', kind: 'instant' },
    { column: 'last_outcome', kind: 'select' },
    { column: 'problem', kind: 'text' },
  ])
}
