import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/** Wrong passwords in a row are counted with their account, so that all replicas lock it alike, and a restart forgets none. */
export const lockout: Migration = {
  async up(db: MigrationDb) {
    await sql`alter table users
      add column failed_sign_ins integer not null default 0,
      add column failed_since timestamptz(3)`.execute(db)
  },
}
