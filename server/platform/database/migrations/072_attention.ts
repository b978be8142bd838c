import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'
import type { MigrationDb } from './tables.ts'

const attentionItemsTable = addResourceTable('attentionItems', {
  text: ['title', 'detail?', 'fix'],
  select: ['state', 'kind'],
  integer: ['rank'],
  instant: ['since', 'snoozedUntil?'],
  references: ['storeIds'],
  reference: ['ownerId?'],
  search: ['title'],
})

/** What needs attention, each thing once by what it is about. */
export const attention: Migration = {
  async up(db: MigrationDb) {
    await attentionItemsTable.up(db as never)
    await sql`alter table attention_items add column subject text collate "C",
      add foreign key (owner_id) references users (id) on delete set null`.execute(db)
    await sql`create unique index attention_items_subject_idx on attention_items (subject)`.execute(
      db,
    )
  },
}
