import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By whose permission each thing that needs attention is told, as its subject names what it is about. */
export const alertPermissions: Migration = {
  async up(db) {
    await sql`alter table attention_items add column permission text collate "C"`.execute(db)
    await sql`update attention_items set permission = case
      when kind = 'incident' then 'payments'
      when subject like 'balance/%' then 'giftCards'
      else case split_part(subject, '/', 2)
        when 'smtpSettings' then 'smtpSettings' when 'paymentSetups' then 'payments'
        when 'giftCardSetup' then 'giftCards' when 'cognitoSetup' then 'cognito'
        when 'printfulSetup' then 'printful' else 'storesRead' end
      end`.execute(db)
  },
}
