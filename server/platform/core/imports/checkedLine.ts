import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { LineAction } from '#shared/engine/imports/importStates.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { HttpError } from '../platform/httpError.ts'
import type { RowContext } from '../jobs/jobs.ts'
import { authorizeWrite } from '../records/authorizeWrite.ts'
import { getRecordColumns } from '../records/list/columns.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { requireValid, validateRecords } from '../records/resourceHooks.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { toComparable, findTakenValues } from '../records/uniqueValues.ts'
import { checkValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'

export type CheckedLine = {
  line: number
  key: string | null
  action: LineAction
  label: string | null
  targetId: number | null
  version: number | null
  record: FieldValues | null
  reasons: string[]
}

/** A line that would create a record, with its own errors. */
export type NewRecordLine = { line: CheckedLine; values: FieldValues; errors: ValidationErrors }

/** Returns what changes in a record, or why it can't. */
export async function checkLineChange(
  resource: ScopedResource<ResourceModule>,
  context: RowContext,
  before: AnyRecord,
  newValues: FieldValues,
  quoteErrors = (fieldErrors: ValidationErrors): ValidationErrors => fieldErrors,
): Promise<Pick<CheckedLine, 'action' | 'record' | 'reasons'>> {
  const { values, errors } = checkValues(resource, newValues, 'present')
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameFieldValue(before[name], value)),
  )
  const reasons = Object.entries(quoteErrors(errors)).flatMap(([name, error]) =>
    name in changed ? [error] : [],
  )
  for (const name of Object.keys(changed))
    if (resource.fields[name]?.immutable)
      reasons.push(platformMessages.immutable(resource.fields[name]?.label ?? name))
  if (Object.keys(changed).length === 0) return { action: 'unchanged', record: null, reasons: [] }
  if (reasons.length === 0)
    reasons.push(
      ...(await collectRejections(async () => {
        resource.hooks.assertEditable?.(before)
        await authorizeWrite(resource, context, { before, values: changed })
        await requireValid(resource, context, changed, before)
      })),
    )
  return { action: reasons.length > 0 ? 'refused' : 'change', record: changed, reasons }
}

/** Checks all new records at once. */
export async function checkNewRecordLines(
  resource: ScopedResource<ResourceModule>,
  context: RowContext,
  newRecords: readonly NewRecordLine[],
): Promise<void> {
  const { trx, platform } = context
  if (newRecords.length === 0) return
  const records = newRecords.map(({ values }) => values)
  const errors = newRecords.map((one) => one.errors)
  const validationErrors = await validateRecords(resource, platform, trx, records, { errors })
  const taken = await findTakenValues(trx, resource, newRecords)
  const duplicates = (await resource.importHooks?.findDuplicates?.(trx, records)) ?? []
  for (const [index, { line: checkedLine, values }] of newRecords.entries()) {
    const allErrors = { ...validationErrors[index], ...taken[index], ...errors[index] }
    checkedLine.reasons.push(...Object.values(allErrors), ...[duplicates[index] ?? []].flat())
    if (checkedLine.reasons.length === 0)
      checkedLine.reasons.push(
        ...(await collectRejections(() => authorizeWrite(resource, context, { values }))),
      )
    if (checkedLine.reasons.length === 0)
      Object.assign(checkedLine, { action: 'create', record: values })
  }
}

async function collectRejections(attempt: () => Promise<void> | undefined): Promise<string[]> {
  try {
    await attempt()
    return []
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { fields, detail } = error.problem
    return fields ? Object.values(fields) : [detail]
  }
}

/** Finds the records with these keys that the caller can see. */
export async function findRecordsByKey(
  resource: ScopedResource<ResourceModule>,
  { trx }: RowContext,
  key: readonly string[],
  keys: readonly FieldValues[],
): Promise<AnyRecord[]> {
  if (keys.length === 0) return []
  // Only unique fields have an index that finds texts that look the same.
  const isUnique = resource.api.unique.some((names) => names.join() === key.join())
  const part = (name: string, value: RawBuilder<unknown>) =>
    isUnique ? toComparable(resource, name, value) : value
  const columns = sql.join(key.map((name) => part(name, sql.ref(name))))
  const tuples = keys.map(
    (values) => sql`(${sql.join(key.map((name) => part(name, sql`${values[name]}`)))})`,
  )
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}
    from ${getVisibleRows(resource, resource.storeIds)}
    where (${columns}) in (${sql.join(tuples)})`.execute(trx)
  return rows
}
