import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One iCalendar link per user. Only the hash of its token is stored. */
export const calendarFeeds: Migration = {
  async up(db) {
    await sql`
      create table calendar_feeds (
        user_id integer primary key references users (id) on delete cascade,
        hash text collate "C" not null unique,
        created_at timestamptz(3) not null,
        last_read_at timestamptz(3)
      )`.execute(db)
  },
}
