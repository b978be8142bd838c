import { sql } from 'kysely'
import { platformActor } from '#shared/engine/actors.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { checkRolloutGuards } from '../themes/index.ts'
import { createAuthorContext } from './authorContext.ts'
import { checkGuard, isGuarded } from './checkGuard.ts'
import { completeChange } from './completeChange.ts'
import { endChange } from './endChange.ts'
import { scheduledChangeMessages } from './messages.ts'
import { sendDueNotices } from './notices.ts'
import { startChange } from './startChange.ts'
import { lockStoredChange, saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'

type RunContext = Pick<WriteContext, 'platform' | 'trx' | 'now' | 'audit'>
type AfterCommit = () => Promise<void>

const skipFollowUp: AfterCommit = () => Promise.resolve()

/**
 * Makes all changes that are due, ends those that are over, and sends the notices before them.
 * Checks the guards of rollouts too. Each change is one transaction, so that a process that is
 * killed leaves all or nothing of a step.
 */
export async function runScheduledChanges(platform: Platform): Promise<void> {
  await sendDueNotices(platform)
  const now = platform.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    select id from scheduled_changes where state in ('running', 'ending')
      or state in ('waiting', 'scheduled') and starts_at <= ${now}
      or state = 'inEffect' and (ends_at <= ${now} or guard is not null and guard_tripped_at is null)
    order by coalesce(ends_at, starts_at), id`.execute(platform.db)
  await checkRolloutGuards(platform).catch((err: unknown) =>
    platform.log.warn({ err }, "The guards of rollouts couldn't be checked"),
  )
  for (const { id } of rows)
    await runDueChange(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, scheduledChange: id }, "A scheduled change couldn't be run"),
    )
}

/** Makes the next step of one change, if that is due. */
export async function runDueChange(platform: Platform, id: number): Promise<void> {
  const at = platform.now()
  const now = at.toISOString()
  let queues: string[] = []
  const afterCommit = await platform.db.transaction().execute(async (trx) => {
    const change = await lockStoredChange(trx, id)
    if (!change) return skipFollowUp
    const audit = createAuditor(trx, {
      asked: { id: `scheduled-change-${id}`, ip: '' },
      now,
      actor: platformActor,
    })
    const next = await takeStep({ platform, trx, now, audit }, change)
    queues = await platform.beforeCommit(trx, at)
    return next
  })
  await afterCommit()
  for (const queue of queues) await platform.wakeQueue(queue)
}

async function takeStep(context: RunContext, change: StoredChange): Promise<AfterCommit> {
  const { state, startsAt, endsAt } = change
  const { now } = context
  if (isGuarded(change) && (await checkGuard(context, change))) return skipFollowUp
  if (state === 'running' || state === 'ending') return completeChange(context, change)
  if (state === 'waiting' && startsAt <= now)
    return markMissed(context, change, scheduledChangeMessages.notApproved)
  if (state === 'scheduled' && startsAt <= now) return startDueChange(context, change)
  if (state === 'inEffect' && endsAt !== null && endsAt <= now) return endDueChange(context, change)
  return skipFollowUp
}

async function markMissed(
  context: RunContext,
  change: StoredChange,
  problem: string,
): Promise<AfterCommit> {
  await saveTransition(context, change, 'miss', { problem, endedAt: context.now })
  return skipFollowUp
}

/** Starts a change, or reports it as missed if that's too late, or as failed without its author. */
async function startDueChange(context: RunContext, change: StoredChange): Promise<AfterCommit> {
  const { trx, now } = context
  const { rows } = await sql<{ lateMinutes: number }>`
    select late_minutes from schedule_settings where id = 1`.execute(trx)
  const latestMs = Date.parse(change.startsAt) + (rows[0]?.lateMinutes ?? 0) * 60_000
  const isOver = change.endsAt !== null && change.endsAt <= now
  if (isOver || Date.parse(now) > latestMs)
    return markMissed(context, change, scheduledChangeMessages.missed)
  const author = await createAuthorContext(context, change)
  if (author.context) return startChange(author.context, change)
  await saveTransition(context, change, 'fail', {
    problem: scheduledChangeMessages.startBlocked(author.problem),
    endedAt: now,
  })
  return skipFollowUp
}

/**
 * Ends a change, however late: its author promised the end to others. Without its author, it stays
 * in effect and says so, until another operator ends it.
 */
async function endDueChange(context: RunContext, change: StoredChange): Promise<AfterCommit> {
  const { trx, now } = context
  const author = await createAuthorContext(context, change)
  if (author.context) return endChange(author.context, change)
  const problem = scheduledChangeMessages.endBlocked(author.problem)
  await sql`update scheduled_changes set problem = ${problem}, version = version + 1, updated_at = ${now},
    updated_by = ${platformActor} where id = ${change.id} and problem is distinct from ${problem}`.execute(
    trx,
  )
  return skipFollowUp
}
