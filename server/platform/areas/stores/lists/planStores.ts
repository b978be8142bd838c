import { sql } from 'kysely'
import { array, enums, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { Selection } from '#shared/engine/list/selection.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import type { Right } from '#shared/permissions/permissions.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList, isForAllStores } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreList } from '#shared/areas/stores/lists/storeList.ts'
import type {
  StoreChange,
  StorePlan,
  StoreSelection,
} from '#shared/areas/stores/lists/storeListCalls.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  invalid,
  notFound,
  notPossible,
} from '#server/platform/core/platform/refusal.ts'
import { integrations } from '#server/platform/areas/integrations.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { markStarted, readJobRows, savePlan } from '#server/platform/core/bulk/planRows.ts'
import type { PlannedRow } from '#server/platform/core/bulk/planRows.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRow } from '#server/platform/core/records/read.ts'
import { RecordId, recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { prepareStoreList } from './changeStoreList.ts'
import { checkStores } from './checkStores.ts'
import type { CheckedStore } from './checkStores.ts'
import { findSelectedStores, isListed } from './findStores.ts'
import { checkStoreFields, storeFieldJob, warnOfStoreFields } from './storeFields.ts'
import { storeListJob } from './storeListJob.ts'
import type { StoreJobInput } from './storeListJob.ts'
import { storeListMessages as say } from './messages.ts'

/** So many stores of each outcome, and pasted rows without a store, are in the answer; GET /plans/ID reads all. */
const shown = 50

const Asked = type({ change: enums(['add', 'remove']) })
const Codes = type({ codes: size(array(string()), 1, limits.storeReferences) })

type Planned = { record: AnyRecord; list: StoreList; change: StoreChange }

export function getStoreList(resource: Kept): StoreList {
  const list = findStoreList(resource)
  if (!list) throw new Error(`${resource.name} has no list of stores`)
  return list
}

/** POST /x/ID/stores/plan */
export async function planStores(resource: Kept, work: Change): Promise<Answer> {
  const { trx, caller, asked } = work
  const list = getStoreList(resource)
  const { change, selection } = readBody(asked.body)
  if (list.kind === 'pairs' && change === 'add' && !('codes' in selection))
    throw invalid({ codes: say.pairsOnly })
  const scoped = scopedTo(caller, resource)
  const record = await readRow(trx, scoped, recordIdOf(resource, asked), { lock: false })
  const planned = { record, list, change }
  // What is removed is named by its code: a row of a map isn't needed for that.
  const as = change === 'remove' && list.kind === 'pairs' ? { ...list, kind: 'ids' as const } : list
  const { found, unknown } = await findSelectedStores(trx, caller, selection, {
    list: as,
    limit: limits.storeReferences + 1,
    only: change === 'remove' && !('codes' in selection) ? isListed(list, record) : sql`true`,
  })
  if (found.length > limits.storeReferences) throw invalid({ selection: say.tooMany })
  if (found.length + unknown.length === 0) throw invalid({ selection: say.none })
  const checked =
    list.kind === 'store'
      ? await checkStoreFields(resource, work, record, { list, change, found })
      : await checkStores(resource, work, record, { list, change, found })
  const changed = checked.filter(({ outcome }) => outcome === 'changed')
  const unchanged = checked.filter(({ outcome }) => outcome === 'unchanged')
  const refused = checked.filter(({ outcome }) => outcome === 'refused')
  if (list.kind !== 'store' && changed.length > 0) {
    const entries = changed.map(({ entry }) => entry)
    await prepareStoreList(scoped, work, record, { list, change, entries }, { isPlan: true })
  }
  const warns = changed.length > 0 ? await findWarnings(resource, work, planned, changed) : []
  const rows = [
    ...[...changed, ...refused, ...unchanged].map((one) => toRow(planned, one)),
    ...unknown.map(({ row, code, sentence }): PlannedRow => {
      return { outcome: 'unknown', targetId: null, code, label: planMessages.row(row), sentence }
    }),
  ]
  const id = await storePlan(resource, work, planned, { rows, warns })
  const answer: StorePlan = {
    id,
    change,
    counts: {
      changes: changed.length,
      unchanged: unchanged.length,
      refused: refused.length,
      unknown: unknown.length,
      total: checked.length + unknown.length,
    },
    first: toShown(changed),
    unchanged: toShown(unchanged),
    refused: toShown(refused),
    unknown: unknown.slice(0, shown),
    warns,
  }
  return { status: 200, body: answer }
}

function readBody(body: unknown): { change: StoreChange; selection: StoreSelection } {
  if (!is(body, Asked)) throw badRequest(say.body)
  if (is(body, Codes) && !is(body, Selection))
    return { change: body.change, selection: { codes: body.codes } }
  if (!is(body, Selection) || is(body, Codes)) throw badRequest(say.body)
  const selection = 'ids' in body ? { ids: body.ids } : { query: body.query }
  return { change: body.change, selection }
}

const toShown = (stores: readonly CheckedStore[]) =>
  stores.slice(0, shown).map(({ id, label, sentence }) => ({ id, label, sentence }))

async function findWarnings(
  resource: Kept,
  work: Change,
  { record, list, change }: Planned,
  changed: readonly CheckedStore[],
): Promise<string[]> {
  if (list.kind === 'store')
    return warnOfStoreFields(resource, work, record, { list, change, found: changed })
  const name = labelOf(resource, record)
  const count = changed.length
  const { members, state } = record
  const isInUse = state === 'active' || state === 'degraded'
  const stops = integrations.find((one) => one.resource.name === resource.name)?.stops.what
  return [
    ...(change === 'add' && isForAllStores(resource, record) ? [say.limitsAll(name, count)] : []),
    ...(change === 'remove' && isInUse && stops ? [say.stops(stops, count)] : []),
    ...(typeof members === 'number' && members > 0 ? [say.members[change](members, count)] : []),
  ]
}

/** Plans of lists of stores stand beside those of bulk changes, under a name that no resource has. */
const planName = ({ name }: Kept) => `${name}.stores`

type KeptPlan = { id: number; change: StoreChange; wasForAll: boolean; name: string }

/** A row of the plan. Stores that name the record themselves show the field that changes. */
function toRow(
  { record, list, change }: Planned,
  { id, label, code, entry, version, outcome, sentence, former }: CheckedStore,
): PlannedRow {
  const row = { targetId: id, label, code, sentence }
  if (outcome !== 'changed') return { ...row, outcome }
  if (list.kind !== 'store') return { ...row, outcome: 'change', input: { entry } }
  return {
    ...row,
    outcome: 'change',
    input: { version },
    before: { [list.field]: former ?? null },
    becomes: { [list.field]: change === 'add' ? record.id : null },
  }
}

async function storePlan(
  resource: Kept,
  work: Change,
  { record, change }: Planned,
  { rows, warns }: { rows: PlannedRow[]; warns: string[] },
): Promise<number> {
  const given: KeptPlan = {
    id: record.id,
    change,
    wasForAll: isForAllStores(resource, record),
    name: labelOf(resource, record),
  }
  const { id } = await savePlan(work, {
    name: planName(resource),
    action: change,
    given,
    summary: {
      needs: getWriteRight(resource),
      of: stores.name,
      storeIds: work.caller.storeIds,
      warns,
      reaches: [],
    },
    rows,
  })
  return id
}

/** The permission that changes the list: stores that name the record themselves take the one for stores. */
export const getWriteRight = (resource: Kept): Right =>
  getStoreList(resource).kind === 'store'
    ? `${stores.permission}:write`
    : `${resource.permission}:write`

const Start = type({ plan: RecordId })

type StoredPlan = { given: KeptPlan; expiresAt: string; jobId: number | null }

/** POST /x/ID/stores: the plan, as a job. */
export async function startStores(resource: Kept, work: Change): Promise<Answer> {
  const { trx, caller, now, asked } = work
  if (!is(asked.body, Start)) throw badRequest(say.startBody)
  const list = getStoreList(resource)
  const record = recordIdOf(resource, asked)
  const { rows: found } = await sql<StoredPlan>`
    select given, expires_at, job_id from bulk_plans
    where id = ${asked.body.plan} and user_id = ${caller.id} and resource = ${planName(resource)}
    for update`.execute(trx)
  const [plan] = found
  if (!plan || plan.given.id !== record) throw notFound('plan')
  if (plan.jobId !== null) throw notPossible(say.started)
  if (Date.parse(plan.expiresAt) < Date.parse(now)) throw notPossible(say.expired)
  const rows = await readJobRows(trx, asked.body.plan)
  const count = rows.filter(({ outcome }) => outcome === undefined).length
  if (count === 0) throw notPossible(say.empty)
  const { id, change, wasForAll, name } = plan.given
  const input: StoreJobInput = { id, change, wasForAll }
  const job =
    list.kind === 'store'
      ? storeFieldJob(list, { id, change })
      : { kind: storeListJob(resource), input }
  const title = say.title[change](name, count)
  const answer = await startJob(work, { ...job, title, rows })
  const { id: jobId } = answer.body as { id: number } // What `startJob` answers.
  await markStarted(trx, { plan: asked.body.plan, job: jobId })
  return answer
}
