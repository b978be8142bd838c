import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { sql } from 'kysely'
import { creditUnits, getApprovalLimit } from '#shared/areas/credits/approval.ts'
import type { ApprovalLimits, ScopedApprovalLimits } from '#shared/areas/credits/approval.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { replayLimitSteps } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { LimitStep } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { Requester } from '#server/platform/core/approval/relatedAccounts.ts'
import { creditsMessages } from './messages.ts'

/** All limits. A store without its own limits has the member's. */
type LimitAmounts = {
  points: number
  currency: number
  storePoints: number
  storeCurrency: number
  /** In whole units of any currency. */
  refunds: number
}

const limitNames = ['points', 'currency', 'storePoints', 'storeCurrency', 'refunds'] as const

/**
 * Loads the limits of this operator. Changes to the limits by the operator or a related account can
 * lower them, but not raise them.
 */
export async function getApprovalLimits(
  trx: Connection,
  requester: Requester,
): Promise<ScopedApprovalLimits & { refunds: number }> {
  const { rows: steps } = await sql<LimitStep<keyof LimitAmounts>>`
    select points, currency, coalesce(store_points, points) as store_points,
      coalesce(store_currency, currency) as store_currency, refunds, set_at,
      coalesce(set_by_id, (select id from users where email = set_by)) as operator
    from credit_limit_steps order by id`.execute(trx)
  const own = await replayLimitSteps(trx, { names: limitNames, steps, requester })
  const { points, currency, storePoints, storeCurrency, refunds } = own
  return {
    member: { points, currency },
    store: { points: storePoints, currency: storeCurrency },
    refunds,
  }
}

const loadCurrentLimits = async (trx: Connection): Promise<ApprovalLimits> =>
  (await sql<ApprovalLimits>`select points, currency from credit_limits where id = 1`.execute(trx))
    .rows[0] ?? {
    points: 0,
    currency: 0,
  }

type AffectedRequests = { isFree: boolean; count: number; stores: number; examples: string[] }

async function estimateLimitImpact(
  trx: Connection,
  before: ApprovalLimits,
  now: string,
): Promise<ImpactSummary> {
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::integer as count from stores`.execute(trx)
  const after = await loadCurrentLimits(trx)
  const changedLimits = Object.keys(creditUnits).map((unit) => ({
    unit,
    before: getApprovalLimit(unit, before),
    after: getApprovalLimit(unit, after),
  }))
  const { rows } = await sql<AffectedRequests>`
    with moved as (select after > before as is_free, store_id, count(*) as count
      from credit_requests
        join jsonb_to_recordset(${JSON.stringify(changedLimits)}::jsonb) as most (unit text, before bigint, after bigint)
          using (unit)
      where created_at >= ${now}::timestamptz - interval '30 days'
        and amount > least(before, after) and amount <= greatest(before, after) group by 1, 2)
    select is_free, sum(moved.count)::integer as count, count(*)::integer as stores,
      (array_agg(name order by lower(name), store_id))[1:3] as examples
    from moved join stores on stores.id = store_id group by is_free order by is_free desc`.execute(
    trx,
  )
  const worse = rows.map(({ isFree, count, stores, examples }) => ({
    what: isFree ? creditsMessages.wouldBeFree(count) : creditsMessages.wouldWait(count),
    count: stores,
    examples,
  }))
  return { reaches: all[0]?.count ?? 0, own: 0, worse }
}

export const creditLimitHooks: ResourceHooks = {
  async affectedRecords(trx, _changed, _id, now) {
    const before = await loadCurrentLimits(trx)
    return () => estimateLimitImpact(trx, before, now)
  },
}
