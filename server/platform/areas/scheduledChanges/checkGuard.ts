import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { platformActor } from '#shared/engine/actors.ts'
import { subtractTime } from '#shared/format/dates.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { scheduleGuards } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduleGuard } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { isGuardTripped } from './isGuardTripped.ts'
import { scheduledChangeMessages } from './messages.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

type GuardContext = Pick<WriteContext, 'trx' | 'now' | 'audit'>

/** A guard needs this long to see a rise, and looks back this far. */
const [minMinutes, maxMinutes] = [10, 60]

/** How long before the start is compared with, in hours. */
const baselineHours = 24

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
  const { startedAt, guard, guardPercent, state, jobId } = change
  if (startedAt === null || guard === null) return false
  const minutes = Math.min((Date.parse(now) - Date.parse(startedAt)) / 60_000, maxMinutes)
  if (minutes < minMinutes) return false
  const from = new Date(Date.parse(now) - minutes * 60_000).toISOString()
  const actual = await countEvents(trx, change, guard, { from, to: now })
  const dayBefore = subtractTime(startedAt, baselineHours, 'hour')
  const baseline = await countEvents(trx, change, guard, { from: dayBefore, to: startedAt })
  const normal = (baseline * minutes) / (baselineHours * 60)
  if (!isGuardTripped({ actual, normal, percent: guardPercent ?? 0 })) return false
  const problem = scheduledChangeMessages.guardTripped(
    scheduleGuards[guard],
    actual,
    Math.round(minutes),
    Math.round(normal),
  )
  if (state === 'running') {
    await sql`update jobs set status = 'cancelled', ended_at = ${now}
      where id = ${jobId} and status in ('waiting', 'running')`.execute(trx)
    await saveTransition(context, change, 'pause', { problem, guardTrippedAt: now })
  } else await saveTrip(context, change, problem)
  return true
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

type Interval = { from: string; to: string }

const eventQueries: Record<ScheduleGuard, (interval: Interval) => RawBuilder<unknown>> = {
  failedPayments: ({ from, to }) => sql`
    select store_id from payment_attempts where attempted_at > ${from} and attempted_at <= ${to}`,
  errorLogs: ({ from, to }) => sql`
    select store_id from audit where time > ${from} and time <= ${to} and severity = 'error'`,
  failedSignIns: ({ from, to }) => sql`
    select store_id from audit where time > ${from} and time <= ${to}
      and event = 'members.signInRefused'`,
}

/** Counts events in the stores of a change, or in all stores if it has none of its own. */
async function countEvents(
  trx: Connection,
  { storeIds }: StoredChange,
  guard: ScheduleGuard,
  interval: Interval,
): Promise<number> {
  const isAffected =
    storeIds.length === 0 ? sql`true` : sql`store_id = any(${[...storeIds]}::int[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${eventQueries[guard](interval)}) as happened
    where ${isAffected}`.execute(trx)
  return rows[0]?.count ?? 0
}
