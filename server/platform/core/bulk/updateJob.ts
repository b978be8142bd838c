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

/** The undo data of a changed record: its values before and after the row. */
type UpdateUndoData = { was: FieldValues; left: FieldValues }

/** The result for a record that already has the values. */
export const noChange = { outcome: 'unchanged', sentence: bulkMessages.unchanged } as const

/** Whether a change can be undone. Secrets are never read back, not even for an undo. */
const hasNoSecrets = ({ fields }: Resource, names: readonly string[]) =>
  names.every((name) => fields[name]?.kind !== 'secret')

/**
 * Changes a record as a row of a job, for the job's creator, and saves the previous values for
 * `revert`.
 */
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

/**
 * Changes many records as rows of a job. Rejections are reported for each, and all others are
 * written together.
 */
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

/** Undoes changed rows. Rejects a record if these fields changed since. */
const revertAll =
  (
    resource: ResourceModule,
    bulk: Pick<BulkHandler, 'skipsValidation' | 'lock' | 'undoEvent' | 'assertEditable'>,
  ) =>
  async (work: RowContext, rows: readonly JobRow[]): Promise<RowResult[]> => {
    const changes = rows.map(({ targetId, input }): PlannedChange => {
      const { was, left } = input as UpdateUndoData // As saved.
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

/** Returns the `undo` of kinds whose rows are changed by `updateInJob`. */
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

/** The input of a bulk job, and of each row: the version of the record when it was shown. */
export type BatchInput = { values: FieldValues }
export type BatchRow = { version: number }

/** Gives the same values to all records. */
export const sameValues: BulkHandler = { getChanges: (_before, given) => given }

/** Returns a record's new values, or rejects it if the caller can't manage it. */
export async function getBulkChanges(
  bulk: BulkHandler,
  before: AnyRecord,
  given: FieldValues,
  work: WriteContext,
) {
  await bulk.assertEditable?.(before, work)
  return bulk.getChanges(before, given, work)
}

/**
 * Creates the job that applies one action to many records of a resource. Records that changed since
 * they were shown are rejected.
 */
export const createUpdateJob = (
  resource: ResourceModule,
  name = 'change',
  bulk = sameValues,
): JobKind =>
  defineBatchJob(
    { name: `${resource.name}.${name}`, permission: `${resource.permission}:write` },
    {
      perform(work, rows) {
        const { values } = work.job.input as BatchInput // As saved when the job started.
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

/**
 * Starts such a job for records as they were shown. Checks the values now, and each record's own
 * rules when its row runs.
 */
export async function startUpdateJob(
  resource: ResourceModule,
  work: WriteContext,
  { title, values, records }: { title: string; values: unknown; records: readonly AnyRecord[] },
): Promise<CallResult> {
  const read = parseValues(resource, values, 'present')
  const secret = Object.keys(read).find((name) => resource.fields[name]?.kind === 'secret')
  // The job would store it readable for everyone with access to the database.
  if (secret !== undefined) throw validationFailed({ [secret]: bulkMessages.secretAlone })
  const rows = records.map((record) => ({
    targetId: record.id,
    label: getLabel(resource, record),
    input: { version: record.version } satisfies BatchRow,
  }))
  const input: BatchInput = { values: read }
  return startJob(work, { kind: createUpdateJob(resource), title, input, rows })
}
