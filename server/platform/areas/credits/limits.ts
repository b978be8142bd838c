import { sql } from 'kysely'
import { creditUnits, mostAlone } from '#shared/areas/credits/approval.ts'
import type { Alone, ApprovalLimits } from '#shared/areas/credits/approval.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import type { Kept, Untold } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { goesBackTo } from './independent.ts'
import type { Asker } from './independent.ts'
import { creditMessages } from './messages.ts'

/** All four limits; a store without its own has a member's limit. */
type Flat = { points: number; currency: number; storePoints: number; storeCurrency: number }
type Step = Flat & { setAt: string; operator: number | null }

const names = ['points', 'currency', 'storePoints', 'storeCurrency'] as const

/** The limits of this operator: steps by them, or by accounts that go back to them, only lower these. */
export async function limitsFor(trx: Connection, asker: Asker): Promise<ApprovalLimits> {
  const { rows } = await sql<Step>`
    select points, currency, coalesce(store_points, points) as store_points,
      coalesce(store_currency, currency) as store_currency, set_at,
      coalesce(set_by_id, (select id from users where email = set_by)) as operator
    from credit_limit_steps order by id`.execute(trx)
  let [before] = rows
  const own: Flat = { points: 0, currency: 0, storePoints: 0, storeCurrency: 0, ...before }
  for (const step of rows.slice(1)) {
    const changed = names.filter((name) => step[name] !== before?.[name])
    const raises = changed.some((name) => step[name] > own[name])
    const isOwn = raises && (await isOf(trx, step, asker))
    for (const name of changed) own[name] = isOwn ? Math.min(own[name], step[name]) : step[name]
    before = step
  }
  const { points, currency, storePoints, storeCurrency } = own
  return { member: { points, currency }, store: { points: storePoints, currency: storeCurrency } }
}

const isOf = async (trx: Connection, { setAt, operator }: Step, asker: Asker) =>
  operator !== null &&
  (operator === asker.id || (await goesBackTo(trx, { operator, asker, at: setAt })))

const limitsNow = async (trx: Connection): Promise<Alone> =>
  (await sql<Alone>`select points, currency from credit_limits where id = 1`.execute(trx))
    .rows[0] ?? {
    points: 0,
    currency: 0,
  }

type Moved = { isFree: boolean; count: number; stores: number; examples: string[] }

async function reachOfLimits(trx: Connection, before: Alone, now: string): Promise<Untold> {
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::integer as count from stores`.execute(trx)
  const after = await limitsNow(trx)
  const mosts = Object.keys(creditUnits).map((unit) => ({
    unit,
    before: mostAlone(unit, before),
    after: mostAlone(unit, after),
  }))
  const { rows } = await sql<Moved>`
    with moved as (select after > before as is_free, store_id, count(*) as count
      from credit_requests
        join jsonb_to_recordset(${JSON.stringify(mosts)}::jsonb) as most (unit text, before bigint, after bigint)
          using (unit)
      where created_at >= ${now}::timestamptz - interval '30 days'
        and amount > least(before, after) and amount <= greatest(before, after) group by 1, 2)
    select is_free, sum(moved.count)::integer as count, count(*)::integer as stores,
      (array_agg(name order by lower(name), store_id))[1:3] as examples
    from moved join stores on stores.id = store_id group by is_free order by is_free desc`.execute(
    trx,
  )
  const worse = rows.map(({ isFree, count, stores, examples }) => ({
    what: isFree ? creditMessages.wouldBeFree(count) : creditMessages.wouldWait(count),
    count: stores,
    examples,
  }))
  return { reaches: all[0]?.count ?? 0, own: 0, worse }
}

export const keptLimits: Kept = {
  ...creditLimits,
  dependents: [],
  consequence: {
    async reach(trx, _changed, _id, now) {
      const before = await limitsNow(trx)
      return () => reachOfLimits(trx, before, now)
    },
    settle: () => Promise.resolve(),
  },
}
