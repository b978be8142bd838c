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
      async perform(context, rows) {
        // As saved by the call.
        const lines = rows.map(({ input }) => (input as { line: number }).line)
        const runnableLines = await loadRunnableLines(context, lines)
        const created = await createLineRecords(
          resource,
          context,
          runnableLines.filter(({ targetId }) => targetId === null),
        )
        const updated = await updateLineRecords(
          resource,
          context,
          runnableLines.filter(({ targetId }) => targetId !== null),
        )
        return lines.map(
          (line): RowResult => created.get(line) ?? updated.get(line) ?? failMissingLine(),
        )
      },
      async undo(context, rows) {
        const results: RowResult[] = []
        for (const row of rows) results.push(await undoLine(resource, context, row))
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
  context: RowContext,
  runnableLines: readonly RunnableLine[],
): Promise<ResultsByLine> {
  if (runnableLines.length === 0) return new Map()
  const values = runnableLines.map(({ record }) => record)
  const records = await createRecords(limitToCaller(context.caller, resource), context, values)
  return new Map(
    runnableLines.map(({ line }, index) => {
      const { id = 0, version = 0 } = records[index] ?? {}
      const undoData: ImportUndoData = { made: { id, version } }
      return [line, { outcome: 'done', undoData, targetId: id }]
    }),
  )
}

async function updateLineRecords(
  resource: ResourceModule,
  context: RowContext,
  runnableLines: readonly RunnableLine[],
): Promise<ResultsByLine> {
  if (runnableLines.length === 0) return new Map()
  const changes = runnableLines.map(({ targetId, version, record }) => ({
    id: Number(targetId),
    version,
    getChanges: () => record,
  }))
  const results = await updateAllInJob(resource, context, changes, {})
  return new Map(
    runnableLines.flatMap(({ line }, index) => (results[index] ? [[line, results[index]]] : [])),
  )
}

async function undoLine(
  resource: ResourceModule,
  context: RowContext,
  row: JobRow,
): Promise<RowResult> {
  const before = row.input as ImportUndoData // As saved above.
  if (!('made' in before)) return revert(resource)(context, row)
  return (resource.importHooks?.undoCreate ?? deleteCreatedRecord)(context, before.made, resource)
}

/** Deletes a created record unless someone changed or uses it. */
const deleteCreatedRecord: NonNullable<ImportHooks['undoCreate']> = async (
  context,
  created,
  resource,
) => {
  await deleteRecord(limitToCaller(context.caller, resource), context, created)
  return { outcome: 'done', sentence: null }
}
