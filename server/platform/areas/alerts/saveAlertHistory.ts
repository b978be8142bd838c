import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** How long fixed alerts and their comments are kept. Previews of rules show the last 30 days. */
const retentionDays = 90

/** Saves the subject of each alert, who can see it, and when it was fixed. */
export async function saveAlertHistory(trx: Connection, at: string): Promise<void> {
  await sql`
    insert into alert_history (subject, kind, permission, title, store_ids, rank, fix, started_at, alert_id, account_ids)
    select subject, kind, permission, title, store_ids, rank, fix, since, id, account_ids from attention_items
    where subject is not null
    on conflict (subject) where ended_at is null do update set title = excluded.title,
      store_ids = excluded.store_ids, rank = excluded.rank, permission = excluded.permission,
      fix = excluded.fix, alert_id = excluded.alert_id, account_ids = excluded.account_ids
    where (alert_history.title, alert_history.store_ids, alert_history.rank, alert_history.permission, alert_history.fix, alert_history.alert_id, alert_history.account_ids)
      is distinct from (excluded.title, excluded.store_ids, excluded.rank, excluded.permission, excluded.fix, excluded.alert_id, excluded.account_ids)`.execute(
    trx,
  )
  await sql`update alert_history set ended_at = ${at} where ended_at is null and not exists (
    select from attention_items where attention_items.subject = alert_history.subject)`.execute(trx)
  const oldest = new Date(Date.parse(at) - retentionDays * 86_400_000).toISOString()
  await sql`delete from alert_history where ended_at < ${oldest}`.execute(trx)
  await sql`delete from comments where alert_subject is not null
    and not exists (select from alert_history where alert_history.subject = alert_subject)
    and not exists (select from attention_items where attention_items.subject = alert_subject)`.execute(
    trx,
  )
}
