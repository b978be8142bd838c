import { sql } from 'kysely'
import { addDays } from '#shared/format/dates.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Counts failed payments of a range and of the previous one by reason, most frequent first. Those of
 * all stores come from the sums per day, except for a partial last day of the previous range.
 */
export async function countFailedPaymentsByReason(
  db: Connection,
  { from, to }: DayRange,
  before: { from: string; end: string },
  storeIds: StoreIds,
): Promise<Dashboard['failedByReason']> {
  const lastDay = before.end.slice(0, 'YYYY-MM-DD'.length)
  const countBetween = (start: string, end: string, range: 'now' | 'before') => sql`
    select reason, ${range} as range, count(*) as count from payment_attempts
    where attempted_at >= ${start}::timestamptz and attempted_at < ${end}::timestamptz
      and ${matchesIds('storeId', storeIds)}
    group by reason`
  const counts =
    storeIds === null
      ? sql`
        select reason, case when day < ${from}::date then 'before' else 'now' end as range,
          payments_failed as count
        from platform_reasons
        where (day >= ${before.from}::date and day < ${lastDay}::date)
          or day between ${from}::date and ${to}::date
        union all ${countBetween(toMidnight(lastDay), before.end, 'before')}`
      : sql`
        ${countBetween(toMidnight(from), toMidnight(addDays(to, 1)), 'now')}
        union all ${countBetween(toMidnight(before.from), before.end, 'before')}`
  const { rows } = await sql<Dashboard['failedByReason'][number]>`
    select reason,
      coalesce(sum(count) filter (where range = 'now'), 0) as now,
      coalesce(sum(count) filter (where range = 'before'), 0) as before
    from (${counts}) as counts
    group by reason having sum(count) > 0
    order by 2 desc, 3 desc, 1`.execute(db)
  return rows
}

const toMidnight = (day: string) => `${day}T00:00:00Z`

type EmailCounts = Pick<Dashboard, 'mailSent' | 'mailFailed'>

/**
 * Counts emails without a store, such as operator invitations: store_days has none of them. Zero
 * for accounts that are limited to stores.
 */
export async function countEmailsWithoutStore(
  db: Connection,
  { from, to }: DayRange,
  before: { from: string; end: string },
  storeIds: StoreIds,
): Promise<EmailCounts> {
  const none = { mailSent: { now: 0, before: 0 }, mailFailed: { now: 0, before: 0 } }
  if (storeIds !== null) return none
  const buildMidnight = (day: string) => sql`${toMidnight(day)}::timestamptz`
  const { rows } = await sql<{ status: string; now: number; before: number }>`
    select status,
      count(*) filter (where ended_at >= ${buildMidnight(from)}) as now,
      count(*) filter (where ended_at < ${before.end}::timestamptz) as before
    from mails
    where store_id is null and status in ('sent', 'failed')
      and ended_at >= ${buildMidnight(before.from)} and ended_at < ${buildMidnight(addDays(to, 1))}
    group by status`.execute(db)
  const findRow = (wanted: string) => rows.find(({ status }) => status === wanted)
  const getCounts = (wanted: string) => ({
    now: findRow(wanted)?.now ?? 0,
    before: findRow(wanted)?.before ?? 0,
  })
  return { mailSent: getCounts('sent'), mailFailed: getCounts('failed') }
}

export async function countStores(
  db: Connection,
  storeIds: StoreIds,
): Promise<Dashboard['stores']> {
  const { rows } = await sql<Dashboard['stores']>`
    select count(*) filter (where status = 'active') as active, count(*) as "all"
    from stores where ${matchesIds('id', storeIds)}`.execute(db)
  return rows[0] ?? { active: 0, all: 0 }
}

export async function countOpenIncidents(db: Connection, storeIds: StoreIds): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${getVisibleRows(incidents, storeIds)} where status = 'open'`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

export async function countDegradedIntegrations(
  db: Connection,
  storeIds: StoreIds,
): Promise<Dashboard['integrations']> {
  const { rows } = await sql<Dashboard['integrations']>`
    select count(*) as degraded, count(distinct store_id) as stores
    from integrations where state = 'degraded' and ${matchesIds('storeId', storeIds)}`.execute(db)
  return rows[0] ?? { degraded: 0, stores: 0 }
}
