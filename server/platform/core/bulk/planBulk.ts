import { sql } from 'kysely'
import { record, string, type, unknown } from 'superstruct'
import { getSingleChangeFields } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkPlan } from '#shared/engine/bulk/bulkCalls.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { Selection } from '#shared/engine/list/selection.ts'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
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
import type { BulkHandler, BulkWarnings } from '../records/bulkHandler.ts'
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
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, now, request } = context
  const { body } = request
  if (!is(body, PlanBody) || !is(body, Selection)) throw badRequest(bulkMessages.body)
  const action = requireAction(resource, body.action)
  requirePermission(`${resource.permission}:${action.requiredAction}`, caller)
  const scoped = limitToCaller(caller, resource)
  const handler = getBulkHandler(resource, action)
  // Amounts have a currency each, and unique values can't be the same: one record can change them.
  const fields =
    action.name === 'change' && 'ids' in body && body.ids.length === 1
      ? getSingleChangeFields(resource)
      : action.fields
  const actionValues = await parseActionValues(
    scoped,
    context,
    { ...action, fields },
    handler,
    'values' in body ? body.values : {},
  )
  const maxRecords = action.name === 'delete' ? limits.bulkDeletions : limits.bulkRecords
  await resource.hooks.beforeRead?.(trx, now)
  const ids = await loadSelectedIds(scoped, context, body, maxRecords)
  const checked: CheckedChange[] = []
  for (let index = 0; index < ids.length; index += planBatchSize) {
    const batch = ids.slice(index, index + planBatchSize)
    checked.push(
      ...(action.name === 'delete'
        ? await checkDeletions(scoped, context, batch)
        : await checkChanges(
            scoped,
            context,
            toPlannedChanges(batch, handler, actionValues, context),
            handler,
          )),
    )
  }
  const changed = checked.filter(
    ({ rejection: rejected, values }) => !rejected && hasValues(values),
  )
  const rejected = checked.filter((one) => one.rejection !== null)
  const unchanged = checked.filter((one) => !one.rejection && !hasValues(one.values))
  const changedIds = changed.map((one) => one.id)
  const { all: warns, byId } = await loadWarnings(handler, context, changed, actionValues)
  const reaches =
    changedIds.length > 0
      ? await describeBulkImpact(scoped, trx, {
          work: handler,
          reached: changedIds,
          given: actionValues,
        })
      : []
  const allReaches = [...reaches, ...describeUndo(resource, action, handler)]
  const getRowWarnings = (one: number) => byId.get(one) ?? []
  const { id, expiresAt } = await savePlan(context, {
    name: resource.name,
    action: action.name,
    given: actionValues,
    summary: {
      needs: `${resource.permission}:${action.requiredAction}`,
      of: resource.name,
      storeIds: caller.storeIds,
      warns,
      reaches: allReaches,
      canUndo: canUndoAction(action, handler),
    },
    rows: [...changed, ...rejected, ...unchanged].map((one) =>
      toPlannedRow(resource, handler, one, getRowWarnings),
    ),
  })
  const counts = {
    changes: changed.length,
    refused: rejected.length,
    unchanged: unchanged.length,
    total: checked.length,
  }
  const diffs = await getDiff(trx, scoped, changed.slice(0, maxShownRows))
  const plan: BulkPlan = {
    id,
    expiresAt,
    counts,
    first: diffs.map((side, index) => ({
      id: changed[index]?.id ?? 0,
      label: changed[index]?.label ?? '',
      ...side,
      warns: getRowWarnings(changed[index]?.id ?? 0),
    })),
    refused: rejected
      .slice(0, maxShownRows)
      .map((one) => ({ id: one.id, label: one.label, sentence: one.rejection ?? '' })),
    warns,
    reaches: allReaches,
  }
  return { status: 200, body: plan }
}

/** Describes whether the action can be undone; empty for a handler that says so itself. */
function describeUndo(resource: Resource, { name }: BulkAction, handler: BulkHandler): string[] {
  if (handler.toRowInput) return []
  if (name !== 'delete') return [bulkMessages.canUndo]
  return [
    canRestoreDeletedRecords(resource)
      ? bulkMessages.canUndoDeletion
      : bulkMessages.cannotUndoDeletion,
  ]
}

/** Whether an action can be undone by writing back what it replaced. */
export const canUndoAction = (
  { name }: Pick<BulkAction, 'name'>,
  { toRowInput }: BulkHandler,
): boolean => name !== 'delete' && !toRowInput

type BulkImpactInput = { work: BulkHandler; reached: readonly number[]; given: FieldValues }

