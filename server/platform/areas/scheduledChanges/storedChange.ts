import { sql } from 'kysely'
import {
  getNextScheduleState,
  isScheduleTransitionAllowed,
  scheduledChangeStates,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type {
  ScheduledChangeState,
  ScheduleTransition,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import type { GuardName } from '#shared/engine/guards.ts'
import { platformActor } from '#shared/engine/actors.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { scheduledChangeMessages } from './messages.ts'

/** A scheduled change as stored, with what readers don't see. */
export type StoredChange = {
  id: number
  version: number
  title: string
  state: ScheduledChangeState
  startsAt: string
  endsAt: string | null
  timeZone: string
  storeIds: number[]
  createdBy: string
  problem: string | null
  askerId: number | null
  resource: string
  action: string
  needs: Permission
  planId: number | null
  jobId: number | null
  undoJobId: number | null
  noticeHours: number | null
  startedAt: string | null
  guard: GuardName | null
  guardPercent: number | null
  guardTrippedAt: string | null
}

/** Loads and locks a scheduled change until the transaction ends; undefined if it doesn't exist. */
export async function lockStoredChange(
  trx: Connection,
  id: number,
): Promise<StoredChange | undefined> {
  const { rows } = await sql<StoredChange>`
    select id, version, title, state, starts_at, ends_at, time_zone, store_ids, created_by, problem,
      asker_id, resource, action, needs, plan_id, job_id, undo_job_id, notice_hours, started_at,
      guard, guard_percent, guard_tripped_at
    from scheduled_changes where id = ${id} for update`.execute(trx)
  return rows[0]
}

/** Log events of transitions. */
const transitionEvents = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
  askAgain: 'moved',
  cancel: 'canceled',
  start: 'started',
  miss: 'missed',
  fail: 'failed',
  complete: 'completed',
  pause: 'stopped',
  end: 'ending',
  keep: 'kept',
} as const satisfies Record<ScheduleTransition, string>

const scheduleFields = [
  'startsAt',
  'endsAt',
  'timeZone',
  'noticeHours',
  'guard',
  'guardPercent',
] as const

/** Returns the times, notice, and guard among these values, or only those with these names. */
export const getScheduleValues = (
  values: Readonly<Record<string, unknown>>,
  names: readonly string[] = scheduleFields,
): Record<string, unknown> =>
  Object.fromEntries(
    scheduleFields
      .filter((name) => name in values && names.includes(name))
      .map((name) => [name, values[name]]),
  )

type TransitionContext = {
  trx: Connection
  now: string
  audit: (...entries: AuditEntry[]) => Promise<void>
  /** The operator who caused it; the platform if missing. */
  actor?: string
}

/** Makes a transition, writes its log entry, and returns the new state. Rejects one that the state doesn't allow. */
export async function saveTransition(
  { trx, now, audit, actor = platformActor }: TransitionContext,
  change: StoredChange,
  transition: ScheduleTransition,
  values: Record<string, unknown> = {},
): Promise<ScheduledChangeState> {
  const { id, state, title, endsAt, version, problem } = change
  // Who may decide was checked before, by `assertCanDecide`.
  const isOwnRequest = transition === 'withdraw'
  if (!isScheduleTransitionAllowed(transition, state, { isOwnRequest, hasEnd: endsAt !== null }))
    throw invalidState(scheduledChangeMessages.notPossible(scheduledChangeStates[state]))
  const to = getNextScheduleState(transition, state, { hasEnd: endsAt !== null })
  await withRecordTables(trx)
    .updateTable(scheduledChanges.name)
    .set({
      state: to,
      version: version + 1,
      updatedAt: now,
      updatedBy: actor,
      problem: null,
      ...values,
    })
    .where('id', '=', id)
    .execute()
  const text = values['problem'] ?? null
  const after = getScheduleValues(values)
  const before = getScheduleValues(change, Object.keys(after))
  await audit({
    event: `${scheduledChanges.name}.${transitionEvents[transition]}`,
    target: { type: scheduledChanges.name, id, label: title },
    before: { state, problem, ...before },
    after: { state: to, problem: text, ...after },
  })
  return to
}
