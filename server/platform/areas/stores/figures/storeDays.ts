import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addDays } from '#shared/format/dates.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { among } from '#server/platform/core/records/inScope.ts'
import type { StoreIds } from '#server/platform/core/records/inScope.ts'

/** What a day's row sums up, in the order of its columns. */
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

/** A range, and the one before it up to an instant: its end, or the hour that the running day has reached. */
export type ComparedDays = { range: Days; before: { from: string; end: string } }

const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
const sum = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${value}) filter (where ${condition}), 0)`

/** What the sums of a day are made of, by the instant that counts. */
const sources: readonly {
  table: string
  at: string
  sums: Partial<Record<DayFigure, RawBuilder<unknown>>>
}[] = [
  {
    table: 'orders',
    at: 'placedAt',
    sums: {
      orders: count(sql`true`),
      revenue: sum(sql`amount`, sql`status in ('paid', 'fulfilled')`),
    },
  },
  { table: 'paymentAttempts', at: 'attemptedAt', sums: { paymentsFailed: count(sql`true`) } },
  { table: 'paymentAttempts', at: 'recoveredAt', sums: { paymentsRecovered: count(sql`true`) } },
  {
    table: 'creditEntries',
    at: 'enteredAt',
    sums: {
      creditsIssued: sum(sql`amount`, sql`type = 'issue'`),
      creditsRedeemed: sum(sql`-amount`, sql`type = 'redeem'`),
    },
  },
  {
    table: 'giftCards',
    at: 'sentAt',
    sums: {
      giftCardsSent: count(sql`status = 'sent'`),
      giftCardsFailed: count(sql`status = 'failed'`),
    },
  },
  {
    table: 'mails',
    at: 'endedAt',
    sums: { mailSent: count(sql`status = 'sent'`), mailFailed: count(sql`status = 'failed'`) },
  },
]

const columns = sql.join(dayFigures.map((name) => sql.ref(name)))

/**
 * The days of both ranges as rows of `store_days`: each as it was summed up, and of the day that the range before ends in
 * what was entered until then.
 */
export function daysCompared(
  { range, before: { from, end } }: ComparedDays,
  storeIds: StoreIds,
): RawBuilder<unknown> {
  const last = end.slice(0, 'YYYY-MM-DD'.length)
  const parts = end === midnight(last) ? [] : entered(last, end, storeIds)
  return sql`(
    select store_id, day, ${columns} from store_days
    where ${among('storeId', storeIds)}
      and (day between ${from}::date and ${addDays(last, -1)}::date
        or day between ${range.from}::date and ${range.to}::date)
    ${sql.join(parts, sql``)}) as store_days`
}

const midnight = (day: string) => `${day}T00:00:00.000Z`

const entered = (day: string, end: string, storeIds: StoreIds) =>
  sources.map(({ table, at, sums }) => {
    const figures = sql.join(dayFigures.map((name) => sums[name] ?? sql`0`))
    return sql`
    union all select store_id, ${day}::date, ${figures} from ${sql.table(table)}
    where ${sql.ref(at)} >= ${midnight(day)}::timestamptz and ${sql.ref(at)} < ${end}::timestamptz
      and store_id is not null and ${among('storeId', storeIds)}
    group by store_id`
  })
