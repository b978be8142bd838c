import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { points } from '#shared/format/money.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  buildDaysQuery,
  buildSourceQuery,
  dayFigures,
  getUtcDayStart,
  getUtcHourStart,
  matchWholeDays,
} from './storeDays.ts'
import type { ComparedDays, DayFigures } from './storeDays.ts'

/** The sums of a range, or of the previous one, for all stores with the same currency. */
type CurrencySums = DayFigures & { currency: string; isNow: boolean }

/** The figures that charts show for each day. */
export const seriesFigures = ['orders', 'creditsIssued', 'creditsRedeemed'] as const

/**
 * What the days of both ranges add up to. Amounts are in minor units. `byUnit` has the days of each
 * credit unit, with the sums of `seriesFigures` in their order. Days without figures may be missing.
 */
type DaySums = {
  byCurrency: CurrencySums[]
  byUnit: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

const figures = sql.join(dayFigures.map((name) => sql.ref(name)))
const namedSums = sql.join(dayFigures.map((name) => sql`${sql.lit(name)}, sum(${sql.ref(name)})`))
const seriesSums = sql.join(seriesFigures.map((name) => sql`sum(${sql.ref(name)})`))

/**
 * Adds up the days of both ranges. The database does it, because there is a row for each day and
 * currency. Everything is in one row of JSON, because reading a row for each day and unit takes longer.
 */
export async function loadDaySums(
  db: Connection,
  days: ComparedDays,
  storeIds: StoreIds,
): Promise<DaySums> {
  const dayRows = storeIds === null ? buildPlatformRows(days) : buildStoreRows(days, storeIds)
  const { rows } = await sql<DaySums>`
    with day_rows as materialized (${dayRows})
    select (
      select coalesce(json_agg(sums), '[]') from (
        select json_build_object('currency', currency, 'isNow', is_now, ${namedSums}) as sums
        from (select *, day >= ${days.range.from}::date as is_now from day_rows) as compared_rows
        group by currency, is_now) as currency_sums
    ) as by_currency, (
      select coalesce(json_object_agg(unit, sums), '{}') from (
        select unit, json_object_agg(day, sums) as sums from (
          select unit, day, json_build_array(${seriesSums}) as sums from day_rows
          group by unit, day) as unit_days
        group by unit) as unit_sums
    ) as by_unit`.execute(db)
  return rows[0] ?? { byCurrency: [], byUnit: {} }
}

const withCurrency = (storeRows: RawBuilder<unknown>) => sql`
  select day, stores.default_currency as currency,
    case stores.type when 'points' then ${points} else stores.default_currency end as unit, ${figures}
  from ${storeRows} join stores on stores.id = store_days.store_id`

const buildStoreRows = (days: ComparedDays, storeIds: StoreIds) =>
  withCurrency(buildDaysQuery(days, storeIds))

/**
 * Builds the rows of all stores from the sums for the whole platform, so that more stores don't take
 * longer: sums per day; for the last day of the previous range, which may be partial, sums per hour;
 * and for its last hour, the source tables.
 */
function buildPlatformRows(days: ComparedDays): RawBuilder<unknown> {
  const { end } = days.before
  return sql`
    select day, currency, unit, ${figures} from platform_days where ${matchWholeDays(days)}
    union all select (hour at time zone 'UTC')::date, currency, unit, ${figures} from platform_hours
    where hour >= ${getUtcDayStart(end)}::timestamptz and hour < ${getUtcHourStart(end)}::timestamptz
    union all ${withCurrency(sql`(${buildSourceQuery(getUtcHourStart(end), end, null)}) as store_days`)}`
}
