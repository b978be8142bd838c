import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'
import type { MigrationDb } from './tables.ts'

const incidentsTable = addResourceTable('incidents', {
  text: ['cause', 'currency', 'resolution?'],
  select: ['status', 'reason', 'gateway'],
  integer: ['stores', 'failures'],
  money: ['stake'],
  instant: ['openedAt', 'lastAt', 'resolvedAt?'],
  reference: ['ownerId?'],
  search: ['cause'],
})

export const incidents: Migration = {
  async up(db: MigrationDb) {
    await incidentsTable.up(db as never)
    // What tells one cause from another; of each there is one incident that is open.
    await sql`alter table incidents add column key text collate "C", add column stakes jsonb not null default '[]',
      add foreign key (owner_id) references users (id) on delete set null`.execute(db)
    await sql`create unique index incidents_open_idx on incidents (key) where status = 'open'`.execute(
      db,
    )
    await sql`create table incident_stores (
      incident_id integer not null references incidents (id) on delete cascade,
      store_id integer not null references stores (id) on delete cascade,
      currency text collate "C" not null,
      failures integer not null,
      amount bigint not null,
      primary key (incident_id, store_id, currency))`.execute(db)
    await sql`create index incident_stores_store_id_idx on incident_stores (store_id)`.execute(db)
  },
}
