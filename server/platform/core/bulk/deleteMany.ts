import { sql } from 'kysely'
import { isRestorable } from '#shared/engine/undo.ts'
import { defineManyJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowWork } from '../jobs/jobs.ts'
import { scopedTo } from '../records/inScope.ts'
import { removeRecord } from '../records/changes/remove.ts'
import { restoreDeleted } from '../records/changes/restore.ts'
import type { Kept } from '../records/settled.ts'
import { sentenceOf } from './checkChanges.ts'
import type { ManyRow } from './recordJob.ts'

/** What a row keeps of a record that it deleted: the version that is restored. */
type Deleted = { version: number }

/** The kind of job that deletes many records: what is used, or was changed since it was shown, stays. */
export const deleteMany = (resource: Kept): JobKind =>
  defineManyJob(
    { name: `${resource.name}.delete`, needs: `${resource.permission}:delete` },
    {
      perform: (work, rows) =>
        eachOf(work, rows, async (row) => {
          const { version } = row.input as ManyRow // As it was kept when the job began.
          const scoped = scopedTo(work.caller, resource)
          await removeRecord(scoped, work, { id: Number(row.targetId), version })
          const kept = { before: { version } satisfies Deleted }
          return { outcome: 'done', ...(isRestorable(resource) && kept) }
        }),
      undo: (work, rows) => eachOf(work, rows, (row) => restore(resource, work, row)),
    },
  )

async function restore(resource: Kept, work: RowWork, row: JobRow): Promise<RowResult> {
  const { version } = row.input as Deleted // As it was kept above.
  await restoreDeleted(scopedTo(work.caller, resource), work, { id: Number(row.targetId), version })
  return { outcome: 'done', sentence: null }
}

/**
 * One after the other in one transaction. What a row that is refused had written, as where what follows a restored record refuses, is
 * taken back: the others are kept.
 */
async function eachOf(
  { trx }: RowWork,
  rows: readonly JobRow[],
  work: (row: JobRow) => Promise<RowResult>,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) {
    await sql`savepoint before_row`.execute(trx)
    const result = await work(row).catch(async (error: unknown): Promise<RowResult> => {
      const sentence = sentenceOf(error)
      await sql`rollback to savepoint before_row`.execute(trx)
      return { outcome: 'refused', sentence }
    })
    await sql`release savepoint before_row`.execute(trx)
    results.push(result)
  }
  return results
}
