import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { demand } from '../http/answering.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { badRequest, invalid, noPermission, Refusal } from '../platform/refusal.ts'
import { defineJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, NewRow } from '../jobs/jobs.ts'
import { whole } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { storedAs } from '../records/kinds.ts'
import { lockRecord, readRecord } from '../records/read.ts'
import { RecordId, recordIdOf, versionFrom } from '../records/recordId.ts'
import { removeRecord } from '../records/changes/remove.ts'
import { restoreDeleted } from '../records/changes/restore.ts'
import type { Kept } from '../records/settled.ts'
import { usesBy } from '../records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { changeInJob, putBack } from './recordJob.ts'
import { bulkMessages } from './messages.ts'

const MergeInto = type({ into: RecordId })

type Merge = { from: number; into: number }

/** What a row is about: a record that refers to the one that goes, or, when none does any more, that one itself. */
type MergeRow = { of: string } | { of: null }

/** What a row keeps for its undo. */
type MergeBefore = { of: string; kept: unknown } | { of: null; version: number }

const referring = ({ name }: Kept, all: readonly Kept[]) =>
  all.flatMap((of) => {
    const fields = Object.entries(of.fields).filter(([, { to }]) => to?.name === name)
    return fields.length === 0 ? [] : [{ of, fields }]
  })

/** POST /x/ID/merge, for each resource whose definition says `merges`. It rewrites what refers to the one, which takes the right to write too. */
export const mergeCalls = (all: readonly Kept[]): Call[] =>
  merging(all).map((resource) => ({
    kind: 'write',
    needs: `${resource.permission}:delete`,
    method: 'post',
    path: `/${resource.name}/:id/merge`,
    summary: `Start a job that replaces one ${resource.title.one} with another everywhere, then deletes the first`,
    body: object({ into: whole }),
    ifMatch: 'optional',
    success: { status: 202, schema: object({ id: whole }) },
    refusals: [409, 413, 415, 422],
    answer: (change) => startMerge(scopedTo(change.caller, resource), all, change),
  }))

export const mergeJobs = (all: readonly Kept[]): JobKind[] =>
  merging(all).map((resource) => mergeJob(resource, all))

const merging = (all: readonly Kept[]) => all.filter(({ merges }) => merges)

async function startMerge(
  resource: Scoped<Kept>,
  all: readonly Kept[],
  change: Change,
): Promise<Answer> {
  const { trx, asked } = change
  if (!is(asked.body, MergeInto)) throw badRequest(bulkMessages.mergeBody)
  demand(`${resource.permission}:write`, change.caller)
  const merge = { from: recordIdOf(resource, asked), into: asked.body.into }
  const record = await lockRecord(trx, resource, merge.from, versionFrom(asked))
  const other = await otherOf(resource, trx, merge, record)
  const rows: NewRow[] = await rowsThatRefer(resource, all, trx, merge.from)
  await refuseOutside(resource, trx, merge.from, rows.length)
  const names = [record, other].map((one) => labelOf(resource, one))
  const itself = { targetId: merge.from, label: names[0] ?? '', input: { of: null } }
  return startJob(change, {
    kind: mergeJob(resource, all),
    title: bulkMessages.mergeTitle(names[0] ?? '', names[1] ?? ''),
    input: merge,
    rows: [...rows, itself],
  })
}

/** The record that stays: another one, and of the same whole where they are parts. */
async function otherOf(
  resource: Scoped<Kept>,
  trx: Connection,
  { from, into }: Merge,
  record: AnyRecord,
): Promise<AnyRecord> {
  const { one } = resource.title
  const refuse = (why: string) => invalid({ into: why })
  if (into === from) throw refuse(platformMessages.mergeItself(one))
  const other = await readRecord(trx, resource, into).catch((error: unknown) => {
    throw error instanceof Refusal && error.problem.status === 404
      ? refuse(platformMessages.gone(panelMessages.merge.into))
      : error
  })
  const { parent } = resource
  if (parent !== undefined && other[parent] !== record[parent])
    throw refuse(platformMessages.mergeElsewhere(resource.fields[parent]?.label ?? parent))
  return other
}

async function rowsThatRefer(
  resource: Scoped<Kept>,
  all: readonly Kept[],
  trx: Connection,
  id: number,
): Promise<NewRow[]> {
  const found: NewRow[] = []
  for (const { of, fields } of referring(resource, all)) {
    const refers = fields.map(([name, field]) =>
      storedAs(field).condition(sql.ref(name), { field, op: 'eq', value: String(id) }),
    )
    const { rows } = await sql<{ id: number; label: string }>`
      select id, cast(${sql.ref(of.label)} as text) as label from ${rowsOf(of, resource.storeIds)}
      where ${sql.join(refers, sql` or `)} order by id`.execute(trx)
    const input: MergeRow = { of: of.name }
    found.push(...rows.map((row) => ({ targetId: row.id, label: row.label, input })))
  }
  return found
}

/** Whoever is for some stores cannot change what others have. */
async function refuseOutside(resource: Scoped<Kept>, trx: Connection, id: number, found: number) {
  const uses = await usesBy(resource.dependents, trx, id, { storeIds: null })
  if (uses.reduce((sum, { count }) => sum + count, 0) <= found) return
  throw noPermission(bulkMessages.otherStores(resource.title.one))
}

/** What refers to the one is changed first, so that the one is deleted when nothing does: whoever began to since keeps it. */
function mergeJob(resource: Kept, all: readonly Kept[]): JobKind {
  function whoRefers(name: string) {
    const found = referring(resource, all).find(({ of }) => of.name === name)
    if (!found) throw new Error(`${name} does not refer to ${resource.name} any more`)
    return found
  }
  return defineJob({
    name: `${resource.name}.merge`,
    needs: `${resource.permission}:delete`,
    async perform(work, { targetId, input }) {
      demand(`${resource.permission}:write`, work.caller)
      const merge = work.job.input as Merge // As they were kept when the job began.
      const { of } = input as MergeRow
      if (of === null) {
        const scoped = scopedTo(work.caller, resource)
        const { version } = await removeRecord(scoped, work, { id: merge.from, version: null })
        return { outcome: 'done', before: { of, version } satisfies MergeBefore }
      }
      const { of: other, fields } = whoRefers(of)
      const id = Number(targetId)
      const record = await lockRecord(work.trx, scopedTo(work.caller, other), id, null)
      const values = Object.fromEntries(
        fields.map(([name]) => [name, replaced(record[name], merge)]),
      )
      const done = await changeInJob(other, work, { id, version: null, values })
      const { before: kept, ...result } = done
      return kept === undefined ? result : { ...result, before: { of, kept } satisfies MergeBefore }
    },
    undo(work, row) {
      const before = row.input as MergeBefore // As `perform` kept it.
      if (before.of !== null)
        return putBack(whoRefers(before.of).of)(work, { ...row, input: before.kept })
      const { version } = before
      const deleted = { id: Number(row.targetId), version }
      return restoreDeleted(scopedTo(work.caller, resource), work, deleted).then(() => ({
        outcome: 'done',
      }))
    },
  })
}

function replaced(value: unknown, { from, into }: Merge): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((id: unknown) => replaced(id, { from, into })))]
  return value === from ? into : value
}
