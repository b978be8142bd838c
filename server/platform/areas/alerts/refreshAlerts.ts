import { sql } from 'kysely'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { AlertKind } from '#shared/engine/alertKinds.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { getRegisteredAreas } from '#server/platform/core/area/registerAreas.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { deliveryQueueName, refreshDeliveries } from '../alertChannels/index.ts'
import { refreshDeadlines } from '../calendar/index.ts'
import { saveAlertHistory } from './saveAlertHistory.ts'

const maxAlertLengths = { title: 200, detail: 400 }

/**
 * Refreshes the alerts: adds new ones, deletes fixed ones, and reopens those whose snooze is over.
 * Refreshes the calendar, and what channels are sent, too.
 */
export async function refreshAlerts({ db, now, wakeQueue }: Platform): Promise<void> {
  await db.transaction().execute((trx) => refreshAlertsInTransaction(trx, now().toISOString()))
  await wakeQueue(deliveryQueueName)
}

/** Refreshes the alerts and the calendar in an open transaction. */
export async function refreshAlertsInTransaction(trx: Connection, at: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attention'))`.execute(trx)
  await refreshDeadlines(trx, at)
  const alerts = await findAlerts(trx, at)
  await saveAlerts(trx, mergeAlerts(alerts).map(shortenTexts), at)
  await saveAlertHistory(trx, at)
  await refreshDeliveries(trx, at)
}

/** Refreshes the alerts for approvals in an open transaction. Leaves other alerts unchanged. */
export async function refreshApprovalAlerts(trx: Connection, at: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attention'))`.execute(trx)
  await saveAlerts(trx, await findAlerts(trx, at, 'approval'), at, sql`kind = 'approval'`)
  // A request may be decided before the alerts are refreshed.
  await saveAlertHistory(trx, at)
}

/** Finds the alerts of all areas, or only those of one kind. */
async function findAlerts(trx: Connection, at: string, kind?: AlertKind): Promise<Alert[]> {
  const alerts: Alert[] = []
  for (const { alerts: finders = {} } of getRegisteredAreas())
    for (const find of kind ? [finders[kind]] : Object.values(finders))
      alerts.push(...((await find?.(trx, at)) ?? []))
  return alerts
}

/** Leaves out the alerts that others merge, after adding their stores and details to those. */
function mergeAlerts(alerts: readonly Alert[]): Alert[] {
  const bySubject = new Map(alerts.map((alert) => [alert.subject, alert]))
  const mergedSubjects = new Set(alerts.flatMap(({ merges = [] }) => merges))
  return alerts
    .filter(({ subject }) => !mergedSubjects.has(subject))
    .map((alert) => {
      const merged = (alert.merges ?? []).flatMap((subject) => bySubject.get(subject) ?? [])
      if (merged.length === 0) return alert
      const storeIds = new Set([alert, ...merged].flatMap((one) => one.storeIds))
      const texts = (storeIds.size > 1 && alert.severalStores) || alert
      const causes = merged.flatMap(({ detail }) => detail ?? [])
      const saysCause = texts === alert && causes.length > 0
      const { detailWithoutCause = alert.detail } = alert
      const detail = saysCause ? detailWithoutCause : texts.detail
      return {
        ...alert,
        title: texts.title,
        storeIds: [...storeIds].toSorted((one, other) => one - other),
        detail: [...causes, ...(detail === null ? [] : [detail])].join(' ') || null,
      }
    })
}

const shortenTexts = ({ title, detail, ...alert }: Alert): Alert => ({
  ...alert,
  title: title.slice(0, maxAlertLengths.title),
  detail: detail === null ? null : redactSecrets(detail).slice(0, maxAlertLengths.detail),
})

/**
 * A dismissed alert opens again when it reaches another store. A dismissed or snoozed one opens
 * again when its date comes closer (`deadlineAlerts`).
 */
const reopensAlertSql = sql`(
  (attention_items.state = 'resolved' and not attention_items.store_ids @> excluded.store_ids)
  or (attention_items.state <> 'open' and excluded.notice_days < attention_items.notice_days))`

/** Saves these alerts. Deletes all other alerts that match `isListed`. */
async function saveAlerts(
  trx: Connection,
  items: readonly Alert[],
  at: string,
  isListed = sql<boolean>`true`,
): Promise<void> {
  const rows = JSON.stringify(
    items.map(({ storeIds, accountIds, noticeDays, ...item }) => ({
      ...item,
      store_ids: storeIds,
      notice_days: noticeDays ?? null,
      account_ids: accountIds ?? null,
    })),
  )
  await sql`
    insert into attention_items (subject, kind, permission, title, detail, store_ids, rank, fix, account_ids, notice_days, state, since,
      created_at, created_by, updated_at, updated_by)
    select subject, kind, permission, title, detail, store_ids, rank, fix, account_ids, notice_days, 'open', coalesce(since, ${at}::timestamptz), ${at}, 'platform', ${at}, 'platform'
    from jsonb_to_recordset(${rows}::jsonb) as item (
      subject text, kind text, permission text, title text, detail text, store_ids int[], rank int, fix text, account_ids int[], notice_days int, since timestamptz)
    on conflict (subject) do update set title = excluded.title, detail = excluded.detail,
      store_ids = excluded.store_ids, rank = excluded.rank, fix = excluded.fix, permission = excluded.permission,
      account_ids = excluded.account_ids, notice_days = excluded.notice_days,
      version = attention_items.version + case when ${reopensAlertSql} then 1 else 0 end,
      state = case when ${reopensAlertSql} then 'open' else attention_items.state end,
      reason = case when ${reopensAlertSql} then null else attention_items.reason end,
      snoozed_until = case when ${reopensAlertSql} then null else attention_items.snoozed_until end
    where (attention_items.title, attention_items.detail, attention_items.store_ids, attention_items.rank, attention_items.fix, attention_items.permission, attention_items.account_ids, attention_items.notice_days)
      is distinct from (excluded.title, excluded.detail, excluded.store_ids, excluded.rank, excluded.fix, excluded.permission, excluded.account_ids, excluded.notice_days)`.execute(
    trx,
  )
  const subjects = items.map(({ subject }) => subject)
  await sql`delete from attention_items
    where ${isListed} and not subject = any(${subjects}::text[])`.execute(trx)
  await sql`update attention_items set state = 'open', snoozed_until = null, reason = null, version = version + 1
    where state <> 'open' and snoozed_until <= ${at}`.execute(trx)
  await updateStoreAlerts(trx)
}

/**
 * Saves each store's alert IDs, so that All Stores can filter by them. Locks stores by ID, as every
 * write to several stores does, so that two can't deadlock.
 */
async function updateStoreAlerts(trx: Connection): Promise<void> {
  await sql`
    with told as (
      select store_id, array_agg(id order by id) as ids
      from attention_items, unnest(store_ids) as store_id group by store_id),
    fresh as (
      select stores.id, coalesce(told.ids, '{}') as ids
      from stores left join told on told.store_id = stores.id
      where stores.attention_ids <> coalesce(told.ids, '{}')
      order by stores.id for no key update of stores)
    update stores set attention_ids = fresh.ids from fresh where stores.id = fresh.id`.execute(trx)
}
