import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildFixUrl, buildSetupSectionUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertMessages } from './messages.ts'
import { loadNoticeDays } from '../calendar/index.ts'
import { buildExpirationAlert, formatExpiration } from './buildExpirationAlert.ts'

type ExpirationRow = { resource: string; recordId: number; what: string; at: string }

type RecordExpiration = { integration: Integration; record: AnyRecord; row: ExpirationRow }

/** Finds credentials and certificates that expire soon, by the days that the calendar's settings name. */
export async function findExpirationAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const soon = sql<boolean>`at < ${at}::timestamptz + make_interval(days => ${Math.max(0, ...noticeDays)}::int)`
  const expirations = await loadRecordExpirations(trx, soon)
  return expirations.map((expiration) => toExpirationAlert(expiration, at, noticeDays))
}

/** Finds every day on which a credential or certificate expires. */
export async function findExpirationDeadlines(trx: Connection): Promise<Deadline[]> {
  const expirations = await loadRecordExpirations(trx, sql<boolean>`true`)
  return expirations.map((expiration) => {
    const { integration, record, row } = expiration
    return {
      subject: toSubject(expiration),
      kind: 'credential',
      permission: integration.resource.permission,
      title: alertMessages.expirationDeadline(row.what, getLabel(integration.resource, record)),
      at: row.at,
      storeIds: getStoreIds(expiration),
      link: buildExpirationUrl(expiration),
    }
  })
}

/** Loads expirations that match a condition, with their records. */
async function loadRecordExpirations(
  trx: Connection,
  condition: RawBuilder<boolean>,
): Promise<RecordExpiration[]> {
  const { rows } = await sql<ExpirationRow>`
    select resource, record_id, what, at from integration_expiries where ${condition}`.execute(trx)
  const found: RecordExpiration[] = []
  for (const [name, expirations] of Map.groupBy(rows, ({ resource }) => resource)) {
    const integration = getIntegrations().find(({ resource }) => resource.name === name)
    if (integration) found.push(...(await addRecords(trx, integration, expirations)))
  }
  return found
}

async function addRecords(
  trx: Connection,
  integration: Integration,
  expirations: readonly ExpirationRow[],
): Promise<RecordExpiration[]> {
  const { resource } = integration
  const columns = getRecordColumns(resource).map((name) => sql.ref(name))
  const ids = expirations.map(({ recordId }) => recordId)
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(columns)} from ${getVisibleRows(resource, null)} where id = any(${ids}::int[])`.execute(
    trx,
  )
  const records = new Map(rows.map((record) => [record.id, record]))
  return expirations.flatMap((row) => {
    const record = records.get(row.recordId)
    return record ? [{ integration, record, row }] : []
  })
}

const toSubject = ({ row: { resource, recordId, what } }: RecordExpiration) =>
  `expiry/${resource}/${recordId}/${what}`

function getStoreIds({ integration, record }: RecordExpiration): number[] {
  const { scope } = integration.resource.relations
  return scope === undefined ? [] : [Number(record[scope])]
}

/** Builds the URL where an operator enters a new credential. */
function buildExpirationUrl({ integration, record, row }: RecordExpiration): string {
  const { resource, getExpirations } = integration
  const expiration = getExpirations?.(record).find(({ what }) => what === row.what)
  return expiration?.section
    ? buildSetupSectionUrl(resource, record, expiration.section)
    : buildFixUrl(resource, record, expiration?.field ?? null)
}

function toExpirationAlert(
  expiration: RecordExpiration,
  now: string,
  noticeDays: readonly number[],
): Alert {
  const { integration, record, row } = expiration
  return buildExpirationAlert(
    {
      subject: toSubject(expiration),
      permission: integration.resource.permission,
      formatTitle: formatExpiration(row.what, getLabel(integration.resource, record)),
      at: row.at,
      storeIds: getStoreIds(expiration),
      fix: buildExpirationUrl(expiration),
    },
    now,
    noticeDays,
  )
}
