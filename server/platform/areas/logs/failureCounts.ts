import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type LogCondition = RawBuilder<boolean>
type LogRow = Record<string, unknown>

/**
 * Equal failures have the same `fault`, which the database computes
 * (migrations/0003_logs.ts).
 */
type FailureCount = { storeId?: number; fault: string; count: number; first: string }

/**
 * Builds the condition that an entry is the newest of equal failures among those that match
 * `chosen`. Its unqualified names belong to the innermost table.
 */
export const buildNewestFailureCondition = (
  { name, relations: { scope } }: Resource,
  condition: LogCondition,
): LogCondition => sql`(fault is null or not exists (
  select from ${sql.table(name)} as later
  where ${scope ? sql`later.store_id = ${sql.table(name)}.store_id and` : sql``}
    later.fault = ${sql.table(name)}.fault
    and (later.time, later.id) > (${sql.table(name)}.time, ${sql.table(name)}.id) and ${condition}))`

/**
 * Adds why entries failed, how many equal failures there are, and since when. `grouped` is the
 * condition that selected the entries.
 */
export async function addFailureCounts(
  resource: Resource,
  db: Connection,
  entries: LogRow[],
  grouped: LogCondition | null,
): Promise<LogRow[]> {
  const faults = grouped ? await countFailures(resource, db, entries, grouped) : []
  const counted = entries.map((entry): LogRow => {
    const { count = 1, first = entry['time'] } =
      faults.find(
        ({ storeId, fault }) => storeId === entry['storeId'] && fault === entry['fault'],
      ) ?? {}
    const { cause } = entry
    return {
      ...entry,
      cause: typeof cause === 'string' ? redactSecrets(cause) : null,
      count,
      first,
    }
  })
  return addReasons(db, counted)
}

async function countFailures(
  { name, relations: { scope } }: Resource,
  db: Connection,
  entries: LogRow[],
  condition: LogCondition,
): Promise<FailureCount[]> {
  const keyColumns = scope ? sql`store_id, fault` : sql`fault`
  const faults = entries.flatMap(({ fault }) => (typeof fault === 'string' ? [fault] : []))
  if (faults.length === 0) return []
  const { rows } = await sql<FailureCount>`
    select ${keyColumns}, count(*) as count, min(time) as first from ${sql.table(name)}
    where fault = any(${faults}) and ${condition} group by ${keyColumns}`.execute(db)
  return rows
}

/**
 * Explains payment failures that were logged without a cause: by the most frequent reason of the
 * payment attempts that failed in that time.
 */
async function addReasons(db: Connection, entries: LogRow[]): Promise<LogRow[]> {
  const unexplained = entries.filter(
    ({ event, cause, fault }) =>
      typeof fault === 'string' && cause === null && String(event).startsWith('payment.'),
  )
  if (unexplained.length === 0) return entries
  const { rows } = await sql<{ id: number; reason: string; code: string }>`
    select entry.id, found.reason, found.code
    from unnest(
      ${unexplained.map(({ id }) => id)}::int[], ${unexplained.map(({ storeId }) => storeId)}::int[],
      ${unexplained.map(({ first }) => first)}::timestamptz[],
      ${unexplained.map(({ time }) => time)}::timestamptz[]) as entry (id, store_id, first, last)
    cross join lateral (
      select reason, mode() within group (order by raw_code) as code from payment_attempts
      where payment_attempts.store_id = entry.store_id and attempted_at between entry.first - interval '1 day' and entry.last
      group by reason order by count(*) desc, reason limit 1) as found`.execute(db)
  return entries.map((entry) => {
    const topReason = rows.find(({ id }) => id === entry['id'])
    return topReason
      ? { ...entry, cause: storeRuleMessages.mostFailed(topReason.reason, topReason.code) }
      : entry
  })
}
