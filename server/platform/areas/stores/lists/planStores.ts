import { sql } from 'kysely'
import { array, enums, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { Selection } from '#shared/engine/list/selection.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList, isForAllStores } from '#shared/engine/storeList.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type {
  StoreListChange,
  StorePlan,
  StoreSelection,
} from '#shared/areas/stores/lists/storeListCalls.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  notFound,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { markPlanStarted, loadPlanJobRows, savePlan } from '#server/platform/core/bulk/planRows.ts'
import type { PlannedRow } from '#server/platform/core/bulk/planRows.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadUnlabeledRecord } from '#server/platform/core/records/loadRecord.ts'
import { RecordId, parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { prepareStoreList } from './updateStoreList.ts'
import { checkStoreListChange } from './checkStoreListChange.ts'
import type { CheckedStore } from './checkStoreListChange.ts'
import { findSelectedStores, buildListedStoresCondition } from './findStores.ts'
import {
  checkStoreFieldChanges,
  createStoreFieldJob,
  findStoreFieldWarnings,
} from './storeFields.ts'
import { createStoreListJob } from './storeListJob.ts'
import type { StoreJobInput } from './storeListJob.ts'
import { storeListMessages } from './messages.ts'

/**
 * The maximum number of stores per outcome, and of rows without a store, in the response. GET
 * /plans/ID returns all.
 */
const maxShownStores = 50

const PlanBody = type({ change: enums(['add', 'remove']) })
const CodesBody = type({ codes: size(array(string()), 1, limits.storeReferences) })

type PlannedChange = { record: AnyRecord; list: StoreList; change: StoreListChange }

export function getStoreList(resource: ResourceModule): StoreList {
  const list = findStoreList(resource)
  if (!list) throw new Error(`${resource.name} has no list of stores`)
  return list
}

/** POST /x/ID/stores/plan */
export async function planStoreListChange(
  resource: ResourceModule,
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, request, now } = context
  const list = getStoreList(resource)
  const { change, selection } = parsePlanBody(request.body)
  if (list.kind === 'pairs' && change === 'add' && !('codes' in selection))
    throw validationFailed({ codes: storeListMessages.pairsOnly })
  const scoped = limitToCaller(caller, resource)
  const record = await loadUnlabeledRecord(trx, scoped, parseRecordId(resource, request), {
    lock: false,
  })
  const planned = { record, list, change }
  // The store's code is enough to remove a row of a map.
  const selectionList =
    change === 'remove' && list.kind === 'pairs' ? { ...list, kind: 'ids' as const } : list
  const { found, unknown } = await findSelectedStores(trx, caller, selection, {
    list: selectionList,
    limit: limits.storeReferences + 1,
    only:
      change === 'remove' && !('codes' in selection)
        ? buildListedStoresCondition(list, record)
        : sql`true`,
    now: new Date(now),
  })
  if (found.length > limits.storeReferences)
    throw validationFailed({ selection: storeListMessages.tooMany })
  if (found.length + unknown.length === 0)
    throw validationFailed({ selection: storeListMessages.none })
  const checked =
    list.kind === 'store'
      ? await checkStoreFieldChanges(resource, context, record, { list, change, found })
      : await checkStoreListChange(resource, context, record, { list, change, found })
  const changed = checked.filter(({ outcome }) => outcome === 'changed')
  const unchanged = checked.filter(({ outcome }) => outcome === 'unchanged')
  const refused = checked.filter(({ outcome }) => outcome === 'refused')
  if (list.kind !== 'store' && changed.length > 0) {
    const entries = changed.map(({ entry }) => entry)
    await prepareStoreList(scoped, context, record, { list, change, entries }, { isPlan: true })
  }
  const warnings =
    changed.length > 0 ? await findPlanWarnings(resource, context, planned, changed) : []
  const rows = [
    ...[...changed, ...refused, ...unchanged].map((one) => toPlannedRow(planned, one)),
    ...unknown.map(({ row, code, sentence }): PlannedRow => {
      return { outcome: 'unknown', targetId: null, code, label: planMessages.row(row), sentence }
    }),
  ]
  const id = await saveStorePlan(resource, context, planned, { rows, warns: warnings })
  const response: StorePlan = {
    id,
    change,
    counts: {
      changes: changed.length,
      unchanged: unchanged.length,
      refused: refused.length,
      unknown: unknown.length,
      total: checked.length + unknown.length,
    },
    first: toShownStores(changed),
    unchanged: toShownStores(unchanged),
    refused: toShownStores(refused),
    unknown: unknown.slice(0, maxShownStores),
    warns: warnings,
  }
  return { status: 200, body: response }
}

function parsePlanBody(body: unknown): { change: StoreListChange; selection: StoreSelection } {
  if (!is(body, PlanBody)) throw badRequest(storeListMessages.body)
  if (is(body, CodesBody) && !is(body, Selection))
    return { change: body.change, selection: { codes: body.codes } }
  if (!is(body, Selection) || is(body, CodesBody)) throw badRequest(storeListMessages.body)
  const selection = 'ids' in body ? { ids: body.ids } : { query: body.query }
  return { change: body.change, selection }
}

