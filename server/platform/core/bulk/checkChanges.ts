import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed, notFound, HttpError } from '../platform/httpError.ts'
import { authorizeWrite } from '../records/authorizeWrite.ts'
import { requireInheritedWriteAccess } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { versionConflict, loadRecords } from '../records/loadRecord.ts'
import { createTakenError } from '../records/uniqueErrors.ts'
import { validateRecords } from '../records/resourceHooks.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { toComparableKey, findTakenValues } from '../records/uniqueValues.ts'
import type { FieldValues } from '../records/values.ts'
import type { BulkHandler } from '../records/bulkHandler.ts'

/** A planned change of one record. With a version, the record must still have it. */
export type PlannedChange = {
  id: number
  version: number | null
  getChanges: (before: AnyRecord) => FieldValues | Promise<FieldValues>
}

/**
 * The result of a check: the values that change (none if it has them already), or why it's
 * rejected.
 */
export type CheckedChange = {
  id: number
  label: string
  before: AnyRecord | null
  values: FieldValues
  rejection: string | null
}

type CheckOptions = Pick<BulkHandler, 'skipsValidation' | 'lock' | 'addFields'>

/** Returns the sentence of a rejection. Throws any other error again. */
export function getRejectionDetail(error: unknown): string {
  if (!(error instanceof HttpError)) throw error
  return error.problem.detail
}

/**
 * Checks many changes at once and writes nothing. `locksRows` locks the records until the transaction
 * ends.
 */
export async function checkChanges(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  changes: readonly PlannedChange[],
  { skipsValidation, lock, addFields, locksRows = false }: CheckOptions & { locksRows?: boolean },
): Promise<CheckedChange[]> {
  const ids = changes.map(({ id }) => id)
  if (locksRows) await lock?.(context.trx, ids)
  const stored = await loadRecords(context.trx, resource, ids, locksRows)
  const records = addFields
    ? await addRecordFields(stored, (all) => addFields(context.trx, all))
    : stored
  const checked: CheckedChange[] = []
  for (const change of changes) {
    const before = records.get(change.id) ?? null
    const base = { id: change.id, label: before ? getLabel(resource, before) : '', before }
    const computed = await computeChangedValues(
      resource,
      context,
      change,
      before,
      skipsValidation,
    ).then(
      (values) => ({ values, rejection: null }),
      (error: unknown) => ({ values: {}, rejection: getRejectionDetail(error) }),
    )
    checked.push({ ...base, ...computed })
  }
  if (!skipsValidation) await rejectInvalidChanges(resource, context, checked)
  return checked
}

async function addRecordFields(
  records: ReadonlyMap<number, AnyRecord>,
  add: (all: AnyRecord[]) => Promise<AnyRecord[]>,
): Promise<Map<number, AnyRecord>> {
  return new Map((await add([...records.values()])).map((record) => [record.id, record]))
}

/** Returns the values that change, by the rules that need only this record. */
async function computeChangedValues(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  { version, getChanges }: PlannedChange,
  before: AnyRecord | null,
  skipsValidation: true | undefined,
): Promise<FieldValues> {
  const { title, fields, hooks } = resource
  requireInheritedWriteAccess(resource)
  if (!before) throw notFound(title.one)
  if (version !== null && version !== before.version) throw versionConflict(before)
  hooks.assertEditable?.(before)
  const newValues = await getChanges(before)
  const values = Object.fromEntries(
    Object.entries(newValues).filter(
      ([name, value]) => !isSameFieldValue(before[name] ?? null, value),
    ),
  )
  const names = Object.keys(values)
  if (skipsValidation || names.length === 0) return values
  const immutable = names.filter((name) => fields[name]?.immutable)
  const errors = immutable.map((name) => [
    name,
    platformMessages.immutable(fields[name]?.label ?? name),
  ])
  if (immutable.length > 0) throw validationFailed(Object.fromEntries(errors))
  await authorizeWrite(resource, context, { before, values })
  return values
}

/**
 * Applies the rules that are checked for all records at once: references, the area's rules, and
 * uniqueness.
 */
async function rejectInvalidChanges(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  checked: CheckedChange[],
) {
  const { platform, trx, caller } = context
  const open = checked.flatMap((checkedChange) =>
    checkedChange.before && !checkedChange.rejection && Object.keys(checkedChange.values).length > 0
      ? [{ one: checkedChange, before: checkedChange.before, values: checkedChange.values }]
      : [],
  )
  if (open.length === 0) return
  const values = open.map((change) => change.values)
  const befores = open.map(({ before }) => before)
  const validationErrors = await validateRecords(resource, platform, trx, values, {
    changed: { befores, caller },
  })
  const taken = await findTakenAmongChanges(resource, context, open)
  for (const [index, { one: checkedChange }] of open.entries()) {
    const errors = { ...taken[index], ...validationErrors[index] }
    if (Object.keys(errors).length > 0)
      checkedChange.rejection = getRejectionDetail(validationFailed(errors))
  }
}

type OpenChange = { before: AnyRecord; values: FieldValues }

/**
 * Finds conflicts with other records, only for changes to unique fields. A record doesn't conflict
 * with itself.
 */
async function findTakenAmongChanges(
  resource: ScopedResource<ResourceModule>,
  { trx }: WriteContext,
  open: OpenChange[],
) {
  const errors: ValidationErrors[] = open.map(() => ({}))
  for (const names of resource.api.unique) {
    const touched = open.flatMap(({ before, values }, index) =>
      names.some((name) => name in values) ? [{ at: index, values: { ...before, ...values } }] : [],
    )
    if (touched.length === 0) continue
    const records = touched.map(({ values }) => ({ values, errors: {} }))
    const taken = await findTakenValues(
      trx,
      { ...resource, api: { ...resource.api, unique: [names] } },
      records,
    )
    const seenKeys = new Set<string>()
    for (const [position, { at: index, values }] of touched.entries()) {
      errors[index] = { ...errors[index], ...taken[position] }
      const parts = names.map((name) => values[name])
      const key = toComparableKey(resource, names, values)
      // Allows the first of several equal records.
      if (!parts.includes(null) && seenKeys.has(key))
        errors[index] = { ...errors[index], ...createTakenError(resource, names) }
      seenKeys.add(key)
    }
  }
  return errors
}
