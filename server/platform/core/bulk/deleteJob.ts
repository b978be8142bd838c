import { sql } from 'kysely'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
import { defineBatchJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowContext } from '../jobs/jobs.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { deleteRecord } from '../records/changes/delete.ts'
import { restoreRecord } from '../records/changes/restore.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { getRejectionDetail } from './checkChanges.ts'
import type { BatchRow } from './updateJob.ts'

/** The undo data of a deleted record: the version to restore. */
type DeletedVersion = { version: number }

/**
 * Creates the job that deletes many records. Records that are in use, or changed since they were
 * shown, stay.
 */
export const createDeleteJob = (resource: ResourceModule): JobKind =>
  defineBatchJob(
    { name: `${resource.name}.delete`, permission: `${resource.permission}:delete` },
    {
      perform: (context, rows) =>
        runEachRow(context, rows, async (row) => {
          const { version } = row.input as BatchRow // As saved when the job started.
          const scoped = limitToCaller(context.caller, resource)
          await deleteRecord(scoped, context, { id: Number(row.targetId), version })
          const undoOptions = { undoData: { version } satisfies DeletedVersion }
          return { outcome: 'done', ...(canRestoreDeletedRecords(resource) && undoOptions) }
        }),
      undo: (context, rows) =>
        runEachRow(context, rows, (row) => undoDeletion(resource, context, row)),
    },
  )

async function undoDeletion(
  resource: ResourceModule,
  context: RowContext,
  row: JobRow,
): Promise<RowResult> {
  const { version } = row.input as DeletedVersion // As saved above.
  await restoreRecord(limitToCaller(context.caller, resource), context, {
    id: Number(row.targetId),
    version,
  })
  return { outcome: 'done', sentence: null }
}

/**
 * Runs rows in sequence in one transaction. A rejected row is rolled back, even after writes, and
 * the others are kept.
 */
async function runEachRow(
  { trx }: RowContext,
  rows: readonly JobRow[],
  run: (row: JobRow) => Promise<RowResult>,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) {
    await sql`savepoint before_row`.execute(trx)
    const result = await run(row).catch(async (error: unknown): Promise<RowResult> => {
      const sentence = getRejectionDetail(error)
      await sql`rollback to savepoint before_row`.execute(trx)
      return { outcome: 'refused', sentence }
    })
    await sql`release savepoint before_row`.execute(trx)
    results.push(result)
  }
  return results
}
