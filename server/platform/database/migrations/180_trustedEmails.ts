import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/** Whether a provider's email addresses count without `email_verified`. Setups that passed a test before relied on it: their switch is on. */
export const trustedEmails: Migration = {
  async up(db) {
    await sql`alter table admin_sign_ons add column trust_emails boolean not null default false`.execute(
      db,
    )
    await sql`update admin_sign_ons set trust_emails = true
      where protocol = 'oidc' and state <> 'draft'`.execute(db)
    await addColumnIndexes(db, 'admin_sign_ons', [{ column: 'trust_emails', kind: 'toggle' }])
  },
}
