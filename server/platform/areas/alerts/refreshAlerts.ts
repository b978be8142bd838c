import { sql } from 'kysely'
import { formatDay } from '#shared/format/dates.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildFixUrl, buildSetupSectionUrl } from '#shared/engine/integrations/fixUrl.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'
import { findLowAccounts } from '../giftCards/balances.ts'
import { giftCardAlertMessages } from '../giftCards/messages.ts'
import { findShortAccounts } from '../giftCards/shortages.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { findIntegrationAlerts } from './integrationAlerts.ts'
import type { Alert } from './alert.ts'
import { alertMessages } from './messages.ts'
import { mergeSetupAlerts, findIncidentAlerts, findChargeAlerts } from './paymentAlerts.ts'
import { findReadinessAlerts } from './readinessAlerts.ts'
import { findApprovalAlerts } from './approvalAlerts.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const expirationNoticeDays = 30
const maxAlertLengths = { title: 200, detail: 400 }

/**
 * Refreshes the alerts: adds new ones, deletes fixed ones, and reopens those whose snooze is over.
 */
export const refreshAlerts = ({ db, now }: Platform): Promise<void> =>
  db.transaction().execute((trx) => refreshAlertsInTransaction(trx, now().toISOString()))

/** Refreshes the alerts in an open transaction. */
export async function refreshAlertsInTransaction(trx: Connection, at: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attention'))`.execute(trx)
  const items = [
    ...(await mergeSetupAlerts(
      trx,
      await findIncidentAlerts(trx),
      await findIntegrationAlerts(trx),
    )),
    ...(await findChargeAlerts(trx)),
    ...(await findBalanceAlerts(trx)),
    ...(await findExpirationAlerts(trx, at)),
    ...(await findReadinessAlerts(trx)),
    ...(await findApprovalAlerts(trx, at)),
  ].map(({ title, detail, ...item }) => ({
    ...item,
    title: title.slice(0, maxAlertLengths.title),
    detail: detail === null ? null : redactSecrets(detail).slice(0, maxAlertLengths.detail),
  }))
  await saveAlerts(trx, items, at)
}

/** Refreshes the alerts for approvals in an open transaction. Leaves other alerts unchanged. */
export async function refreshApprovalAlerts(trx: Connection, at: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attention'))`.execute(trx)
  await saveAlerts(trx, await findApprovalAlerts(trx, at), at, sql`kind = 'approval'`)
}

/** A dismissed alert opens again when it reaches another store. */
const reopensAlertSql = sql`(attention_items.state = 'resolved' and not attention_items.store_ids @> excluded.store_ids)`

