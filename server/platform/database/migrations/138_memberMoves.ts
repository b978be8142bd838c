import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who was put into a group by hand, or out of it, and where they were: Undo goes by it, whatever became of names in the log. */
export const memberMoves: Migration = {
  async up(db) {
    await sql`create table member_moves (
      id integer generated always as identity primary key,
      group_id integer not null references member_groups on delete cascade,
      request_id text collate "C" not null,
      moved_at timestamptz(3) not null,
      into_id integer,
      members jsonb not null,
      undone_at timestamptz(3))`.execute(db)
    await sql`create index member_moves_group_id_idx on member_moves (group_id, moved_at)`.execute(
      db,
    )
    await sql`create index member_moves_moved_at_idx on member_moves (moved_at)`.execute(db)
  },
}
