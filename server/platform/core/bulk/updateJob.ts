import { isDeepStrictEqual } from 'node:util'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { CallResult, WriteContext } from '../http/call.ts'
import { defineBatchJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowContext } from '../jobs/jobs.ts'
import { updateRecord } from '../records/changes/updateRecord.ts'
import type { RecordChange } from '../records/changes/updateRecord.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { validationFailed, HttpError } from '../platform/httpError.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { parseValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'
import type { BulkHandler } from '../records/bulkHandler.ts'
import { checkChanges } from './checkChanges.ts'
import type { PlannedChange } from './checkChanges.ts'
import { pickValues, writeChanges } from './writeChanges.ts'
import { bulkMessages } from './messages.ts'

/** What a row keeps of the record that it changed: what was, and what the row has left there. */
type UpdateUndoData = { was: FieldValues; left: FieldValues }

/** What becomes of a record that has these values by now. */
export const noChange = { outcome: 'unchanged', sentence: bulkMessages.unchanged } as const

/** Secrets are given out to nobody, not even to be put back. */
const hasNoSecrets = ({ fields }: Resource, names: readonly string[]) =>
  names.every((name) => fields[name]?.kind !== 'secret')

/** Changes a record as a row of a job, for who started it, and keeps what was before for `putBack`. */
export async function updateInJob(
  resource: ResourceModule,
  work: RowContext,
  change: RecordChange,
): Promise<RowResult> {
  const { before, after, names } = await updateRecord(
    limitToCaller(work.caller, resource),
    work,
    change,
  )
  if (names.length === 0) return noChange
  const kept: UpdateUndoData = { was: pickValues(before, names), left: pickValues(after, names) }
  return { outcome: 'done', ...(hasNoSecrets(resource, names) ? { undoData: kept } : {}) }
}

/** Changes many records as rows of a job: what is refused is told of each, all others are written together. */
export async function updateAllInJob(
  resource: ResourceModule,
  work: RowContext,
  changes: readonly PlannedChange[],
  bulk: Pick<BulkHandler, 'skipsValidation' | 'lock' | 'event' | 'afterWrite'>,
): Promise<RowResult[]> {
  const scoped = limitToCaller(work.caller, resource)
  const checked = await checkChanges(scoped, work, changes, { ...bulk, holds: true })
  const written = checked.flatMap(({ id, before, values, rejection: refused }) =>
    before && !refused && Object.keys(values).length > 0 ? [{ id, before, values }] : [],
  )
  const after = await writeChanges(scoped, work, written, bulk)
  const done = new Map(
    written.map(({ id, before, values }, at): [number, UpdateUndoData] => {
      const names = Object.keys(values)
      return [id, { was: pickValues(before, names), left: pickValues(after[at] ?? before, names) }]
    }),
  )
  return checked.map(({ id, rejection: refused }): RowResult => {
    if (refused) return { outcome: 'refused', sentence: refused }
    const before = done.get(id)
    return before ? { outcome: 'done', undoData: before } : noChange
  })
}

/** The undo of rows that were changed: nobody who changed these fields since is overruled. */
const revertAll =
  (
    resource: ResourceModule,
    bulk: Pick<BulkHandler, 'skipsValidation' | 'lock' | 'undoEvent' | 'assertEditable'>,
  ) =>
  async (work: RowContext, rows: readonly JobRow[]): Promise<RowResult[]> => {
    const changes = rows.map(({ targetId, input }): PlannedChange => {
      const { was, left } = input as UpdateUndoData // As it was kept.
      return {
        id: Number(targetId),
        version: null,
        async getChanges(now) {
          assertNotChanged(resource, now, left)
          await bulk.assertEditable?.(now, work)
          return was
        },
      }
    })
    const results = await updateAllInJob(resource, work, changes, {
      ...(bulk.skipsValidation && { skipsValidation: bulk.skipsValidation }),
      ...(bulk.lock && { lock: bulk.lock }),
      ...(bulk.undoEvent && { event: bulk.undoEvent }),
    })
    return results.map(({ outcome, sentence = null }) => ({ outcome, sentence }))
  }

/** The `undo` of kinds whose rows are changed by `updateInJob`. */
export const revert =
  (resource: ResourceModule): NonNullable<JobKind['undo']> =>
  async (work, row) => {
    const [result] = await revertAll(resource, {})(work, [row])
    return result ?? noChange
  }

function assertNotChanged(
  { fields, derived }: ResourceModule,
  now: AnyRecord,
  left: FieldValues,
): void {
  const others = Object.keys(left).filter((name) => !isDeepStrictEqual(now[name], left[name]))
  if (others.length === 0) return
  const labels = others.map((name) => (fields[name] ?? derived?.[name])?.label ?? name)
  throw new HttpError(409, 'conflict', bulkMessages.changedSince(now.updatedBy, labels.join(', ')))
}

/** What each row of a job that changes many does, and the version of the record that was shown to who asked for it. */
export type BatchInput = { values: FieldValues }
export type BatchRow = { version: number }

/** What gives the same values to many. */
export const sameValues: BulkHandler = { getChanges: (_before, given) => given }

/** What a record becomes, unless who asks may not manage it. */
export async function getBulkChanges(
  bulk: BulkHandler,
  before: AnyRecord,
  given: FieldValues,
  work: WriteContext,
) {
  await bulk.assertEditable?.(before, work)
  return bulk.getChanges(before, given, work)
}

/** The kind of job that does one thing to many records of a resource. A record that was changed since it was shown is refused. */
export const createUpdateJob = (
  resource: ResourceModule,
  name = 'change',
  bulk = sameValues,
): JobKind =>
  defineBatchJob(
    { name: `${resource.name}.${name}`, permission: `${resource.permission}:write` },
    {
      perform(work, rows) {
        const { values } = work.job.input as BatchInput // As they were kept when the job began.
        const changes = rows.map(({ targetId, input }): PlannedChange => {
          const { version } = input as BatchRow
          return {
            id: Number(targetId),
            version,
            getChanges: (before) => getBulkChanges(bulk, before, values, work),
          }
        })
        return updateAllInJob(resource, work, changes, bulk)
      },
      undo: revertAll(resource, bulk),
    },
  )

/** Starts such a job for records as they were shown. Values are looked at now; what holds for each record alone, as its row runs. */
export async function startUpdateJob(
  resource: ResourceModule,
  work: WriteContext,
  { title, values, records }: { title: string; values: unknown; records: readonly AnyRecord[] },
): Promise<CallResult> {
  const read = parseValues(resource, values, 'present')
  const secret = Object.keys(read).find((name) => resource.fields[name]?.kind === 'secret')
  // The job would keep it for everybody to read who reads the database.
  if (secret !== undefined) throw validationFailed({ [secret]: bulkMessages.secretAlone })
  const rows = records.map((record) => ({
    targetId: record.id,
    label: getLabel(resource, record),
    input: { version: record.version } satisfies BatchRow,
  }))
  const input: BatchInput = { values: read }
  return startJob(work, { kind: createUpdateJob(resource), title, input, rows })
}
