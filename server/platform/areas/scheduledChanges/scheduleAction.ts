import { enums, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { scheduleActions } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduleAction } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState } from '#server/platform/core/platform/httpError.ts'
import { sql } from 'kysely'
import { createAuthorContext } from './authorContext.ts'
import { endChange } from './endChange.ts'
import { lockChange, loadChangeResult } from './lockChange.ts'
import { scheduledChangeMessages } from './messages.ts'
import { startChange } from './startChange.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

const ActionBody = type({ action: enums([...scheduleActions]) })

/**
 * POST /scheduledChanges/ID/action: cancels a change, starts or ends it now, or keeps it. A start
 * counts as its author's, and an end as the caller's.
 */
export async function handleScheduleAction(context: RequestContext): Promise<CallResult> {
  const change = await lockChange(context)
  if (!is(context.request.body, ActionBody))
    throw badRequest(scheduledChangeMessages.actionBody(scheduleActions.join(', ')))
  const afterCommit = await actions[context.request.body.action](context, change)
  return { ...(await loadChangeResult(context, change.id)), ...(afterCommit && { afterCommit }) }
}

type RunAction = (
  context: RequestContext,
  change: StoredChange,
) => Promise<(() => Promise<void>) | null>

const actions: Record<ScheduleAction, RunAction> = { cancel, start, end: endChange, keep }

async function cancel({ trx, now, audit, caller, platform }: RequestContext, change: StoredChange) {
  const { jobId } = change
  const save = { trx, now, audit, actor: caller.email }
  await saveTransition(save, change, 'cancel', { endedAt: now })
  if (jobId === null) return null
  await sql`update jobs set status = 'cancelled', ended_at = ${now}
    where id = ${jobId} and status in ('waiting', 'running')`.execute(trx)
  return () => platform.enqueueJob(jobId)
}

async function start(context: RequestContext, change: StoredChange) {
  const author = await createAuthorContext(context, change)
  if (!author.context) throw invalidState(scheduledChangeMessages.startBlocked(author.problem))
  return startChange(author.context, change)
}

async function keep({ trx, now, audit, caller }: RequestContext, change: StoredChange) {
  const save = { trx, now, audit, actor: caller.email }
  await saveTransition(save, change, 'keep', { endsAt: null, endedAt: now })
  return null
}
