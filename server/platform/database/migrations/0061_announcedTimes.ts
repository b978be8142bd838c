import type { Migration } from 'kysely/migration'
import { addColumns, instant, optional, withoutIndex } from './tables.ts'

/** The times of a maintenance that store admins were emailed last. Empty if they know of none. */
export const announcedTimes: Migration = {
  up: (db) =>
    addColumns(db, 'scheduled_changes', {
      announced_starts_at: optional(withoutIndex(instant)),
      announced_ends_at: optional(withoutIndex(instant)),
    }),
}