/**
 * Describes the impact: the handler's own description, or else what refers to the changing records.
 */
const describeBulkImpact = (
  { dependents, storeIds }: ScopedResource<ResourceModule>,
  trx: RequestContext['trx'],
  { work: handler, reached: changedIds, given: actionValues }: BulkImpactInput,
) =>
  handler.describeImpact?.(trx, changedIds, actionValues) ??
  describeUses(dependents, trx, changedIds, storeIds)

async function loadWarnings(
  { getWarnings }: BulkHandler,
  context: RequestContext,
  changed: readonly CheckedChange[],
  actionValues: FieldValues,
): Promise<BulkWarnings> {
  const changes = changed.flatMap(({ before, values }) => (before ? [{ before, values }] : []))
  if (!getWarnings || changes.length === 0) return { byId: new Map(), all: [] }
  return getWarnings(context, changes, actionValues)
}

const hasValues = (values: FieldValues) => Object.keys(values).length > 0

export function requireAction(resource: ResourceModule, name: string): BulkAction {
  const actions = resource.bulkActions ?? []
  const action = actions.find((one) => one.name === name)
  if (action) return action
  const names = actions.map((one) => one.name).join(', ')
  throw badRequest(resource.api.noBulkReason ?? bulkMessages.unknownAction(names))
}

/** The handlers of generic actions. An area can replace that of `change`. */
const genericHandlers: Readonly<Record<string, BulkHandler>> = {
  change: sameValues,
  delete: sameValues,
}

/** Returns what performs an action. Throws if nothing does. */
export function getBulkHandler(resource: ResourceModule, { name }: BulkAction): BulkHandler {
  const handler = resource.bulkHandlers?.[name] ?? genericHandlers[name]
  if (!handler) throw new Error(`Nothing performs the bulk action ${name} of ${resource.name}`)
  return handler
}

async function parseActionValues(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
  { name, fields }: BulkAction,
  handler: BulkHandler,
  body: unknown,
): Promise<FieldValues> {
  if (!is(body, ActionValues)) throw badRequest(bulkMessages.valuesNotObject)
  const isChange = name === 'change'
  const actionValues = parseValues({ fields }, body, isChange ? 'present' : 'all')
  if (isChange && !hasValues(actionValues))
    throw validationFailed({ [Object.keys(fields)[0] ?? 'values']: bulkMessages.chooseChange })
  const scoped = { name: resource.name, fields, relations: {}, storeIds: resource.storeIds }
  const [errors = {}] = isChange
    ? []
    : await validateReferences(context.trx, scoped, [actionValues])
  if (hasValues(errors)) throw validationFailed(errors)
  await handler.authorize?.(context, actionValues)
  return actionValues
}

async function loadSelectedIds(
  resource: ScopedResource<ResourceModule>,
  { trx, now }: RequestContext,
  selection: Selection,
  maxRecords: number,
): Promise<number[]> {
  const isSelected = await buildSelectionCondition(trx, resource, selection, new Date(now))
  const { rows } = await sql<{ id: number }>`
    select id from ${getVisibleRows(resource, resource.storeIds)} where ${isSelected}
    order by ${sql.ref(resource.relations.label)}, id limit ${maxRecords + 1}`.execute(trx)
  if (rows.length === 0) throw validationFailed({ ids: bulkMessages.nothingSelected })
  if (rows.length > maxRecords) throw validationFailed({ ids: bulkMessages.tooMany(maxRecords) })
  return rows.map(({ id }) => id)
}

const toPlannedChanges = (
  ids: number[],
  handler: BulkHandler,
  actionValues: FieldValues,
  context: RequestContext,
) =>
  ids.map((id) => ({
    id,
    version: null,
    getChanges: (before: AnyRecord) => getBulkChanges(handler, before, actionValues, context),
  }))

/** Returns a plan row with its job's input. */
function toPlannedRow(
  resource: ResourceModule,
  handler: BulkHandler,
  { id, label, before, values, rejection }: CheckedChange,
  getRowWarnings: (id: number) => string[],
): PlannedRow {
  const row = { targetId: id, label, code: getRecordCode(before) }
  if (rejection !== null) return { ...row, outcome: 'refused', sentence: rejection }
  if (!hasValues(values)) return { ...row, ...noChange }
  return {
    ...row,
    outcome: 'change',
    before: pickPreviousValues(resource, before, Object.keys(values)),
    becomes: values,
    warns: getRowWarnings(id),
    input: before && handler.toRowInput ? handler.toRowInput(before) : { version: before?.version },
  }
}
