import { sql } from 'kysely'
import { replayLimitSteps } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { LimitStep } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { Requester } from '#server/platform/core/approval/relatedAccounts.ts'
import type { StartingPlan } from '#server/platform/core/bulk/bulkCalls.ts'
import type { RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { scheduledChangeMessages } from './messages.ts'
import { loadPlanReach } from './splitPlan.ts'

const limitNames = ['stores', 'immediateStores'] as const
type LimitName = (typeof limitNames)[number]

/**
 * Loads how many stores an author can change without a second operator: by a scheduled change
 * (`stores`) and at once (`immediateStores`). Changes to the limits by the author or a related
 * account can lower the author's limits, but not raise them.
 */
async function loadOwnLimits(
  trx: Connection,
  author: Requester,
): Promise<Record<LimitName, number>> {
  const { rows: steps } = await sql<LimitStep<LimitName>>`
    select stores, immediate_stores, set_at,
      coalesce(set_by_id, (select id from users where email = set_by)) as operator
    from schedule_limit_steps order by id`.execute(trx)
  return replayLimitSteps(trx, { names: limitNames, steps, requester: author })
}

/** Whether a scheduled change of this many stores needs a second operator. */
export async function exceedsApprovalLimit(
  trx: Connection,
  author: Requester,
  reachedStores: number,
): Promise<boolean> {
  const own = await loadOwnLimits(trx, author)
  return reachedStores > own.stores
}

/** Rejects a plan that starts at once if it reaches more stores than need no second operator. */
export async function checkImmediateChange(
  { trx, caller }: RequestContext,
  { id, resource, action }: StartingPlan,
): Promise<void> {
  const { immediateStores } = await loadOwnLimits(trx, caller)
  const { reachedStores } = await loadPlanReach(trx, id, resource, action)
  if (reachedStores > immediateStores)
    throw invalidState(scheduledChangeMessages.scheduleInstead(reachedStores, immediateStores))
}

const loadLimits = async (trx: Connection) =>
  (
    await sql<Record<LimitName, number>>`
      select approval_stores as stores, immediate_stores from schedule_settings where id = 1`.execute(
      trx,
    )
  ).rows[0] ?? { stores: 0, immediateStores: 0 }

/** Asks to confirm higher limits, with the number of changes that one would have affected. */
export const scheduleSettingHooks: ResourceHooks = {
  async affectedRecords(trx, _changed, _id, now) {
    const before = await loadLimits(trx)
    return async () => {
      const after = await loadLimits(trx)
      const isRaised = limitNames.some((name) => after[name] > before[name])
      if (!isRaised) return { reaches: 0, own: 0, worse: [] }
      const { rows } = await sql<{ changes: number; stores: number }>`
        select (select count(*)::int from stores) as stores, count(*)::int as changes
        from scheduled_changes where created_at >= ${now}::timestamptz - interval '30 days'
          and cardinality(store_ids) > ${before.stores} and cardinality(store_ids) <= ${after.stores}`.execute(
        trx,
      )
      const { changes = 0, stores = 0 } = rows[0] ?? {}
      const { limitRaised, immediateLimitRaised, withoutApproval } = scheduledChangeMessages
      const worse = [
        ...(after.stores > before.stores
          ? [`${limitRaised(after.stores)} ${withoutApproval(changes)}`]
          : []),
        ...(after.immediateStores > before.immediateStores
          ? [immediateLimitRaised(after.immediateStores)]
          : []),
      ].map((what) => ({ what, count: 0, examples: [] }))
      return { reaches: stores, own: 0, worse }
    }
  },
}
