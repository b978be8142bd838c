import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { array, size, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Impact } from '#shared/engine/impact.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { startUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import { startedJobSchema, storeIdsSchema } from '#server/platform/core/http/schema.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, RecordId } from '#server/platform/core/records/recordId.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { storeCallMessages } from './messages.ts'

/** The maximum number of selected stores in one job, and of examples in each part of the impact. */
const [maxStores, examplesShown] = [1000, 5]

const AssignBody = type({
  storeIds: size(array(RecordId), 1, maxStores),
})

/** A kind of record that can be assigned to stores. */
export type StoreAssignment = {
  resource: Resource
  /** With its article, as in a summary: `a theme`. */
  singular: string
  /** The store's field that refers to the record. */
  field: 'themeId' | 'smtpSettingsId'
  /** The ID of the record that applies to a store without its own. */
  inherited: RawBuilder<number | null>
  messages: { same: string; already: string; none: string }
  /** Returns why this record can't be assigned to any store. */
  findError?: (record: AnyRecord) => string | null
  /** Returns other disadvantages for these stores that the operator may not expect. */
  findLosses?: (record: AnyRecord, stores: StoreExamples) => Impact['worse']
}

/** How many stores, and the names of some. */
type StoreExamples = Pick<Impact['worse'][number], 'count' | 'examples'>

type AssignedStore = AnyRecord & { name: string; own: number | null; called: string | null }

/** POST /`resource`/ID/assign: assigns a record to selected stores, as a job that can be undone. */
export const buildAssignToStoresCall = (assignment: StoreAssignment): Call => ({
  kind: 'write',
  permission: `${stores.permission}:write`,
  method: 'post',
  path: `/${assignment.resource.name}/:id/assign`,
  summary: `Start a job that assigns ${assignment.singular} to stores. The job can be undone.`,
  query: [impactParameter],
  body: storeIdsSchema,
  success: { status: 202, schema: startedJobSchema },
  handler: (context) => assignToStores(assignment, context),
})

async function assignToStores(
  assignment: StoreAssignment,
  context: RequestContext,
): Promise<CallResult> {
  const { resource, field } = assignment
  const { trx, request, caller } = context
  const id = parseRecordId(resource, request)
  if (!is(request.body, AssignBody)) throw badRequest(storeCallMessages.assignBody(maxStores))
  const record = await loadRecord(trx, limitToCaller(caller, resource), id)
  const detail = assignment.findError?.(record)
  if (detail) throw invalidState(detail)
  const ids = [...new Set(request.body.storeIds)]
  const assignedStores = await findAssignedStores(assignment, ids, context)
  if (assignedStores.length < ids.length)
    throw validationFailed({
      storeIds: storeCallMessages.storesGone(ids.length - assignedStores.length),
    })
  const records = assignedStores.filter(({ own }) => own !== id)
  if (records.length === 0) throw validationFailed({ storeIds: assignment.messages.same })
  const worse = [
    ...groupReplacements(assignment, assignedStores, id),
    ...(assignment.findLosses?.(record, toExamples(records)) ?? []),
  ]
  requireImpactConfirmation(request, { id, ids }, { reaches: records.length, own: 0, worse })
  const title = storeCallMessages.assignTitle(getLabel(resource, record))
  return startUpdateJob(getResourceModule('stores'), context, {
    title,
    values: { [field]: id },
    records,
  })
}

async function findAssignedStores(
  { resource, field, inherited }: StoreAssignment,
  ids: number[],
  context: RequestContext,
) {
  const own = sql.ref(`stores.${field}`)
  const { rows } = await sql<AssignedStore>`
    select stores.id, stores.version, stores.name, ${own} as own, given.name as called
    from ${getVisibleRows(stores, context.caller.storeIds)}
    left join ${sql.table(resource.name)} as given on given.id = coalesce(${own}, (${inherited}))
    where ${matchesIds('stores.id', ids)} order by lower(stores.name), stores.id`.execute(
    context.trx,
  )
  return rows
}

function groupReplacements(
  assignment: StoreAssignment,
  assignedStores: readonly AssignedStore[],
  id: number,
): Impact['worse'] {
  const kinds = Map.groupBy(assignedStores, ({ own, called }) => {
    if (own === id) return assignment.messages.already
    if (called === null) return assignment.messages.none
    return own === null
      ? storeCallMessages.replacesInherited(called)
      : storeCallMessages.replaces(called)
  })
  return [...kinds].map(([what, group]) => ({ what, ...toExamples(group) }))
}

const toExamples = (assignedStores: readonly AssignedStore[]): StoreExamples => ({
  count: assignedStores.length,
  examples: assignedStores.slice(0, examplesShown).map(({ name }) => name),
})
