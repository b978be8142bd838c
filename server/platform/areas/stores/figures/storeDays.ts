import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addDays } from '#shared/format/dates.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'

/** The figures of a day's row, in the order of its columns. */
export const dayFigures = [
  'orders',
  'revenue',
  'paymentsFailed',
  'paymentsRecovered',
  'creditsIssued',
  'creditsRedeemed',
  'giftCardsSent',
  'giftCardsFailed',
  'mailSent',
  'mailFailed',
] as const
type DayFigure = (typeof dayFigures)[number]
export type DayFigures = Record<DayFigure, number>

/**
 * A range, and the previous one up to an instant: its end, or the time of day that the current day
 * has reached.
 */
export type ComparedDays = { range: DayRange; before: { from: string; end: string } }

const countWhere = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
const sumWhere = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`

/** The source tables of a day's figures, with the time that decides the day. */
const figureSources: readonly {
  table: string
  at: string
  sums: Partial<Record<DayFigure, RawBuilder<unknown>>>
}[] = [
  {
    table: 'orders',
    at: 'placedAt',
    sums: {
      orders: countWhere(sql`true`),
      revenue: sumWhere(sql`amount`, sql`status in ('paid', 'fulfilled')`),
    },
  },
  { table: 'paymentAttempts', at: 'attemptedAt', sums: { paymentsFailed: countWhere(sql`true`) } },
  {
    table: 'paymentAttempts',
    at: 'recoveredAt',
    sums: { paymentsRecovered: countWhere(sql`true`) },
  },
  {
    table: 'creditEntries',
    at: 'enteredAt',
    sums: {
      creditsIssued: sumWhere(sql`amount`, sql`type = 'issue'`),
      creditsRedeemed: sumWhere(sql`-amount`, sql`type = 'redeem'`),
    },
  },
  {
    table: 'giftCards',
    at: 'sentAt',
    sums: {
      giftCardsSent: countWhere(sql`status = 'sent'`),
      giftCardsFailed: countWhere(sql`status = 'failed'`),
    },
  },
  {
    table: 'mails',
    at: 'endedAt',
    sums: {
      mailSent: countWhere(sql`status = 'sent'`),
      mailFailed: countWhere(sql`status = 'failed'`),
    },
  },
]

const figureColumns = sql.join(dayFigures.map((name) => sql.ref(name)))

/**
 * Builds the days of both ranges as rows of `store_days`. The last day of the previous range may be
 * partial, so it's computed from the source tables.
 */
export const buildDaysQuery = (days: ComparedDays, storeIds: StoreIds): RawBuilder<unknown> => sql`(
    select store_id, day, ${figureColumns} from store_days
    where ${matchesIds('storeId', storeIds)} and ${matchWholeDays(days)}
    union all ${buildSourceQuery(getUtcDayStart(days.before.end), days.before.end, storeIds)}) as store_days`

/** Matches the whole days of both ranges by the column `day`. */
export const matchWholeDays = ({ range, before: { from, end } }: ComparedDays) => sql<boolean>`
  (day between ${from}::date and ${addDays(getLastDay(end), -1)}::date
    or day between ${range.from}::date and ${range.to}::date)`

/**
 * Builds rows for a part of a UTC day, several for each store, from the source tables: from `start`
 * to before `end`.
 */
export function buildSourceQuery(
  start: string,
  end: string,
  storeIds: StoreIds,
): RawBuilder<unknown> {
  if (end === start) return sql`select store_id, day, ${figureColumns} from store_days where false`
  const queries = figureSources.map(({ table, at, sums }) => {
    const figures = sql.join(
      dayFigures.map((name) => sql`${sums[name] ?? sql`0`} as ${sql.ref(name)}`),
    )
    return sql`
    select store_id, ${getLastDay(end)}::date as day, ${figures} from ${sql.table(table)}
    where ${sql.ref(at)} >= ${start}::timestamptz and ${sql.ref(at)} < ${end}::timestamptz
      and store_id is not null and ${matchesIds('storeId', storeIds)}
    group by store_id`
  })
  return sql.join(queries, sql` union all `)
}

const getLastDay = (end: string) => end.slice(0, 'YYYY-MM-DD'.length)

/** Returns the start of the UTC day that an instant is in. */
export const getUtcDayStart = (instant: string) => `${getLastDay(instant)}T00:00:00.000Z`

/** Returns the start of the UTC hour that an instant is in. */
export const getUtcHourStart = (instant: string) =>
  `${instant.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`
