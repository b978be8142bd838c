import { isDeepStrictEqual } from 'node:util'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Answer, Work } from '../http/call.ts'
import { defineManyJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowWork } from '../jobs/jobs.ts'
import { changeRecord } from '../records/changes/changeRecord.ts'
import type { RecordChange } from '../records/changes/changeRecord.ts'
import { scopedTo } from '../records/inScope.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import type { Kept } from '../records/settled.ts'
import { readValues } from '../records/values.ts'
import type { Values } from '../records/values.ts'
import type { BulkWork } from '../records/bulkWork.ts'
import { checkChanges } from './checkChanges.ts'
import type { ChangeOf } from './checkChanges.ts'
import { pick, writeChanges } from './writeChanges.ts'
import { bulkMessages } from './messages.ts'

/** What a row keeps of the record that it changed: what was, and what the row has left there. */
type Before = { was: Values; left: Values }

/** What becomes of a record that has these values by now. */
export const soAlready = { outcome: 'unchanged', sentence: bulkMessages.unchanged } as const

/** Secrets are given out to nobody, not even to be put back. */
const isKnown = ({ fields }: Resource, names: readonly string[]) =>
  names.every((name) => fields[name]?.kind !== 'secret')

/** Changes a record as a row of a job, for who started it, and keeps what was before for `putBack`. */
export async function changeInJob(
  resource: Kept,
  work: RowWork,
  change: RecordChange,
): Promise<RowResult> {
  const { before, after, names } = await changeRecord(scopedTo(work.caller, resource), work, change)
  if (names.length === 0) return soAlready
  const kept: Before = { was: pick(before, names), left: pick(after, names) }
  return { outcome: 'done', ...(isKnown(resource, names) ? { before: kept } : {}) }
}

/** Changes many records as rows of a job: what is refused is told of each, all others are written together. */
export async function changeAll(
  resource: Kept,
  work: RowWork,
  changes: readonly ChangeOf[],
  bulk: Pick<BulkWork, 'derived' | 'hold' | 'event' | 'follow'>,
): Promise<RowResult[]> {
  const scoped = scopedTo(work.caller, resource)
  const checked = await checkChanges(scoped, work, changes, { ...bulk, holds: true })
  const written = checked.flatMap(({ id, before, values, refused }) =>
    before && !refused && Object.keys(values).length > 0 ? [{ id, before, values }] : [],
  )
  const after = await writeChanges(scoped, work, written, bulk)
  const done = new Map(
    written.map(({ id, before, values }, at): [number, Before] => {
      const names = Object.keys(values)
      return [id, { was: pick(before, names), left: pick(after[at] ?? before, names) }]
    }),
  )
  return checked.map(({ id, refused }): RowResult => {
    if (refused) return { outcome: 'refused', sentence: refused }
    const before = done.get(id)
    return before ? { outcome: 'done', before } : soAlready
  })
}

/** The undo of rows that were changed: nobody who changed these fields since is overruled. */
const putBackAll =
  (resource: Kept, bulk: Pick<BulkWork, 'derived' | 'hold' | 'undone' | 'refuse'>) =>
  async (work: RowWork, rows: readonly JobRow[]): Promise<RowResult[]> => {
    const changes = rows.map(({ targetId, input }): ChangeOf => {
      const { was, left } = input as Before // As it was kept.
      return {
        id: Number(targetId),
        version: null,
        async becomes(now) {
          refuseSince(resource, now, left)
          await bulk.refuse?.(now, work)
          return was
        },
      }
    })
    const results = await changeAll(resource, work, changes, {
      ...(bulk.derived && { derived: bulk.derived }),
      ...(bulk.hold && { hold: bulk.hold }),
      ...(bulk.undone && { event: bulk.undone }),
    })
    return results.map(({ outcome, sentence = null }) => ({ outcome, sentence }))
  }

/** The `undo` of kinds whose rows are changed by `changeInJob`. */
export const putBack =
  (resource: Kept): NonNullable<JobKind['undo']> =>
  async (work, row) => {
    const [result] = await putBackAll(resource, {})(work, [row])
    return result ?? soAlready
  }

function refuseSince({ fields, derived }: Kept, now: AnyRecord, left: Values): void {
  const others = Object.keys(left).filter((name) => !isDeepStrictEqual(now[name], left[name]))
  if (others.length === 0) return
  const labels = others.map((name) => (fields[name] ?? derived?.[name])?.label ?? name)
  throw new Refusal(409, 'conflict', bulkMessages.changedSince(now.updatedBy, labels.join(', ')))
}

/** What each row of a job that changes many does, and the version of the record that was shown to who asked for it. */
export type ManyInput = { values: Values }
export type ManyRow = { version: number }

/** What gives the same values to many. */
export const sameForAll: BulkWork = { becomes: (_before, given) => given }

/** What a record becomes, unless who asks may not manage it. */
export async function becoming(bulk: BulkWork, before: AnyRecord, given: Values, work: Work) {
  await bulk.refuse?.(before, work)
  return bulk.becomes(before, given, work)
}

/** The kind of job that does one thing to many records of a resource. A record that was changed since it was shown is refused. */
export const changeMany = (resource: Kept, name = 'change', bulk = sameForAll): JobKind =>
  defineManyJob(
    { name: `${resource.name}.${name}`, needs: `${resource.permission}:write` },
    {
      perform(work, rows) {
        const { values } = work.job.input as ManyInput // As they were kept when the job began.
        const changes = rows.map(({ targetId, input }): ChangeOf => {
          const { version } = input as ManyRow
          return {
            id: Number(targetId),
            version,
            becomes: (before) => becoming(bulk, before, values, work),
          }
        })
        return changeAll(resource, work, changes, bulk)
      },
      undo: putBackAll(resource, bulk),
    },
  )

/** Starts such a job for records as they were shown. Values are looked at now; what holds for each record alone, as its row runs. */
export async function startChangeMany(
  resource: Kept,
  work: Work,
  { title, values, records }: { title: string; values: unknown; records: readonly AnyRecord[] },
): Promise<Answer> {
  const read = readValues(resource, values, 'present')
  const secret = Object.keys(read).find((name) => resource.fields[name]?.kind === 'secret')
  // The job would keep it for everybody to read who reads the database.
  if (secret !== undefined) throw invalid({ [secret]: bulkMessages.secretAlone })
  const rows = records.map((record) => ({
    targetId: record.id,
    label: labelOf(resource, record),
    input: { version: record.version } satisfies ManyRow,
  }))
  const input: ManyInput = { values: read }
  return startJob(work, { kind: changeMany(resource), title, input, rows })
}
