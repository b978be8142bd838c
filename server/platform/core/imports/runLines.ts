import { sql } from 'kysely'
import { changeAll, putBack } from '../bulk/recordJob.ts'
import { defineManyJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowWork } from '../jobs/jobs.ts'
import { makeRecords } from '../records/changes/create.ts'
import { scopedTo } from '../records/inScope.ts'
import { removeRecord } from '../records/changes/remove.ts'
import type { ImportWork, Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'

/** What a line keeps for its undo: the record that it made, or what a change of one keeps. */
type Before = { made: { id: number; version: number } } | { was: unknown }

type Looked = { line: number; targetId: number | null; version: number; record: Values }

/** Does what the dry run showed, a line a row. A record that was changed since then is refused, and so is one that came since then. */
export const runJob = (resource: Kept): JobKind =>
  defineManyJob(
    { name: `${resource.name}.import`, needs: `${resource.permission}:write` },
    {
      async perform(work, rows) {
        const lines = rows.map(({ input }) => (input as { line: number }).line) // As the call kept it.
        const looked = await lookedAt(work, lines)
        const made = await make(
          resource,
          work,
          looked.filter(({ targetId }) => targetId === null),
        )
        const changed = await change(
          resource,
          work,
          looked.filter(({ targetId }) => targetId !== null),
        )
        return lines.map((line): RowResult => made.get(line) ?? changed.get(line) ?? gone())
      },
      async undo(work, rows) {
        const results: RowResult[] = []
        for (const row of rows) results.push(await takeBack(resource, work, row))
        return results
      },
    },
  )

const gone = (): never => {
  throw new Error('What was looked at is not kept any more')
}

async function lookedAt({ trx, job }: RowWork, lines: readonly number[]): Promise<Looked[]> {
  const { importId } = job.input as { importId: number } // As the call kept it.
  const { rows } = await sql<Looked>`select line, target_id, version, record from import_lines
    where import_id = ${importId} and line = any(${[...lines]}::int[]) order by line`.execute(trx)
  return rows
}

type Results = Map<number, RowResult>

async function make(resource: Kept, work: RowWork, looked: readonly Looked[]): Promise<Results> {
  if (looked.length === 0) return new Map()
  const values = looked.map(({ record }) => record)
  const records = await makeRecords(scopedTo(work.caller, resource), work, values)
  return new Map(
    looked.map(({ line }, at) => {
      const { id = 0, version = 0 } = records[at] ?? {}
      const before: Before = { made: { id, version } }
      return [line, { outcome: 'done', before, targetId: id }]
    }),
  )
}

async function change(resource: Kept, work: RowWork, looked: readonly Looked[]): Promise<Results> {
  if (looked.length === 0) return new Map()
  const changes = looked.map(({ targetId, version, record }) => ({
    id: Number(targetId),
    version,
    becomes: () => record,
  }))
  const results = await changeAll(resource, work, changes, {})
  return new Map(looked.flatMap(({ line }, at) => (results[at] ? [[line, results[at]]] : [])))
}

async function takeBack(resource: Kept, work: RowWork, row: JobRow): Promise<RowResult> {
  const before = row.input as Before // As it was kept above.
  if (!('made' in before)) return putBack(resource)(work, row)
  return (resource.importing?.unmake ?? remove)(work, before.made, resource)
}

/** A record that was made goes, unless somebody changed or uses it. */
const remove: NonNullable<ImportWork['unmake']> = async (work, made, resource) => {
  await removeRecord(scopedTo(work.caller, resource), work, made)
  return { outcome: 'done', sentence: null }
}
