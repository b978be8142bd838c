import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/** Members can be invited by email, and an import keeps its mode and what all new records are given. */
export const memberInvitations: Migration = {
  async up(db) {
    await sql`alter table members add column invite boolean not null default false,
      add column invited_at timestamptz(3)`.execute(db)
    await addColumnIndexes(db, 'members', [
      { column: 'invite', kind: 'toggle' },
      { column: 'invited_at', kind: 'instant' },
    ])
    await sql`create index members_to_invite_idx on members (store_id, id)
      where invite and invited_at is null`.execute(db)
    await sql`alter table imports add column mode text not null default 'both',
      add column for_new jsonb not null default '{}'`.execute(db)
  },
}
