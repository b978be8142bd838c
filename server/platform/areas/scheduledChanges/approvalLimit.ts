import { sql } from 'kysely'
import { replayLimitSteps } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { LimitStep } from '#server/platform/core/approval/replayLimitSteps.ts'
import type { Requester } from '#server/platform/core/approval/relatedAccounts.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { scheduledChangeMessages } from './messages.ts'

/**
 * Whether a change of this many stores needs a second operator. Changes to the limit by the author
 * or a related account can lower the author's limit, but not raise it.
 */
export async function needsApproval(
  trx: Connection,
  author: Requester,
  reachedStores: number,
): Promise<boolean> {
  const { rows: steps } = await sql<LimitStep<'stores'>>`
    select stores, set_at,
      coalesce(set_by_id, (select id from users where email = set_by)) as operator
    from schedule_limit_steps order by id`.execute(trx)
  const own = await replayLimitSteps(trx, { names: ['stores'], steps, requester: author })
  return reachedStores > own.stores
}

const loadLimit = async (trx: Connection) =>
  (
    await sql<{ limit: number }>`
      select approval_stores as limit from schedule_settings where id = 1`.execute(trx)
  ).rows[0]?.limit ?? 0

/** Asks to confirm a higher limit, with the number of changes that it would have affected. */
export const scheduleSettingHooks: ResourceHooks = {
  async affectedRecords(trx, _changed, _id, now) {
    const before = await loadLimit(trx)
    return async () => {
      const after = await loadLimit(trx)
      if (after <= before) return { reaches: 0, own: 0, worse: [] }
      const { rows } = await sql<{ changes: number; stores: number }>`
        select (select count(*)::int from stores) as stores, count(*)::int as changes
        from scheduled_changes where created_at >= ${now}::timestamptz - interval '30 days'
          and cardinality(store_ids) > ${before} and cardinality(store_ids) <= ${after}`.execute(
        trx,
      )
      const { changes = 0, stores = 0 } = rows[0] ?? {}
      const { limitRaised, withoutApproval } = scheduledChangeMessages
      const what = `${limitRaised(after)} ${withoutApproval(changes)}`
      return { reaches: stores, own: 0, worse: [{ what, count: 0, examples: [] }] }
    }
  },
}
