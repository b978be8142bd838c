import { sql } from 'kysely'
import { getLastDays } from '#shared/areas/dashboard/dayRange.ts'
import { toDay } from '#shared/format/dates.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import { sumExpiringCreditsByUnit } from './expiringCredits.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const creditDays = 30

/**
 * GET /stores/ID/credits: the current balances of members, and the totals of the last 30 UTC days,
 * including today.
 */
export async function handleLoadStoreCredits(
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id } = await loadRecord(db, limitToCaller(caller, stores), parseRecordId(stores, request))
  const range = getLastDays(creditDays, toDay(now()))
  const [sums, expiring] = await Promise.all([
    sumCredits(db, id, range),
    sumExpiringCreditsByUnit(db, now(), [id]),
  ])
  const units = sums.map((sum) => ({ ...sum, expiring: expiring.get(sum.unit) ?? 0 }))
  return { status: 200, body: { range, units } satisfies StoreCredits }
}

async function sumCredits(db: Connection, id: number, { from }: DayRange) {
  const { rows } = await sql<Omit<StoreCredits['units'][number], 'expiring'>>`
    with sums as (
      select unit, type, sum(amount) as amount,
        sum(amount) filter (where entered_at >= ${`${from}T00:00:00Z`}::timestamptz) as lately
      from credit_entries where store_id = ${id} group by unit, type)
    select unit, sum(amount) as outstanding,
      coalesce(sum(lately) filter (where type = 'issue'), 0) as issued,
      coalesce(-sum(lately) filter (where type = 'redeem'), 0) as redeemed,
      coalesce(-sum(lately) filter (where type = 'expire'), 0) as expired
    from sums group by unit order by unit`.execute(db)
  return rows
}
