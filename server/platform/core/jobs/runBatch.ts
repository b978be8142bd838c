import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { HttpError } from '../platform/httpError.ts'
import type { JobRow, RowResult } from './jobs.ts'
import { lockRows, nothingSavedMessage, createRowContext } from './rowContext.ts'
import type { JobRunner, RunningJob } from './rowContext.ts'

/**
 * Runs many rows in one transaction and returns how many this process could lock. Null if nothing
 * could be committed, so each row must run separately.
 */
export async function runBatch(
  { platform, beforeCommit }: JobRunner,
  running: RunningJob,
  rows: readonly JobRow[],
): Promise<number | null> {
  const { kind, job, isUndo } = running
  const perform = isUndo ? kind.batch?.undo : kind.batch?.perform
  if (!perform) return null
  const at = platform.now()
  const now = at.toISOString()
  try {
    return await platform.db.transaction().execute(async (trx) => {
      const lockedRows = await lockRows(trx, running, rows)
      if (lockedRows.length === 0) return 0
      const context = await createRowContext(running, { platform, trx, now })
      const rowsWithoutUndoData = lockedRows.filter(({ input }) => isUndo && input === null)
      const runnableRows = lockedRows.filter((row) => !rowsWithoutUndoData.includes(row))
      const results = await perform(context, runnableRows)
      for (const queue of await beforeCommit(trx, at)) running.queues.add(queue)
      const rejected: RowResult = { outcome: 'refused', sentence: nothingSavedMessage }
      await saveResults(trx, running, now, [
        ...runnableRows.map((row, index) => ({ row, result: results[index] ?? rejected })),
        ...rowsWithoutUndoData.map((row) => ({ row, result: rejected })),
      ])
      return lockedRows.length
    })
  } catch (error) {
    if (!(error instanceof HttpError))
      platform.log.warn(
        { job: job.id, err: error },
        "A job's rows couldn't be processed together, so they're being processed one by one",
      )
    return null
  }
}

async function saveResults(
  trx: Connection,
  { createdAt }: RunningJob,
  now: string,
  finished: readonly { row: JobRow; result: RowResult }[],
): Promise<void> {
  const updates = finished.map(
    ({ row, result: { outcome, sentence = null, undoData: before, targetId } }) => ({
      id: row.id,
      outcome,
      sentence,
      before,
      target_id: targetId,
    }),
  )
  await sql`update job_rows set outcome = told.outcome, sentence = told.sentence,
      before = told.before, target_id = coalesce(told.target_id, job_rows.target_id),
      ended_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as told (id bigint, outcome text, sentence text, before jsonb, target_id integer)
    where job_rows.id = told.id and job_rows.created_at = ${createdAt}`.execute(trx)
}
