import { sql } from 'kysely'
import { getSeverity } from '#shared/areas/alertChannels/alertSeverities.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadRules } from './loadRules.ts'
import { planDeliveries } from './planDeliveries.ts'
import type { DeliveryPlan, OpenAlert, OpenDelivery } from './planDeliveries.ts'
import { deliveryQueueName } from './sendDueMessages.ts'

/** Decides what to send as of `at` (ISO 8601), after the alerts have changed, and saves it. */
export async function refreshDeliveries(trx: Connection, at: string): Promise<void> {
  const { rows: channels } = await sql<{ id: number }>`
    select id from alert_channels where state in ('active', 'degraded')`.execute(trx)
  const { rows: deliveries } = await sql<OpenDelivery>`
    select id, channel_id, subject, status, event, severity, store_ids, sends, sent_at, batch
    from alert_deliveries where ended_at is null for update`.execute(trx)
  if (channels.length === 0 && deliveries.length === 0) return
  await sql`
    update attention_items set waiting_since = case when state = 'open' and owner_id is null then ${at}::timestamptz end
    where (waiting_since is null) = (state = 'open' and owner_id is null)`.execute(trx)
  // Channels reach people who may have no account, so alerts for certain accounts are never sent.
  const { rows: alerts } = await sql<OpenAlert>`
    select subject, kind, permission, title, detail, store_ids, rank, fix, state, since, owner_id, waiting_since
    from attention_items where subject is not null and account_ids is null order by rank desc, id`.execute(
    trx,
  )
  const channelIds = channels.map(({ id }) => id)
  const rules = await loadRules(trx, { alerts, at })
  await savePlan(trx, planDeliveries({ alerts, rules, deliveries, channelIds, at }), at)
}

/** Decides what to send at the current time, for delays and reminders, and starts sending. */
export async function refreshAndSendDeliveries(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('attention'))`.execute(trx)
    await refreshDeliveries(trx, platform.now().toISOString())
  })
  await platform.wakeQueue(deliveryQueueName)
}

const toColumns = ({ title, detail, kind, permission, storeIds, rank, fix }: OpenAlert) => ({
  title,
  detail,
  kind,
  permission,
  severity: getSeverity(rank),
  store_ids: storeIds,
  fix,
})

async function savePlan(trx: Connection, plan: DeliveryPlan, at: string): Promise<void> {
  const added = plan.added.map(({ channelId, alert, event, nextTryAt }) => ({
    ...toColumns(alert),
    channel_id: channelId,
    event,
    subject: alert.subject,
    opened_at: alert.since,
    next_try_at: nextTryAt,
  }))
  await sql`
    insert into alert_deliveries (channel_id, subject, title, detail, kind, permission, severity, store_ids, fix,
      opened_at, next_try_at, status, event, message_key, created_at, created_by, updated_at, updated_by)
    select channel_id, subject, title, detail, kind, permission, severity, store_ids, fix,
      opened_at, next_try_at, 'waiting', event, gen_random_uuid(), ${at}, 'platform', ${at}, 'platform'
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (channel_id int, event text, subject text, title text,
      detail text, kind text, permission text, severity text, store_ids int[], fix text,
      opened_at timestamptz, next_try_at timestamptz)`.execute(trx)
  const updated = plan.updated.map(({ id, alert, event }) => ({ id, event, ...toColumns(alert) }))
  await sql`
    update alert_deliveries set title = now.title, detail = now.detail, severity = now.severity,
      store_ids = now.store_ids, fix = now.fix, permission = now.permission,
      event = coalesce(now.event, alert_deliveries.event),
      status = case when now.event is null then status else 'waiting' end,
      attempts = case when now.event is null then attempts else 0 end,
      next_try_at = case when now.event is null then next_try_at else ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(updated)}::jsonb) as now (id int, event text, title text, detail text,
      permission text, severity text, store_ids int[], fix text)
    where alert_deliveries.id = now.id and (now.event is not null
      or (alert_deliveries.title, alert_deliveries.detail, alert_deliveries.severity, alert_deliveries.store_ids, alert_deliveries.fix, alert_deliveries.permission)
        is distinct from (now.title, now.detail, now.severity, now.store_ids, now.fix, now.permission))`.execute(
    trx,
  )
  const getIds = (isTold: boolean) =>
    plan.closed.filter((one) => one.isTold === isTold).map(({ id }) => id)
  await sql`update alert_deliveries set event = 'fixed', status = 'waiting', attempts = 0, next_try_at = ${at}
    where id = any(${getIds(true)}::int[])`.execute(trx)
  await sql`update alert_deliveries set ended_at = ${at}, next_try_at = null,
      status = case status when 'failed' then 'failed' else 'fixed' end
    where id = any(${getIds(false)}::int[])`.execute(trx)
  await sql`delete from alert_deliveries where id = any(${plan.dropped}::int[])`.execute(trx)
  await sql`update alert_deliveries set event = null, status = 'sent', attempts = 0, next_try_at = null,
      problem = null
    where id = any(${plan.withdrawn}::int[])`.execute(trx)
}
