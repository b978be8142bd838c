import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { points } from '#shared/format/money.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildDaysQuery, buildPartialDayQuery, dayFigures, matchWholeDays } from './storeDays.ts'
import type { ComparedDays, DayFigures } from './storeDays.ts'

/**
 * The figures of one UTC day for all stores with the same currency and credit unit. Amounts are in
 * minor units.
 */
export type DayRow = DayFigures & { day: string; currency: string; unit: string }

/**
 * Loads all figures of both ranges as a few rows per day. Those of all stores come from the sums
 * for the whole platform, so they take no longer with more stores.
 */
export async function loadDayRows(
  db: Connection,
  days: ComparedDays,
  storeIds: StoreIds,
): Promise<DayRow[]> {
  const figures = sql.join(dayFigures.map((name) => sql.ref(name)))
  const sums = sql.join(dayFigures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
  const addCurrency = (rows: RawBuilder<unknown>) => sql`
    select day, stores.default_currency as currency,
      case stores.type when 'points' then ${points} else stores.default_currency end as unit, ${figures}
    from ${rows} join stores on stores.id = store_days.store_id`
  const dayRows =
    storeIds === null
      ? sql`
        select day, currency, unit, ${figures} from platform_days where ${matchWholeDays(days)}
        union all ${addCurrency(sql`(${buildPartialDayQuery(days, null)}) as store_days`)}`
      : addCurrency(buildDaysQuery(days, storeIds))
  const { rows } = await sql<DayRow>`
    -- Written as text once a group, after the sums.
    select to_char(day, 'YYYY-MM-DD') as day, currency, unit, ${sums}
    from (${dayRows}) as day_rows group by day_rows.day, currency, unit`.execute(db)
  return rows
}
