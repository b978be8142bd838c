import { sql } from 'kysely'
import { points } from '#shared/format/money.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { dayFigures, buildDaysQuery } from './storeDays.ts'
import type { ComparedDays, DayFigures } from './storeDays.ts'

/**
 * The figures of one UTC day for all stores with the same currency and credit unit. Amounts are in
 * minor units.
 */
export type DayRow = DayFigures & { day: string; currency: string; unit: string }

/**
 * Loads all figures of both ranges in one pass over the stores' days. Thousands of stores become a
 * few rows per day.
 */
export async function loadDayRows(
  db: Connection,
  days: ComparedDays,
  storeIds: StoreIds,
): Promise<DayRow[]> {
  const sums = sql.join(dayFigures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
  const { rows } = await sql<DayRow>`
    select
      -- Written as text once a group, after the sums.
      to_char(store_days.day, 'YYYY-MM-DD') as day,
      stores.default_currency as currency,
      case stores.type when 'points' then ${points} else stores.default_currency end as unit,
      ${sums}
    from ${buildDaysQuery(days, storeIds)} join stores on stores.id = store_days.store_id
    group by store_days.day, 2, 3`.execute(db)
  return rows
}
