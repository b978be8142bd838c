import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { toComparableText } from '#shared/engine/normalizeText.ts'
import type { ExistingRecord } from '#shared/engine/problem.ts'
import { getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { validationFailed, HttpError } from '../platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import { createTakenError } from './uniqueErrors.ts'
import type { FieldValues } from './values.ts'

type ComparedRecord = { values: FieldValues; errors: ValidationErrors }
type TakenValues = { errors: ValidationErrors; existing: Record<string, ExistingRecord> }

/**
 * Returns errors for records whose values another record already has. Values with other errors are
 * skipped.
 */
export async function findTakenValues(
  connection: Connection,
  resource: Resource & Partial<Pick<ScopedResource, 'storeIds'>>,
  records: readonly ComparedRecord[],
): Promise<ValidationErrors[]> {
  return (await findTakenRecords(connection, resource, records)).map(({ errors }) => errors)
}

const isTextField = (resource: Resource, name: string) => getField(resource, name)?.kind === 'text'

/**
 * Converts a column or value for comparison in unique fields, where texts that look the same are
 * equal.
 */
export const toComparable = (
  resource: Resource,
  name: string,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => (isTextField(resource, name) ? sql`same_text(${value})` : value)

/** Converts a record's values to a key for the same comparison in memory. */
export const toComparableKey = (
  resource: Resource,
  names: readonly string[],
  values: FieldValues,
): string =>
  JSON.stringify(
    names.map((name) => {
      const value = values[name]
      return isTextField(resource, name) && typeof value === 'string'
        ? toComparableText(value)
        : value
    }),
  )

/**
 * Finds other records with equal or look-alike values in unique fields. Returns those the caller
 * can see, for links. `exceptId` excludes the changed record itself.
 */
async function findTakenRecords(
  connection: Connection,
  resource: Resource & Partial<Pick<ScopedResource, 'storeIds'>>,
  records: readonly ComparedRecord[],
  exceptId = 0,
): Promise<TakenValues[]> {
  const found: TakenValues[] = records.map(() => ({ errors: {}, existing: {} }))
  for (const names of resource.api.unique) {
    const comparable = records.filter(({ values, errors }) =>
      names.every((name) => values[name] !== null && !(name in errors)),
    )
    if (comparable.length === 0) continue
    const columns = names.map((name) => toComparable(resource, name, sql.ref(name)))
    const tuples = comparable.map(
      ({ values }) =>
        sql`(${sql.join(names.map((name) => toComparable(resource, name, sql`${values[name]}`)))})`,
    )
    const { storeIds } = resource
    const isVisibleSql =
      storeIds === undefined
        ? sql`false`
        : sql`id in (select id from ${getVisibleRows(resource, storeIds)})`
    const { rows } = await sql<FieldValues & ExistingRecord & { seen: boolean }>`
      select ${sql.join(names.map((name) => sql.ref(name)))}, id, ${sql.ref(resource.relations.label)} as label,
        ${isVisibleSql} as seen
      from ${sql.table(resource.name)}
      where (${sql.join(columns)}) in (${sql.join(tuples)}) and id <> ${exceptId}
      order by id`.execute(connection)
    const taken = new Map(
      rows.toReversed().map((row) => [toComparableKey(resource, names, row), row] as const),
    )
    for (const [index, { values }] of records.entries()) {
      const row = taken.get(toComparableKey(resource, names, values))
      if (!row) continue
      const { id, label, seen: isSeen } = row
      const errors = createTakenError(resource, names)
      const [field = ''] = Object.keys(errors)
      const { errors: before = {}, existing = {} } = found[index] ?? {}
      found[index] = {
        errors: { ...before, ...errors },
        existing: isSeen ? { ...existing, [field]: { id, label } } : existing,
      }
    }
  }
  return found
}

/**
 * Rejects a record that looks like another one, and names that one if the caller can see it. The
 * database constraint decides in races.
 */
export async function requireUnique(
  connection: Connection,
  resource: ScopedResource,
  values: FieldValues,
  exceptId?: number,
): Promise<void> {
  const [taken] = await findTakenRecords(connection, resource, [{ values, errors: {} }], exceptId)
  if (!taken || Object.keys(taken.errors).length === 0) return
  const { problem } = validationFailed(taken.errors)
  throw new HttpError(problem.status, 'invalid', problem.detail, {
    ...problem,
    existing: taken.existing,
  })
}
