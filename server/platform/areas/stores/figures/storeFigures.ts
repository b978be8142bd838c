import { sql } from 'kysely'
import { points } from '#shared/format/money.ts'
import type { MetricComparison } from '#shared/areas/dashboard/dashboardCalls.ts'
import {
  listRangeDays,
  getPreviousRangeEndTime,
  getLastDays,
  getPreviousRange,
} from '#shared/areas/dashboard/dayRange.ts'
import { toDay } from '#shared/format/dates.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { dayFigures, buildDaysQuery } from './storeDays.ts'
import type { ComparedDays, DayFigures } from './storeDays.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoreRecord } from '../updateStore.ts'

const figureDays = 30

type StoreDay = DayFigures & { day: string }

/** GET /stores/ID/figures: the last 30 UTC days, including today, and the previous ones. */
export async function handleLoadStoreFigures(
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  // A record of this definition has its fields.
  const store = (await loadRecord(
    db,
    limitToCaller(caller, stores),
    parseRecordId(stores, request),
  )) as StoreRecord
  return { status: 200, body: await computeFigures(db, store, now()) }
}

async function computeFigures(
  db: Connection,
  store: StoreRecord,
  now: Date,
): Promise<StoreFigures> {
  const range = getLastDays(figureDays, toDay(now))
  const before = getPreviousRange(range)
  const until = { from: before.from, end: getPreviousRangeEndTime(range, now) }
  const rows = await loadStoreDays(db, store.id, { range, before: until })
  const compare = (name: keyof DayFigures): MetricComparison => {
    const sum = { now: 0, before: 0 }
    for (const row of rows) sum[row.day < range.from ? 'before' : 'now'] += row[name]
    return sum
  }
  const orders = new Map<string, number>()
  for (const row of rows) orders.set(row.day, (orders.get(row.day) ?? 0) + row.orders)
  const getSeries = (days: DayRange) => listRangeDays(days).map((day) => orders.get(day) ?? 0)
  return {
    range,
    before,
    currency: store.defaultCurrency,
    unit: store.type === 'points' ? points : store.defaultCurrency,
    orders: compare('orders'),
    revenue: compare('revenue'),
    paymentsFailed: compare('paymentsFailed'),
    paymentsRecovered: compare('paymentsRecovered'),
    creditsIssued: compare('creditsIssued'),
    creditsRedeemed: compare('creditsRedeemed'),
    giftCardsSent: compare('giftCardsSent'),
    giftCardsFailed: compare('giftCardsFailed'),
    mailSent: compare('mailSent'),
    mailFailed: compare('mailFailed'),
    members: await countStoreMembers(db, store.id, range.from, until),
    ordersByDay: { now: getSeries(range), before: getSeries(before) },
  }
}

/**
 * Loads one row per day, except for a partial last day of the previous range, which has several.
 */
async function loadStoreDays(db: Connection, id: number, days: ComparedDays): Promise<StoreDay[]> {
  const { rows } = await sql<StoreDay>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sql.join(dayFigures.map((name) => sql.ref(name)))}
    from ${buildDaysQuery(days, [id])}`.execute(db)
  return rows
}

async function countStoreMembers(
  db: Connection,
  id: number,
  start: string,
  before: { from: string; end: string },
): Promise<StoreFigures['members']> {
  const buildMidnight = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`
  const { rows } = await sql<MetricComparison & { all: number }>`
    select count(*) as "all",
      count(*) filter (where created_at >= ${buildMidnight(start)}) as now,
      count(*) filter (where created_at >= ${buildMidnight(before.from)}
        and created_at < ${before.end}::timestamptz) as before
    from members where store_id = ${id}`.execute(db)
  const { all = 0, ...joined } = rows[0] ?? { now: 0, before: 0 }
  return { all, joined }
}
