import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The number of stores that a bulk change can reach at once without approval. It starts at the most
 * stores that one change can have, so that nothing changes until an operator sets it.
 */
export const immediateChanges: Migration = {
  async up(db) {
    await sql`
      alter table schedule_settings add column immediate_stores integer not null default 20000;
      alter table schedule_limit_steps add column immediate_stores integer not null default 20000;

      create or replace function keep_schedule_limit_step() returns trigger language plpgsql as $$begin
        insert into schedule_limit_steps (stores, immediate_stores, set_by, set_at)
          values (new.approval_stores, new.immediate_stores, new.updated_by, new.updated_at);
        return null;
      end$$;
      drop trigger keep_schedule_limit_step on schedule_settings;
      create trigger keep_schedule_limit_step
        after update of approval_stores, immediate_stores on schedule_settings
        for each row when ((old.approval_stores, old.immediate_stores)
          <> (new.approval_stores, new.immediate_stores))
        execute function keep_schedule_limit_step();
    `.execute(db)
  },
}
