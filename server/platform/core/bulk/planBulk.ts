import { sql } from 'kysely'
import { record, string, type, unknown } from 'superstruct'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import { getTitlePrefix, formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkPlan } from '#shared/engine/bulk/bulkCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Selection } from '#shared/engine/list/selection.ts'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { CallResult, RequestContext } from '../http/call.ts'
import { badRequest, validationFailed } from '../platform/httpError.ts'
import { getRecordCode, pickPreviousValues, savePlan } from './planRows.ts'
import type { PlannedRow } from './planRows.ts'
import { getVisibleRows, limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { buildSelectionCondition } from '../records/list/selection.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { parseValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'
import { validateReferences } from '../records/validateReferences.ts'
import { describeUses } from '../records/uses.ts'
import type { BulkHandler } from '../records/bulkHandler.ts'
import { checkChanges } from './checkChanges.ts'
import type { CheckedChange } from './checkChanges.ts'
import { checkDeletions } from './checkDeletions.ts'
import { getBulkChanges, sameValues, noChange } from './updateJob.ts'
import { getDiff } from './diff.ts'
import { bulkMessages } from './messages.ts'

const [maxShownRows, planBatchSize] = [20, 500]

const PlanBody = type({ action: string() })
const ActionValues = record(string(), unknown())

/** POST /x/bulk/plan */
export async function planBulk(
  resource: ResourceModule,
  change: RequestContext,
): Promise<CallResult> {
  const { trx, caller, now, request: asked } = change
  const { body } = asked
  if (!is(body, PlanBody) || !is(body, Selection)) throw badRequest(bulkMessages.body)
  const action = requireAction(resource, body.action)
  requirePermission(`${resource.permission}:${action.requiredAction}`, caller)
  const scoped = limitToCaller(caller, resource)
  const work = getBulkHandler(resource, action)
  const given = await parseActionValues(
    scoped,
    change,
    action,
    work,
    'values' in body ? body.values : {},
  )
  const most = action.name === 'delete' ? limits.bulkDeletions : limits.bulkRecords
  await resource.hooks?.beforeRead?.(trx, now)
  const ids = await loadSelectedIds(scoped, change, body, most)
  const checked: CheckedChange[] = []
  for (let at = 0; at < ids.length; at += planBatchSize) {
    const some = ids.slice(at, at + planBatchSize)
    checked.push(
      ...(action.name === 'delete'
        ? await checkDeletions(scoped, change, some)
        : await checkChanges(scoped, change, toPlannedChanges(some, work, given, change), work)),
    )
  }
  const changed = checked.filter(({ rejection: refused, values }) => !refused && hasValues(values))
  const refused = checked.filter((one) => one.rejection !== null)
  const same = checked.filter((one) => !one.rejection && !hasValues(one.values))
  const reached = changed.map((one) => one.id)
  const warnings = reached.length > 0 ? await work.getWarnings?.(trx, reached) : undefined
  const forecast = action.name === 'delete' ? [] : await loadForecast(resource, change, changed)
  const reaches =
    reached.length > 0 ? await describeBulkImpact(scoped, trx, { work, reached, given }) : []
  const warns = [...(warnings?.all ?? []), ...forecast]
  const allReaches = [...reaches, ...(work.toRowInput ? [] : [bulkMessages.canUndo])]
  const warnsOf = (one: number) => warnings?.byId.get(one) ?? []
  const { id, expiresAt } = await savePlan(change, {
    name: resource.name,
    action: action.name,
    given,
    summary: {
      needs: `${resource.permission}:${action.requiredAction}`,
      of: resource.name,
      storeIds: caller.storeIds,
      warns,
      reaches: allReaches,
    },
    rows: [...changed, ...refused, ...same].map((one) =>
      toPlannedRow(resource, work, one, warnsOf),
    ),
  })
  const counts = {
    changes: changed.length,
    refused: refused.length,
    unchanged: same.length,
    total: checked.length,
  }
  const sides = await getDiff(trx, scoped, changed.slice(0, maxShownRows))
  const answer: BulkPlan = {
    id,
    expiresAt,
    counts,
    first: sides.map((side, at) => ({
      id: changed[at]?.id ?? 0,
      label: changed[at]?.label ?? '',
      ...side,
      warns: warnsOf(changed[at]?.id ?? 0),
    })),
    refused: refused
      .slice(0, maxShownRows)
      .map((one) => ({ id: one.id, label: one.label, sentence: one.rejection ?? '' })),
    warns,
    reaches: allReaches,
  }
  return { status: 200, body: answer }
}

type BulkImpactInput = { work: BulkHandler; reached: readonly number[]; given: FieldValues }

/**
 * Describes the impact: the handler's own description, or else what refers to the changing records.
 */
const describeBulkImpact = (
  { dependents, storeIds }: ScopedResource<ResourceModule>,
  trx: RequestContext['trx'],
  { work, reached, given }: BulkImpactInput,
) => work.describeImpact?.(trx, reached, given) ?? describeUses(dependents, trx, reached, storeIds)

const loadForecast = async (
  { hooks: consequence }: ResourceModule,
  change: RequestContext,
  changed: readonly CheckedChange[],
): Promise<string[]> => {
  const changes = changed.flatMap(({ before, values }) => (before ? [{ before, values }] : []))
  return (changes.length > 0 && (await consequence?.forecast?.(change, changes))) || []
}

const hasValues = (values: FieldValues) => Object.keys(values).length > 0

export function requireAction(resource: ResourceModule, name: string): BulkAction {
  const actions = getBulkActions(resource)
  const action = actions.find((one) => one.name === name)
  if (action) return action
  const names = actions.map((one) => one.name).join(', ')
  throw badRequest(resource.noBulkReason ?? bulkMessages.unknownAction(names))
}

export const getBulkHandler = (resource: ResourceModule, { name }: BulkAction): BulkHandler =>
  resource.bulkHandlers?.[name] ?? sameValues

async function parseActionValues(
  resource: ScopedResource<ResourceModule>,
  change: RequestContext,
  { name, fields }: BulkAction,
  work: BulkHandler,
  sent: unknown,
): Promise<FieldValues> {
  if (!is(sent, ActionValues)) throw badRequest(bulkMessages.valuesNotObject)
  const isChange = name === 'change'
  const given = parseValues({ fields }, sent, isChange ? 'present' : 'all')
  if (isChange && !hasValues(given))
    throw validationFailed({ [Object.keys(fields)[0] ?? 'values']: bulkMessages.chooseChange })
  const scoped = { name: resource.name, fields, storeIds: resource.storeIds }
  const [wrong = {}] = isChange ? [] : await validateReferences(change.trx, scoped, [given])
  if (hasValues(wrong)) throw validationFailed(wrong)
  await work.authorize?.(change, given)
  return given
}

async function loadSelectedIds(
  resource: ScopedResource<ResourceModule>,
  { trx }: RequestContext,
  selection: Selection,
  most: number,
): Promise<number[]> {
  const isSelected = await buildSelectionCondition(trx, resource, selection)
  const { rows } = await sql<{ id: number }>`
    select id from ${getVisibleRows(resource, resource.storeIds)} where ${isSelected}
    order by ${sql.ref(resource.label)}, id limit ${most + 1}`.execute(trx)
  if (rows.length === 0) throw validationFailed({ ids: bulkMessages.nothingSelected })
  if (rows.length > most) throw validationFailed({ ids: bulkMessages.tooMany(most) })
  return rows.map(({ id }) => id)
}

const toPlannedChanges = (
  ids: number[],
  work: BulkHandler,
  given: FieldValues,
  change: RequestContext,
) =>
  ids.map((id) => ({
    id,
    version: null,
    getChanges: (before: AnyRecord) => getBulkChanges(work, before, given, change),
  }))

/** Returns a plan row with its job's input. */
function toPlannedRow(
  resource: ResourceModule,
  work: BulkHandler,
  { id, label, before, values, rejection: refused }: CheckedChange,
  warnsOf: (id: number) => string[],
): PlannedRow {
  const row = { targetId: id, label, code: getRecordCode(before) }
  if (refused !== null) return { ...row, outcome: 'refused', sentence: refused }
  if (!hasValues(values)) return { ...row, ...noChange }
  return {
    ...row,
    outcome: 'change',
    before: pickPreviousValues(resource, before, Object.keys(values)),
    becomes: values,
    warns: warnsOf(id),
    input: before && work.toRowInput ? work.toRowInput(before) : { version: before?.version },
  }
}

/** Returns a job's title, which ends like `12 stores`. */
export const formatJobTitle = (
  resource: ResourceModule,
  action: BulkAction,
  { given, count }: { given: FieldValues; count: number },
): string => `${getTitlePrefix(action, Object.keys(given))} ${formatRecordCount(resource, count)}`
