import { sql } from 'kysely'
import { updateAllInJob, revert } from '../bulk/updateJob.ts'
import { defineBatchJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowContext } from '../jobs/jobs.ts'
import { createRecords } from '../records/changes/create.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { deleteRecord } from '../records/changes/delete.ts'
import type { ImportHooks, ResourceModule } from '../records/resourceHooks.ts'
import type { FieldValues } from '../records/values.ts'

/** The undo data of a line: the record it created, or the undo data of a change. */
type ImportUndoData = { made: { id: number; version: number } } | { was: unknown }

type RunnableLine = { line: number; targetId: number | null; version: number; record: FieldValues }

/**
 * Creates the job that does what the dry run showed, a line per row. Rejects records that changed
 * or appeared since.
 */
export const createImportJob = (resource: ResourceModule): JobKind =>
  defineBatchJob(
    { name: `${resource.name}.import`, permission: `${resource.permission}:write` },
    {
      async perform(work, rows) {
        // As saved by the call.
        const lines = rows.map(({ input }) => (input as { line: number }).line)
        const looked = await loadRunnableLines(work, lines)
        const made = await createLineRecords(
          resource,
          work,
          looked.filter(({ targetId }) => targetId === null),
        )
        const changed = await updateLineRecords(
          resource,
          work,
          looked.filter(({ targetId }) => targetId !== null),
        )
        return lines.map(
          (line): RowResult => made.get(line) ?? changed.get(line) ?? failMissingLine(),
        )
      },
      async undo(work, rows) {
        const results: RowResult[] = []
        for (const row of rows) results.push(await undoLine(resource, work, row))
        return results
      },
    },
  )

const failMissingLine = (): never => {
  throw new Error('What was looked at is not kept any more')
}

async function loadRunnableLines(
  { trx, job }: RowContext,
  lines: readonly number[],
): Promise<RunnableLine[]> {
  const { importId } = job.input as { importId: number } // As saved by the call.
  const { rows } = await sql<RunnableLine>`select line, target_id, version, record from import_lines
    where import_id = ${importId} and line = any(${[...lines]}::int[]) order by line`.execute(trx)
  return rows
}

type ResultsByLine = Map<number, RowResult>

async function createLineRecords(
  resource: ResourceModule,
  work: RowContext,
  looked: readonly RunnableLine[],
): Promise<ResultsByLine> {
  if (looked.length === 0) return new Map()
  const values = looked.map(({ record }) => record)
  const records = await createRecords(limitToCaller(work.caller, resource), work, values)
  return new Map(
    looked.map(({ line }, at) => {
      const { id = 0, version = 0 } = records[at] ?? {}
      const undoData: ImportUndoData = { made: { id, version } }
      return [line, { outcome: 'done', undoData, targetId: id }]
    }),
  )
}

async function updateLineRecords(
  resource: ResourceModule,
  work: RowContext,
  looked: readonly RunnableLine[],
): Promise<ResultsByLine> {
  if (looked.length === 0) return new Map()
  const changes = looked.map(({ targetId, version, record }) => ({
    id: Number(targetId),
    version,
    getChanges: () => record,
  }))
  const results = await updateAllInJob(resource, work, changes, {})
  return new Map(looked.flatMap(({ line }, at) => (results[at] ? [[line, results[at]]] : [])))
}

async function undoLine(
  resource: ResourceModule,
  work: RowContext,
  row: JobRow,
): Promise<RowResult> {
  const before = row.input as ImportUndoData // As saved above.
  if (!('made' in before)) return revert(resource)(work, row)
  return (resource.importHooks?.undoCreate ?? deleteCreatedRecord)(work, before.made, resource)
}

/** Deletes a created record unless someone changed or uses it. */
const deleteCreatedRecord: NonNullable<ImportHooks['undoCreate']> = async (
  work,
  made,
  resource,
) => {
  await deleteRecord(limitToCaller(work.caller, resource), work, made)
  return { outcome: 'done', sentence: null }
}
