import { sql } from 'kysely'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Integration, StatusContext } from './integration.ts'

/** Rows per insert, since PostgreSQL takes at most 65,535 parameters. */
const auditBatchSize = 1000

/**
 * Logs an event of a shared setup in each store that it serves, so a store's own log shows when it
 * broke, what changed, and when it worked again.
 */
export async function logEventInServedStores(
  { trx, audit }: Pick<StatusContext, 'trx' | 'audit'>,
  { resource, serves, logsInStores }: Integration,
  record: AnyRecord,
  entry: AuditEntry,
): Promise<void> {
  if (!serves || !logsInStores) return
  const { rows } = await sql<{ id: number }>`
    select id from (${serves.stores(record)}) as served order by id`.execute(trx)
  for (let from = 0; from < rows.length; from += auditBatchSize)
    await audit(
      ...rows.slice(from, from + auditBatchSize).map(({ id }) => ({
        ...entry,
        target: { ...toAuditTarget(resource, record), storeId: id },
      })),
    )
}

/** Logs changed settings the same way, with their values before and after, but no secrets. */
export function logChangesInServedStores(
  context: Pick<StatusContext, 'trx' | 'audit'>,
  integration: Integration,
  record: AnyRecord,
  before: AnyRecord,
): Promise<void> {
  const names = integration.settings.filter((name) => !isSameFieldValue(record[name], before[name]))
  const pick = (values: AnyRecord) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return logEventInServedStores(context, integration, record, {
    event: `${integration.resource.name}.updated`,
    stream: 'integrations',
    before: pick(before),
    after: pick(record),
  })
}
