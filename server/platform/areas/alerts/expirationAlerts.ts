import { sql } from 'kysely'
import { countDays, formatDay, toDay } from '#shared/format/dates.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildFixUrl, buildSetupSectionUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertMessages } from './messages.ts'

const expirationNoticeDays = 30

type ExpirationRow = { resource: string; recordId: number; what: string; at: string }

/** Finds credentials and certificates that expire soon. */
export async function findExpirationAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<ExpirationRow>`
    select resource, record_id, what, at from integration_expiries where at < ${at}::timestamptz + ${sql.raw(`interval '${expirationNoticeDays} days'`)}`.execute(
    trx,
  )
  const items: Alert[] = []
  for (const [name, expirations] of Map.groupBy(rows, ({ resource }) => resource)) {
    const integration = getIntegrations().find(({ resource }) => resource.name === name)
    if (integration) items.push(...(await loadExpirationAlerts(trx, integration, expirations, at)))
  }
  return items
}

async function loadExpirationAlerts(
  trx: Connection,
  integration: Integration,
  expirations: readonly ExpirationRow[],
  now: string,
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
    return record ? [toExpirationAlert(integration, record, expiration, now)] : []
  })
}

function toExpirationAlert(
  { resource, getExpirations }: Integration,
  record: AnyRecord,
  { what, at }: ExpirationRow,
  now: string,
): Alert {
  // The alert shows the UTC day, so the days are counted in UTC too.
  const daysLeft = at <= now ? -1 : countDays(toDay(now), toDay(at))
  const expiration = getExpirations?.(record).find((one) => one.what === what)
  return {
    subject: `expiry/${resource.name}/${record.id}/${what}`,
    kind: 'expiry',
    permission: resource.permission,
    title: formatExpiration(what, getLabel(resource, record), daysLeft),
    detail: alertMessages.expirationDate(formatDay(toDay(at))),
    storeIds:
      resource.relations.scope === undefined ? [] : [Number(record[resource.relations.scope])],
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
