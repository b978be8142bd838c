import { sql } from 'kysely'
import { changeInJob, putBack } from '../bulk/recordJob.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { makeRecord } from '../records/create.ts'
import { scopedTo } from '../records/inScope.ts'
import { removeRecord } from '../records/remove.ts'
import type { ImportWork, Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'

/** What a line keeps for its undo: the record that it made, or what `changeInJob` keeps. */
type Before = { made: { id: number; version: number } } | { was: unknown }

/** Does what the dry run showed, a line a row. A record that was changed since then is refused, and so is one that came since then. */
export const runJob = (resource: Kept): JobKind =>
  defineJob({
    name: `${resource.name}.import`,
    needs: `${resource.permission}:write`,
    async perform(work, { input }) {
      const { importId } = work.job.input as { importId: number } // As the call kept it.
      const { line } = input as { line: number } // As the call kept it.
      const { rows } = await sql<{ targetId: number | null; version: number; record: Values }>`
        select target_id, version, record from import_lines
        where import_id = ${importId} and line = ${line}`.execute(work.trx)
      const [looked] = rows
      if (!looked) throw new Error('What was looked at is not kept any more')
      const { targetId, version, record: values } = looked
      if (targetId !== null) return changeInJob(resource, work, { id: targetId, version, values })
      const { id, version: made } = await makeRecord(scopedTo(work.caller, resource), work, values)
      return { outcome: 'done', before: { made: { id, version: made } } satisfies Before }
    },
    async undo(work, row) {
      const before = row.input as Before // As `perform` kept it.
      if (!('made' in before)) return putBack(resource)(work, row)
      return (resource.importing?.unmake ?? remove)(work, before.made, resource)
    },
  })

/** A record that was made goes, unless somebody changed or uses it. */
const remove: NonNullable<ImportWork['unmake']> = async (work, made, resource) => {
  await removeRecord(scopedTo(work.caller, resource), work, made)
  return { outcome: 'done', sentence: null }
}
