import { isDeepStrictEqual } from 'node:util'
import { formatActor } from '#shared/engine/actors.ts'
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
 * `createRowUndo`.
 */
export async function updateInJob(
  resource: ResourceModule,
  context: RowContext,
  change: RecordChange,
): Promise<RowResult> {
  const { before, after, names } = await updateRecord(
    limitToCaller(context.caller, resource),
    context,
    change,
  )
  if (names.length === 0) return noChange
  const undoData: UpdateUndoData = {
    was: pickValues(before, names),
    left: pickValues(after, names),
  }
  return { outcome: 'done', ...(hasNoSecrets(resource, names) ? { undoData } : {}) }
}

/**
 * Changes many records as rows of a job. Rejections are reported for each, and all others are
 * written together.
 */
export async function updateAllInJob(
  resource: ResourceModule,
  context: RowContext,
  changes: readonly PlannedChange[],
  bulk: Pick<BulkHandler, 'skipsValidation' | 'lock' | 'event' | 'afterWrite'>,
): Promise<RowResult[]> {
  const scoped = limitToCaller(context.caller, resource)
  const checked = await checkChanges(scoped, context, changes, { ...bulk, locksRows: true })
  const written = checked.flatMap(({ id, before, values, rejection }) =>
    before && !rejection && Object.keys(values).length > 0 ? [{ id, before, values }] : [],
  )
  const after = await writeChanges(scoped, context, written, bulk)
  const undoDataById = new Map(
    written.map(({ id, before, values }, index): [number, UpdateUndoData] => {
      const names = Object.keys(values)
      return [
        id,
        { was: pickValues(before, names), left: pickValues(after[index] ?? before, names) },
      ]
    }),
  )
  return checked.map(({ id, rejection }): RowResult => {
    if (rejection) return { outcome: 'refused', sentence: rejection }
    const before = undoDataById.get(id)
    return before ? { outcome: 'done', undoData: before } : noChange
  })
}

/** Undoes changed rows. Rejects a record if these fields changed since. */
const revertAll =
  (
    resource: ResourceModule,
    bulk: Pick<BulkHandler, 'skipsValidation' | 'lock' | 'undoEvent' | 'assertEditable'>,
  ) =>
  async (context: RowContext, rows: readonly JobRow[]): Promise<RowResult[]> => {
    const changes = rows.map(({ targetId, input }): PlannedChange => {
      const { was: previous, left: written } = input as UpdateUndoData // As saved.
      return {
        id: Number(targetId),
        version: null,
        async getChanges(current) {
          assertNotChanged(resource, current, written)
          await bulk.assertEditable?.(current, context)
          return previous
        },
      }
    })
    const results = await updateAllInJob(resource, context, changes, {
      ...(bulk.skipsValidation && { skipsValidation: bulk.skipsValidation }),
      ...(bulk.lock && { lock: bulk.lock }),
      ...(bulk.undoEvent && { event: bulk.undoEvent }),
    })
    return results.map(({ outcome, sentence = null }) => ({ outcome, sentence }))
  }

/** Returns the `undo` of kinds whose rows are changed by `updateInJob`. */
export const revert =
  (resource: ResourceModule): NonNullable<JobKind['undo']> =>
  async (context, row) => {
    const [result] = await revertAll(resource, {})(context, [row])
    return result ?? noChange
  }

function assertNotChanged(
  { fields, derived }: ResourceModule,
  current: AnyRecord,
  written: FieldValues,
): void {
  const changedNames = Object.keys(written).filter(
    (name) => !isDeepStrictEqual(current[name], written[name]),
  )
  if (changedNames.length === 0) return
  const labels = changedNames.map((name) => (fields[name] ?? derived?.[name])?.label ?? name)
  throw new HttpError(
    409,
    'conflict',
    bulkMessages.changedSince(formatActor(current.updatedBy), labels.join(', ')),
  )
}

/** The input of a bulk job, and of each row: the version of the record when it was shown. */
export type BatchInput = { values: FieldValues }
export type BatchRow = { version: number }

/** Gives the same values to all records. */
export const sameValues: BulkHandler = { getChanges: (_before, values) => values }

/** Returns a record's new values, or rejects it if the caller can't manage it. */
export async function getBulkChanges(
  bulk: BulkHandler,
  before: AnyRecord,
  values: FieldValues,
  context: WriteContext,
) {
  await bulk.assertEditable?.(before, context)
  return bulk.getChanges(before, values, context)
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
      perform(context, rows) {
        const { values } = context.job.input as BatchInput // As saved when the job started.
        const changes = rows.map(({ targetId, input }): PlannedChange => {
          const { version } = input as BatchRow
          return {
            id: Number(targetId),
            version,
            getChanges: (before) => getBulkChanges(bulk, before, values, context),
          }
        })
        return updateAllInJob(resource, context, changes, bulk)
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
  context: WriteContext,
  { title, values, records }: { title: string; values: unknown; records: readonly AnyRecord[] },
): Promise<CallResult> {
  const parsedValues = parseValues(resource, values, 'present')
  const secret = Object.keys(parsedValues).find((name) => resource.fields[name]?.kind === 'secret')
  // The job would store it readable for everyone with access to the database.
  if (secret !== undefined) throw validationFailed({ [secret]: bulkMessages.secretAlone })
  const rows = records.map((record) => ({
    targetId: record.id,
    label: getLabel(resource, record),
    input: { version: record.version } satisfies BatchRow,
  }))
  const input: BatchInput = { values: parsedValues }
  return startJob(context, { kind: createUpdateJob(resource), title, input, rows })
}
