import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { badRequest, validationFailed, forbidden, HttpError } from '../platform/httpError.ts'
import { defineJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, NewJobRow } from '../jobs/jobs.ts'
import { integerSchema } from '../http/schema.ts'
import { objectSchema, startedJobSchema } from '../http/schema.ts'
import { getVisibleRows, limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { getFieldStorage } from '../records/fieldStorage.ts'
import { lockRecord, loadRecord } from '../records/loadRecord.ts'
import { RecordId, parseRecordId, parseVersion } from '../records/recordId.ts'
import { deleteRecord } from '../records/changes/delete.ts'
import { restoreRecord } from '../records/changes/restore.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { findUses } from '../records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { updateInJob, revert } from './updateJob.ts'
import { bulkMessages } from './messages.ts'

const MergeBody = type({ into: RecordId })

type Merge = { from: number; into: number }

/**
 * The input of a row: the resource of a record that refers to the merged one, or null for the
 * merged record itself, which comes last.
 */
type MergeRow = { of: string } | { of: null }

/** The undo data of a row. */
type MergeUndoData = { of: string; kept: unknown } | { of: null; version: number }

const findReferringResources = ({ name }: ResourceModule, all: readonly ResourceModule[]) =>
  all.flatMap((referrer) => {
    const fields = Object.entries(referrer.fields).filter(([, { target: to }]) => to?.name === name)
    return fields.length === 0 ? [] : [{ of: referrer, fields }]
  })

/**
 * POST /x/ID/merge, for each resource with `canMerge`. Also needs write permission, since it
 * changes the records that refer to the merged one.
 */
export const buildMergeCalls = (all: readonly ResourceModule[]): Call[] =>
  filterMergeable(all).map((resource) => ({
    kind: 'write',
    permission: `${resource.permission}:delete`,
    method: 'post',
    path: `/${resource.name}/:id/merge`,
    summary: `Start a job that replaces one ${resource.title.one} with another everywhere, then deletes the first`,
    body: objectSchema({ into: integerSchema }),
    ifMatch: 'optional',
    success: { status: 202, schema: startedJobSchema },
    handler: (context) => startMerge(limitToCaller(context.caller, resource), all, context),
  }))

export const buildMergeJobs = (all: readonly ResourceModule[]): JobKind[] =>
  filterMergeable(all).map((resource) => createMergeJob(resource, all))

const filterMergeable = (all: readonly ResourceModule[]) => all.filter((one) => one.api.merge)

async function startMerge(
  resource: ScopedResource<ResourceModule>,
  all: readonly ResourceModule[],
  context: RequestContext,
): Promise<CallResult> {
  const { trx, request } = context
  if (!is(request.body, MergeBody)) throw badRequest(bulkMessages.mergeBody)
  requirePermission(`${resource.permission}:write`, context.caller)
  const merge = { from: parseRecordId(resource, request), into: request.body.into }
  const record = await lockRecord(trx, resource, merge.from, parseVersion(request))
  const target = await loadMergeTarget(resource, trx, merge, record)
  const rows: NewJobRow[] = await findReferringRows(resource, all, trx, merge.from)
  await requireVisibleUses(resource, trx, merge.from, rows.length)
  const names = [record, target].map((one) => getLabel(resource, one))
  const mergedRow = { targetId: merge.from, label: names[0] ?? '', input: { of: null } }
  return startJob(context, {
    kind: createMergeJob(resource, all),
    title: bulkMessages.mergeTitle(names[0] ?? '', names[1] ?? ''),
    input: merge,
    rows: [...rows, mergedRow],
  })
}

/**
 * Loads the record to merge into, which must be a different one, with the same parent if they have
 * one.
 */
async function loadMergeTarget(
  resource: ScopedResource<ResourceModule>,
  trx: Connection,
  { from, into }: Merge,
  record: AnyRecord,
): Promise<AnyRecord> {
  const { one } = resource.title
  const createError = (why: string) => validationFailed({ into: why })
  if (into === from) throw createError(platformMessages.mergeItself(one))
  const target = await loadRecord(trx, resource, into).catch((error: unknown) => {
    throw error instanceof HttpError && error.problem.status === 404
      ? createError(platformMessages.gone(listToolMessages.merge.into))
      : error
  })
  const { parent } = resource.relations
  if (parent !== undefined && target[parent] !== record[parent])
    throw createError(platformMessages.mergeElsewhere(resource.fields[parent]?.label ?? parent))
  return target
}

async function findReferringRows(
  resource: ScopedResource<ResourceModule>,
  all: readonly ResourceModule[],
  trx: Connection,
  id: number,
): Promise<NewJobRow[]> {
  const jobRows: NewJobRow[] = []
  for (const { of: referrer, fields } of findReferringResources(resource, all)) {
    const refers = fields.map(([name, field]) =>
      getFieldStorage(field).condition(sql.ref(name), { field, op: 'eq', value: String(id) }),
    )
    const { rows } = await sql<{ id: number; label: string }>`
      select id, cast(${sql.ref(referrer.relations.label)} as text) as label from ${getVisibleRows(referrer, resource.storeIds)}
      where ${sql.join(refers, sql` or `)} order by id`.execute(trx)
    const input: MergeRow = { of: referrer.name }
    jobRows.push(...rows.map((row) => ({ targetId: row.id, label: row.label, input })))
  }
  return jobRows
}

/** Rejects a merge if records refer to it in stores that the caller can't see. */
async function requireVisibleUses(
  resource: ScopedResource<ResourceModule>,
  trx: Connection,
  id: number,
  visibleCount: number,
) {
  const uses = await findUses(resource.dependents, trx, id, { storeIds: null })
  if (uses.reduce((sum, { count }) => sum + count, 0) <= visibleCount) return
  throw forbidden(bulkMessages.otherStores(resource.title.one))
}

/**
 * Creates the job that merges two records. References change first, and the merged record is
 * deleted last: a new reference since then blocks its deletion.
 */
function createMergeJob(resource: ResourceModule, all: readonly ResourceModule[]): JobKind {
  function findReferrer(name: string) {
    const match = findReferringResources(resource, all).find(
      ({ of: referrer }) => referrer.name === name,
    )
    if (!match) throw new Error(`${name} does not refer to ${resource.name} any more`)
    return match
  }
  return defineJob({
    name: `${resource.name}.merge`,
    permission: `${resource.permission}:delete`,
    async perform(context, { targetId, input }) {
      requirePermission(`${resource.permission}:write`, context.caller)
      const merge = context.job.input as Merge // As saved when the job started.
      const { of: referrer } = input as MergeRow
      if (referrer === null) {
        const scoped = limitToCaller(context.caller, resource)
        const { version } = await deleteRecord(scoped, context, { id: merge.from, version: null })
        return { outcome: 'done', undoData: { of: referrer, version } satisfies MergeUndoData }
      }
      const { of: referringResource, fields } = findReferrer(referrer)
      const id = Number(targetId)
      const record = await lockRecord(
        context.trx,
        limitToCaller(context.caller, referringResource),
        id,
        null,
      )
      const values = Object.fromEntries(
        fields.map(([name]) => [name, replaceId(record[name], merge)]),
      )
      const done = await updateInJob(referringResource, context, { id, version: null, values })
      const { undoData: fieldUndo, ...result } = done
      return fieldUndo === undefined
        ? result
        : { ...result, undoData: { of: referrer, kept: fieldUndo } satisfies MergeUndoData }
    },
    undo(context, row) {
      const before = row.input as MergeUndoData // As saved by `perform`.
      if (before.of !== null)
        return revert(findReferrer(before.of).of)(context, { ...row, input: before.kept })
      const { version } = before
      const deleted = { id: Number(row.targetId), version }
      return restoreRecord(limitToCaller(context.caller, resource), context, deleted).then(() => ({
        outcome: 'done',
      }))
    },
  })
}

function replaceId(value: unknown, { from, into }: Merge): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((id: unknown) => replaceId(id, { from, into })))]
  return value === from ? into : value
}