const toShownStores = (stores: readonly CheckedStore[]) =>
  stores.slice(0, maxShownStores).map(({ id, label, sentence }) => ({ id, label, sentence }))

async function findPlanWarnings(
  resource: ResourceModule,
  context: RequestContext,
  { record, list, change }: PlannedChange,
  changed: readonly CheckedStore[],
): Promise<string[]> {
  if (list.kind === 'store')
    return findStoreFieldWarnings(resource, context, record, { list, change, found: changed })
  const name = getLabel(resource, record)
  const count = changed.length
  const { members, state } = record
  const isInUse = state === 'active' || state === 'degraded'
  const formatImpact = getIntegrations().find((one) => one.resource.name === resource.name)
    ?.disableImpact.messages.removed
  return [
    ...(change === 'add' && isForAllStores(resource, record)
      ? [storeListMessages.limitsAll(name, count)]
      : []),
    ...(change === 'remove' && isInUse && formatImpact
      ? [formatImpact(formatRecordCount(stores, count))]
      : []),
    ...(typeof members === 'number' && members > 0
      ? [storeListMessages.members[change](members, count)]
      : []),
  ]
}

/**
 * Plans for lists of stores share a table with those of bulk actions, under a name that no resource
 * has.
 */
const getPlanName = ({ name }: ResourceModule) => `${name}.stores`

type SavedPlan = { id: number; change: StoreListChange; wasForAll: boolean; name: string }

/**
 * Converts a checked store to a row of the plan. If the list is a field of stores, the row shows
 * its change.
 */
function toPlannedRow(
  { record, list, change }: PlannedChange,
  { id, label, code, entry, version, outcome, sentence, previousId }: CheckedStore,
): PlannedRow {
  const row = { targetId: id, label, code, sentence }
  if (outcome !== 'changed') return { ...row, outcome }
  if (list.kind !== 'store') return { ...row, outcome: 'change', input: { entry } }
  return {
    ...row,
    outcome: 'change',
    input: { version },
    before: { [list.field]: previousId ?? null },
    becomes: { [list.field]: change === 'add' ? record.id : null },
  }
}

async function saveStorePlan(
  resource: ResourceModule,
  context: RequestContext,
  { record, change }: PlannedChange,
  { rows, warns: warnings }: { rows: PlannedRow[]; warns: string[] },
): Promise<number> {
  const savedPlan: SavedPlan = {
    id: record.id,
    change,
    wasForAll: isForAllStores(resource, record),
    name: getLabel(resource, record),
  }
  const { id } = await savePlan(context, {
    name: getPlanName(resource),
    action: change,
    given: savedPlan,
    summary: {
      needs: getStoreListPermission(resource),
      of: stores.name,
      storeIds: context.caller.storeIds,
      warns: warnings,
      reaches: [],
    },
    rows,
  })
  return id
}

/**
 * Returns the permission to change the list. If it is a field of stores, that's the one for stores.
 */
export const getStoreListPermission = (resource: ResourceModule): Permission =>
  getStoreList(resource).kind === 'store'
    ? `${stores.permission}:write`
    : `${resource.permission}:write`

const StartBody = type({ plan: RecordId })

type SavedPlanRow = { given: SavedPlan; expiresAt: string; jobId: number | null }

/** POST /x/ID/stores: starts a plan as a job. */
export async function startStoreListChange(
  resource: ResourceModule,
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, now, request } = context
  if (!is(request.body, StartBody)) throw badRequest(storeListMessages.startBody)
  const list = getStoreList(resource)
  const record = parseRecordId(resource, request)
  const { rows: plans } = await sql<SavedPlanRow>`
    select given, expires_at, job_id from bulk_plans
    where id = ${request.body.plan} and user_id = ${caller.id} and resource = ${getPlanName(resource)}
    for update`.execute(trx)
  const [plan] = plans
  if (!plan || plan.given.id !== record) throw notFound('plan')
  if (plan.jobId !== null) throw invalidState(storeListMessages.started)
  if (Date.parse(plan.expiresAt) < Date.parse(now)) throw invalidState(storeListMessages.expired)
  const rows = await loadPlanJobRows(trx, request.body.plan)
  const count = rows.filter(({ outcome }) => outcome === undefined).length
  if (count === 0) throw invalidState(storeListMessages.empty)
  const { id, change, wasForAll, name } = plan.given
  const input: StoreJobInput = { id, change, wasForAll }
  const job =
    list.kind === 'store'
      ? createStoreFieldJob(list, { id, change })
      : { kind: createStoreListJob(resource), input }
  const title = storeListMessages.title[change](name, count)
  const response = await startJob(context, { ...job, title, rows })
  const { id: jobId } = response.body as { id: number } // The body that `startJob` returns.
  await markPlanStarted(trx, { plan: request.body.plan, job: jobId })
  return response
}
