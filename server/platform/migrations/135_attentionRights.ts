import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By whose permission each thing that needs attention is told; what is not known here is told when it is listed anew, within five minutes. */
export const attentionRights: Migration = {
  async up(db) {
    await sql`alter table attention_items add column permission text collate "C"`.execute(db)
    await sql`update attention_items set permission = case kind
      when 'incident' then 'payments' when 'readiness' then 'storesRead' end`.execute(db)
  },
}
