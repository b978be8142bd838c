import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, instant, integer, longText, optional, withoutIndex } from './tables.ts'

/**
 * Guards of theme rollouts, and every change of the number of stores from which scheduled changes
 * need a second operator. The current one applies until an operator changes it.
 */
export const guardedRollouts: Migration = {
  async up(db) {
    await addColumns(db, 'theme_versions', {
      guard: optional(withoutIndex(longText)),
      guard_percent: optional(withoutIndex(integer)),
      /** When the rollout started, and when the latest step changed stores. */
      rollout_started_at: optional(withoutIndex(instant)),
      rollout_changed_at: optional(withoutIndex(instant)),
      /** What the guard found when it paused the rollout. */
      rollout_rise: optional(withoutIndex(longText)),
    })
    await sql`
      create index theme_versions_guard_idx on theme_versions (id) where guard is not null;
      create trigger mark_alerts after insert or delete or update of rollout, rollout_rise
        on theme_versions for each statement execute function mark_alerts();

      create table schedule_limit_steps (
        id integer generated always as identity primary key,
        stores integer not null,
        set_by text collate "C" not null,
        set_at timestamptz(3) not null,
        set_by_id integer default acting_account()
      );
      select keep_append_only('schedule_limit_steps');
      insert into schedule_limit_steps (stores, set_by, set_at, set_by_id)
        select approval_stores, updated_by, updated_at, null from schedule_settings;
      create function keep_schedule_limit_step() returns trigger language plpgsql as $$begin
        insert into schedule_limit_steps (stores, set_by, set_at)
          values (new.approval_stores, new.updated_by, new.updated_at);
        return null;
      end$$;
      create trigger keep_schedule_limit_step after update of approval_stores on schedule_settings
        for each row when (old.approval_stores <> new.approval_stores)
        execute function keep_schedule_limit_step();
    `.execute(db)
  },
}
