import { sql } from 'kysely'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { targetOf } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Integration, LifeWork } from './integration.ts'

/** Rows of one insert: PostgreSQL takes at most 65,535 values. */
const rowsAtOnce = 1000

/**
 * Logs what happened to a shared setup in each store that it serves, so that a store's own log shows when it broke, what
 * changed, and when it worked again.
 */
export async function addStoreEntries(
  { trx, audit }: Pick<LifeWork, 'trx' | 'audit'>,
  { resource, serves, logsInStores }: Integration,
  record: AnyRecord,
  entry: AuditEntry,
): Promise<void> {
  if (!serves || !logsInStores) return
  const { rows } = await sql<{ id: number }>`
    select id from (${serves.stores(record)}) as served order by id`.execute(trx)
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await audit(
      ...rows.slice(from, from + rowsAtOnce).map(({ id }) => ({
        ...entry,
        target: { ...targetOf(resource, record), storeId: id },
      })),
    )
}

/** The same for changed settings, with their values before and after; the log shows no secrets. */
export function addStoreChanges(
  work: Pick<LifeWork, 'trx' | 'audit'>,
  integration: Integration,
  record: AnyRecord,
  before: AnyRecord,
): Promise<void> {
  const names = integration.settings.filter((name) => !sameValue(record[name], before[name]))
  const pick = (values: AnyRecord) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return addStoreEntries(work, integration, record, {
    event: `${integration.resource.name}.updated`,
    stream: 'integrations',
    before: pick(before),
    after: pick(record),
  })
}
