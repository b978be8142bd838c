import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { addTime } from '#shared/format/dates.ts'
import { getRegisteredAreas } from '#server/platform/core/area/registerAreas.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { getBulkHandler } from '#server/platform/core/bulk/planBulk.ts'
import type { BatchInput, BatchRow } from '#server/platform/core/bulk/updateJob.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import type { NewJobRow } from '#server/platform/core/jobs/jobs.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { loadRecords } from '#server/platform/core/records/loadRecord.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import type { BulkHandler } from '#server/platform/core/records/bulkHandler.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { scheduledChangeMessages } from './messages.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

type AfterCommit = () => Promise<void>

const skipFollowUp = () => Promise.resolve()

/**
 * Starts a change as a job of its author. Its plan is checked again: a record is skipped, and
 * reported, if a field that would change isn't as it was when the change was scheduled. Returns what
 * to do after the commit.
 */
export async function startChange(
  context: WriteContext,
  change: StoredChange,
): Promise<AfterCommit> {
  const { trx, now, audit, caller } = context
  const save = { trx, now, audit, actor: caller.email }
  const fail = async (problem: string) => {
    await saveTransition(save, change, 'fail', { problem, endedAt: now })
    return skipFollowUp
  }
  const module = getResourceModule(change.resource)
  const action = (module.bulkActions ?? []).find(({ name }) => name === change.action)
  const kind = buildJobKinds(getRegisteredAreas()).find(
    ({ name }) => name === `${change.resource}.${change.action}`,
  )
  const given = await loadActionValues(trx, change)
  if (!action || !kind || !given) return fail(scheduledChangeMessages.unknownAction)
  const handler = getBulkHandler(module, action)
  const rejection = await findRejection(context, handler, given)
  if (rejection !== null) return fail(rejection)
  const rows = await buildRows(context, change, module, handler)
  if (rows.every(({ outcome }) => outcome !== undefined))
    return fail(scheduledChangeMessages.noRecords)
  const { endsAt } = change
  const values = handler.addEnd ? handler.addEnd(given, endsAt) : given
  const started = await startJob(context, {
    kind,
    title: change.title,
    input: { values } satisfies BatchInput,
    rows,
  })
  const { id: jobId } = started.body as { id: number } // The body of `startJob`.
  if (endsAt !== null)
    await sql`update jobs set kept_until = ${addTime(endsAt, undoDaysAfterEnd, 'day')}
      where id = ${jobId}`.execute(trx)
  await saveTransition(save, change, 'start', { jobId, startedAt: now })
  return started.afterCommit ?? skipFollowUp
}

/** How long a job can be undone after the end of its change, in case the end has to be repeated. */
const undoDaysAfterEnd = 30

async function loadActionValues(
  trx: WriteContext['trx'],
  { planId }: StoredChange,
): Promise<FieldValues | null> {
  const { rows } = await sql<{ given: FieldValues }>`
    select given from bulk_plans where id = ${planId}`.execute(trx)
  return rows[0]?.given ?? null
}

/** Returns why the action isn't possible anymore; null if it is. */
async function findRejection(
  context: WriteContext,
  { authorize }: BulkHandler,
  given: FieldValues,
): Promise<string | null> {
  try {
    await authorize?.(context, given)
    return null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return error.problem.detail
  }
}

type PlannedRow = {
  targetId: number
  label: string
  input: unknown
  before: FieldValues | null
  becomes: FieldValues | null
}

const batchSize = 500

async function buildRows(
  { trx, caller }: WriteContext,
  { planId, action }: StoredChange,
  module: ResourceModule,
  handler: BulkHandler,
): Promise<NewJobRow[]> {
  const { rows } = await sql<PlannedRow>`
    select target_id, label, input, before, becomes from plan_rows
    where plan_id = ${planId} order by place`.execute(trx)
  // A deletion, and jobs that do more than write values, check each record's version themselves.
  if (action === 'delete' || handler.toRowInput)
    return rows.map(({ targetId, label, input }) => ({ targetId, label, input }))
  const resource = limitToCaller(caller, module)
  const checked: NewJobRow[] = []
  for (let index = 0; index < rows.length; index += batchSize) {
    const batch = rows.slice(index, index + batchSize)
    const ids = batch.map(({ targetId }) => targetId)
    const found = [...(await loadRecords(trx, resource, ids, false)).values()]
    const records = handler.addFields ? await handler.addFields(trx, found) : found
    const recordsById = new Map(records.map((record) => [record.id, record]))
    checked.push(...batch.map((row) => checkRow(module, row, recordsById.get(row.targetId))))
  }
  return checked
}

function checkRow(
  module: ResourceModule,
  { targetId, label, before, becomes }: PlannedRow,
  record: AnyRecord | undefined,
): NewJobRow {
  const skip = (sentence: string): NewJobRow => ({ targetId, label, outcome: 'refused', sentence })
  if (!record) return skip(scheduledChangeMessages.recordGone)
  const changed = Object.keys(becomes ?? {}).filter(
    (name) => !isDeepStrictEqual(record[name] ?? null, before?.[name] ?? null),
  )
  if (changed.length > 0) {
    const labels = changed.map((name) => getField(module, name)?.label ?? name)
    return skip(scheduledChangeMessages.changedSince(labels.join(', ')))
  }
  return { targetId, label, input: { version: record.version } satisfies BatchRow }
}
