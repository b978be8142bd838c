import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { array, integer, max, min, size, type } from 'superstruct'
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
import { buildImpactParameter } from '#server/platform/core/http/impactParameter.ts'
import { arraySchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schemas.ts'
import {
  matchesIds,
  getVisibleRows,
  limitToCaller,
} from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { storeModule } from './hooks.ts'
import { storeCallMessages } from './messages.ts'

/** The maximum number of selected stores in one job, and of examples in each part of the impact. */
const [mostStores, examplesShown] = [1000, 5]

const AssignBody = type({
  storeIds: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, mostStores),
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
export const buildAssignCall = (given: StoreAssignment): Call => ({
  kind: 'write',
  permission: `${stores.permission}:write`,
  method: 'post',
  path: `/${given.resource.name}/:id/assign`,
  summary: `Assign ${given.singular} to stores, as a job that can be undone`,
  query: [buildImpactParameter('the affected stores')],
  body: objectSchema({ storeIds: arraySchema(integerSchema) }),
  success: { status: 202, schema: objectSchema({ id: integerSchema }) },
  errorStatuses: [409, 413, 415, 422],
  handler: (change) => assignToStores(given, change),
})

async function assignToStores(given: StoreAssignment, change: RequestContext): Promise<CallResult> {
  const { resource, field } = given
  const { trx, request: asked, caller } = change
  const id = parseRecordId(resource, asked)
  if (!is(asked.body, AssignBody)) throw badRequest(storeCallMessages.assignBody(mostStores))
  const record = await loadRecord(trx, limitToCaller(caller, resource), id)
  const detail = given.findError?.(record)
  if (detail) throw invalidState(detail)
  const ids = [...new Set(asked.body.storeIds)]
  const chosen = await findAssignedStores(given, ids, change)
  if (chosen.length < ids.length)
    throw validationFailed({ storeIds: storeCallMessages.storesGone(ids.length - chosen.length) })
  const records = chosen.filter(({ own }) => own !== id)
  if (records.length === 0) throw validationFailed({ storeIds: given.messages.same })
  const worse = [
    ...groupReplacements(given, chosen, id),
    ...(given.findLosses?.(record, toExamples(records)) ?? []),
  ]
  requireImpactConfirmation(asked, { id, ids }, { reaches: records.length, own: 0, worse })
  const title = storeCallMessages.assignTitle(getLabel(resource, record))
  return startUpdateJob(storeModule, change, { title, values: { [field]: id }, records })
}

async function findAssignedStores(
  { resource, field, inherited }: StoreAssignment,
  ids: number[],
  change: RequestContext,
) {
  const own = sql.ref(`stores.${field}`)
  const { rows } = await sql<AssignedStore>`
    select stores.id, stores.version, stores.name, ${own} as own, given.name as called
    from ${getVisibleRows(stores, change.caller.storeIds)}
    left join ${sql.table(resource.name)} as given on given.id = coalesce(${own}, (${inherited}))
    where ${matchesIds('stores.id', ids)} order by lower(stores.name), stores.id`.execute(
    change.trx,
  )
  return rows
}

function groupReplacements(
  given: StoreAssignment,
  chosen: readonly AssignedStore[],
  id: number,
): Impact['worse'] {
  const kinds = Map.groupBy(chosen, ({ own, called }) => {
    if (own === id) return given.messages.already
    if (called === null) return given.messages.none
    return own === null
      ? storeCallMessages.replacesInherited(called)
      : storeCallMessages.replaces(called)
  })
  return [...kinds].map(([what, those]) => ({ what, ...toExamples(those) }))
}

const toExamples = (those: readonly AssignedStore[]): StoreExamples => ({
  count: those.length,
  examples: those.slice(0, examplesShown).map(({ name }) => name),
})
