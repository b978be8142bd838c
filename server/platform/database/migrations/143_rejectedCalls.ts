import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often an account made a call without its permission, by hour: a flood of them fills no log. */
export const rejectedCalls: Migration = {
  async up(db) {
    await sql`create table rejected_calls (
      user_id integer not null references users on delete cascade,
      call text collate "C" not null,
      permission text collate "C" not null,
      hour timestamptz(3) not null,
      count integer not null default 1,
      primary key (user_id, call, permission, hour))`.execute(db)
  },
}
