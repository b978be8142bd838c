import { sql } from 'kysely'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { createUndoJob } from '#server/platform/core/jobs/undoJob.ts'
import { findStartError } from './completeChange.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

/**
 * Ends a change with a job that restores what it changed, for the caller. If the change's job was
 * undone before, or did nothing, there is nothing left to restore. Returns what to do after the
 * commit.
 */
export async function endChange(
  context: WriteContext,
  change: StoredChange,
): Promise<() => Promise<void>> {
  const { trx, now, audit, caller, platform } = context
  const { jobId, title } = change
  const undoJobId = jobId === null ? null : await findOrCreateUndo(context, { id: jobId, title })
  const save = { trx, now, audit, actor: caller.email }
  const problem = await findStartError(trx, change)
  await saveTransition(save, change, 'end', { undoJobId, problem })
  return () => (undoJobId === null ? Promise.resolve() : platform.enqueueJob(undoJobId))
}

async function findOrCreateUndo(
  context: WriteContext,
  job: { id: number; title: string },
): Promise<number | null> {
  const { rows } = await sql<{ undoId: number | null; isUndoable: boolean }>`
    select (select id from jobs where undo_of = ${job.id}) as undo_id,
      exists (select from job_rows where job_id = ${job.id} and outcome = 'done') as is_undoable`.execute(
    context.trx,
  )
  const { undoId = null, isUndoable = false } = rows[0] ?? {}
  if (undoId !== null || !isUndoable) return undoId
  return createUndoJob(context, job)
}
