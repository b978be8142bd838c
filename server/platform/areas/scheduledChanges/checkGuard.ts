import { sql } from 'kysely'
import { platformActor } from '#shared/engine/actors.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { getBulkHandler, requireAction } from '#server/platform/core/bulk/planBulk.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { findRise } from '#server/platform/core/guards/findRise.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { scheduledChangeMessages } from './messages.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

type GuardContext = Pick<WriteContext, 'trx' | 'now' | 'audit'>

/** Whether a guard watches the change: while it runs and while it is in effect, until it tripped. */
export const isGuarded = ({ state, guard, guardTrippedAt }: StoredChange): boolean =>
  guard !== null && guardTrippedAt === null && (state === 'running' || state === 'inEffect')

/**
 * Compares what a guard watches with the day before the start, in the stores of the change. If it
 * rose too much, stops the change: its job leaves the records that it hasn't reached, and an alert
 * asks whether to restore the others. Returns whether it did.
 */
export async function checkGuard(context: GuardContext, change: StoredChange): Promise<boolean> {
  const { trx, now } = context
  const { startedAt, guard, guardPercent, state, jobId, storeIds } = change
  if (startedAt === null || guard === null) return false
  const percent = guardPercent ?? 0
  const watch = { guard, percent, storeIds, startedAt, changedAt: startedAt }
  const rise = await findRise(trx, watch, now)
  if (rise === null) return false
  const problem = scheduledChangeMessages.guardTripped(rise)
  await pauseEffects(context, change, rise)
  if (state === 'running') {
    await sql`update jobs set status = 'cancelled', ended_at = ${now}
      where id = ${jobId} and status in ('waiting', 'running')`.execute(trx)
    await saveTransition(context, change, 'pause', { problem, guardTrippedAt: now })
  } else await saveTrip(context, change, problem)
  return true
}

/** Pauses what the change started and still does, such as a stage of a rollout. */
async function pauseEffects(
  context: GuardContext,
  { resource, action, planId }: StoredChange,
  rise: string,
): Promise<void> {
  const module = getResourceModule(resource)
  const { pause } = getBulkHandler(module, requireAction(module, action))
  if (!pause || planId === null) return
  const { rows } = await sql<{ id: number }>`
    select target_id as id from plan_rows where plan_id = ${planId}`.execute(context.trx)
  await pause(
    context,
    rows.map(({ id }) => id),
    rise,
  )
}

async function saveTrip(
  { trx, now, audit }: GuardContext,
  { id, title, problem: before }: StoredChange,
  problem: string,
): Promise<void> {
  await sql`update scheduled_changes set problem = ${problem}, guard_tripped_at = ${now},
    version = version + 1, updated_at = ${now}, updated_by = ${platformActor} where id = ${id}`.execute(
    trx,
  )
  await audit({
    event: `${scheduledChanges.name}.stopped`,
    target: { type: scheduledChanges.name, id, label: title },
    before: { problem: before },
    after: { problem },
  })
}
