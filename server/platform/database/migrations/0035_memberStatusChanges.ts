import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, instant, longText, optional, withoutIndex } from './tables.ts'

/** Since when a member is active or inactive, who changed it, and why. */
export const memberStatusChanges: Migration = {
  async up(db) {
    await addColumns(db, 'members', {
      status_changed_at: optional(withoutIndex(instant)),
      status_changed_by: optional(longText),
      status_reason: optional(longText),
    })
    // Edits, bulk changes, and imports change it too. Only the reason is left to the caller.
    await sql`
      create function keep_member_status_change() returns trigger language plpgsql as $$begin
        new.status_changed_at := new.updated_at;
        new.status_changed_by := new.updated_by;
        new.status_reason := null;
        return new;
      end$$;
      create trigger keep_member_status_change before update of active on members
        for each row when (old.active is distinct from new.active)
        execute function keep_member_status_change();
    `.execute(db)
  },
}
