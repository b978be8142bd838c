import type { Migration } from 'kysely/migration'
import { addColumns, instant, optional } from './tables.ts'

/** When a member's personal data was erased. Erased members can't sign in again. */
export const erasedMembers: Migration = {
  async up(db) {
    await addColumns(db, 'members', { erased_at: optional(instant) })
  },
}
