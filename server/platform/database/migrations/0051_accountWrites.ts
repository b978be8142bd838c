import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When each account last wrote, so that no replica answers it that doesn't have those writes yet. */
export const accountWrites: Migration = {
  async up(db) {
    await sql`
      create table account_writes (
        user_id integer primary key references users (id) on delete cascade,
        written_at timestamptz not null
      );
    `.execute(db)
  },
}
