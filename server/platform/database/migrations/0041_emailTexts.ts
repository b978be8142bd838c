import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, integer, longText, optional, text, withoutIndex } from './tables.ts'

/**
 * What the emails of operators are about, so that erasing a member finds them. Braintree's merchant
 * IDs, which its links to payments need.
 */
export const emailTexts: Migration = {
  async up(db) {
    await addColumns(db, 'mails', {
      about_resource: optional(withoutIndex(longText)),
      about_id: optional(withoutIndex(integer)),
    })
    await addColumns(db, 'payment_setups', {
      test_merchant_id: optional(text),
      live_merchant_id: optional(text),
    })
    await sql`
      create index mails_about_idx on mails (about_resource, about_id) where about_resource is not null;
      create index mails_kept_idx on mails (ended_at) where content_sealed is not null;
    `.execute(db)
  },
}