/** Saves these alerts. Deletes all other alerts that match `isListed`. */
async function saveAlerts(
  trx: Connection,
  items: readonly Alert[],
  at: string,
  isListed = sql<boolean>`true`,
): Promise<void> {
  const rows = JSON.stringify(
    items.map(({ storeIds, accountIds, ...item }) => ({
      ...item,
      store_ids: storeIds,
      account_ids: accountIds ?? null,
    })),
  )
  await sql`
    insert into attention_items (subject, kind, permission, title, detail, store_ids, rank, fix, account_ids, state, since,
      created_at, created_by, updated_at, updated_by)
    select subject, kind, permission, title, detail, store_ids, rank, fix, account_ids, 'open', coalesce(since, ${at}::timestamptz), ${at}, 'platform', ${at}, 'platform'
    from jsonb_to_recordset(${rows}::jsonb) as item (
      subject text, kind text, permission text, title text, detail text, store_ids int[], rank int, fix text, account_ids int[], since timestamptz)
    on conflict (subject) do update set title = excluded.title, detail = excluded.detail,
      store_ids = excluded.store_ids, rank = excluded.rank, fix = excluded.fix, permission = excluded.permission,
      account_ids = excluded.account_ids,
      version = attention_items.version + case when ${reopensAlertSql} then 1 else 0 end,
      state = case when ${reopensAlertSql} then 'open' else attention_items.state end,
      reason = case when ${reopensAlertSql} then null else attention_items.reason end,
      snoozed_until = case when ${reopensAlertSql} then null else attention_items.snoozed_until end
    where (attention_items.title, attention_items.detail, attention_items.store_ids, attention_items.rank, attention_items.fix, attention_items.permission, attention_items.account_ids)
      is distinct from (excluded.title, excluded.detail, excluded.store_ids, excluded.rank, excluded.fix, excluded.permission, excluded.account_ids)`.execute(
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

/**
 * Finds balance alerts, one per account: gift cards that failed for lack of funds, otherwise low
 * balances.
 */
async function findBalanceAlerts(trx: Connection): Promise<Alert[]> {
  const toAlertBase = (id: number) => ({
    subject: `balance/${id}`,
    kind: 'integration' as const,
    permission: giftCardSetup.permission,
    storeIds: [],
    fix: '/giftCardSetup?environment=live#balances',
  })
  const shortAccounts = await findShortAccounts(trx)
  const lowAccounts = (await findLowAccounts(trx)).filter(({ id }) =>
    shortAccounts.every((one) => one.id !== id),
  )
  return [
    ...shortAccounts.map(({ id, name, failed, since, currencies }) => ({
      ...toAlertBase(id),
      since,
      title: giftCardAlertMessages.short(name, currencies),
      detail: giftCardAlertMessages.shortDetail(failed),
      rank: 790,
    })),
    ...lowAccounts.map(({ id, name, low: amounts }) => ({
      ...toAlertBase(id),
      title: alertMessages.lowBalance(name),
      detail: alertMessages.lowBalanceDetail(amounts),
      rank: 690,
    })),
  ]
}

type ExpirationRow = { resource: string; recordId: number; what: string; at: string; days: number }

async function findExpirationAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<ExpirationRow>`
    select resource, record_id, what, at, extract(epoch from at - ${at}::timestamptz) / 86400 as days
    from integration_expiries where at < ${at}::timestamptz + ${sql.raw(`interval '${expirationNoticeDays} days'`)}`.execute(
    trx,
  )
  const items: Alert[] = []
  for (const [name, expirations] of Map.groupBy(rows, ({ resource }) => resource)) {
    const integration = getIntegrations().find(({ resource }) => resource.name === name)
    if (integration) items.push(...(await loadExpirationAlerts(trx, integration, expirations)))
  }
  return items
}

async function loadExpirationAlerts(
  trx: Connection,
  integration: Integration,
  expirations: readonly ExpirationRow[],
): Promise<Alert[]> {
  const { resource } = integration
  const columns = getRecordColumns(resource).map((name) => sql.ref(name))
  const ids = expirations.map(({ recordId }) => recordId)
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(columns)} from ${getVisibleRows(resource, null)} where id = any(${ids}::int[])`.execute(
    trx,
  )
  const records = new Map(rows.map((record) => [record.id, record]))
  return expirations.flatMap((expiration) => {
    const record = records.get(expiration.recordId)
    return record ? [toExpirationAlert(integration, record, expiration)] : []
  })
}

function toExpirationAlert(
  { resource, getExpirations }: Integration,
  record: AnyRecord,
  { what, at, days }: ExpirationRow,
): Alert {
  const daysLeft = Math.floor(Number(days))
  const expiration = getExpirations?.(record).find((one) => one.what === what)
  return {
    subject: `expiry/${resource.name}/${record.id}/${what}`,
    kind: 'expiry',
    permission: resource.permission,
    title: formatExpiration(what, getLabel(resource, record), daysLeft),
    detail: alertMessages.expirationDate(formatDay(at.slice(0, 10))),
    storeIds: resource.scope === undefined ? [] : [Number(record[resource.scope])],
    rank: daysLeft < 7 ? 650 : 500 - daysLeft,
    fix: expiration?.section
      ? buildSetupSectionUrl(resource, record, expiration.section)
      : buildFixUrl(resource, record, expiration?.field ?? null),
  }
}

function formatExpiration(what: string, record: string, daysLeft: number): string {
  if (daysLeft < 0) return alertMessages.expired(what, record)
  if (daysLeft === 0) return alertMessages.expiresToday(what, record)
  return alertMessages.expires(what, record, daysLeft)
}
