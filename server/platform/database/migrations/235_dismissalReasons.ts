import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes, textType } from './tables.ts'

/** Why an alert was dismissed. */
export const dismissalReasons: Migration = {
  async up(db) {
    await sql`alter table attention_items add column reason ${textType}`.execute(db)
    await addColumnIndexes(db, 'attention_items', [{ column: 'reason', kind: 'text' }])
  },
}
