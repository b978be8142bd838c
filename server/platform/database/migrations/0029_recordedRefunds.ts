import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, optional, text } from './tables.ts'

/** Results of refunds that operators recorded, and alerts about refunds without a known outcome. */
export const recordedRefunds: Migration = {
  async up(db) {
    await addColumns(db, 'payment_refunds', {
      recorded_by: optional(text),
      recorded_reason: optional(text),
    })
    await sql`
      create trigger mark_alerts after update of state on payment_refunds for each row
        when (old.state is distinct from new.state and 'unknown' in (old.state, new.state))
        execute function mark_alerts();
    `.execute(db)
  },
}
