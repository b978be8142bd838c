import { sql } from 'kysely'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { creditsMessages } from './messages.ts'

/** Later expirations aren't in the calendar, so that it reads few balances. */
const maxDaysAhead = 90

/** Finds for each store the next day (UTC) on which credits of its members expire. */
export async function findCreditDeadlines(trx: Connection, now: string): Promise<Deadline[]> {
  const { rows } = await sql<{ storeId: number; store: string; at: string; members: number }>`
    with days as (
      select store_id, (next_expiry at time zone 'UTC')::date as day, min(next_expiry) as at,
        count(distinct member_id)::int as members
      from credit_balances
      where next_expiry < ${now}::timestamptz + make_interval(days => ${maxDaysAhead}::int) and balance > 0
      group by store_id, day)
    select distinct on (days.store_id) days.store_id, stores.name as store, days.at, days.members
    from days join stores on stores.id = days.store_id
    order by days.store_id, days.day`.execute(trx)
  return rows.map(({ storeId, store, at, members }) => ({
    subject: `credits/${storeId}`,
    kind: 'credits',
    permission: creditEntries.permission,
    title: creditsMessages.expirationDeadline(members, store),
    at,
    storeIds: [storeId],
    link: buildExpiringUrl(storeId, at),
  }))
}

/** Builds the URL of the store's entries that expire until then. */
const buildExpiringUrl = (storeId: number, at: string) =>
  `${creditEntries.path}?filter[storeId][eq]=${storeId}&filter[expiresAt][lte]=${at}&sort=-expiresAt`
