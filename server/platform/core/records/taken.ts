import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { toSameText } from '#shared/engine/normalizeText.ts'
import type { ExistingRecord } from '#shared/engine/problem.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { sameText } from '#server/platform/database/migrations/sameText.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { takenError } from './refusedFields.ts'
import type { Values } from './values.ts'

type Checked = { values: Values; errors: FieldErrors }
type Taken = { errors: FieldErrors; existing: Record<string, ExistingRecord> }

/** What to say of each of these records whose values another one has already; what is wrong by itself is not asked for. */
export async function takenIn(
  connection: Connection,
  resource: Resource & Partial<Pick<Scoped, 'storeIds'>>,
  records: readonly Checked[],
): Promise<FieldErrors[]> {
  return (await findTaken(connection, resource, records)).map(({ errors }) => errors)
}

const isText = (resource: Resource, name: string) => fieldOf(resource, name)?.kind === 'text'

/** A column, or a value of it, as it counts where a field is unique: texts that look the same are equal. */
export const comparable = (
  resource: Resource,
  name: string,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => (isText(resource, name) ? sameText(value) : value)

/** The same of a record's values, to compare within the program. */
export const comparableKey = (
  resource: Resource,
  names: readonly string[],
  values: Values,
): string =>
  JSON.stringify(
    names.map((name) => {
      const value = values[name]
      return isText(resource, name) && typeof value === 'string' ? toSameText(value) : value
    }),
  )

/**
 * Finds other records that have the same values, or look the same, where these fields are unique. Those that the caller sees are
 * named, to be linked; a record that is changed itself, by `exceptId`, is no other one.
 */
async function findTaken(
  connection: Connection,
  resource: Resource & Partial<Pick<Scoped, 'storeIds'>>,
  records: readonly Checked[],
  exceptId = 0,
): Promise<Taken[]> {
  const found: Taken[] = records.map(() => ({ errors: {}, existing: {} }))
  for (const names of resource.unique) {
    const whole = records.filter(({ values, errors }) =>
      names.every((name) => values[name] !== null && !(name in errors)),
    )
    if (whole.length === 0) continue
    const columns = names.map((name) => comparable(resource, name, sql.ref(name)))
    const tuples = whole.map(
      ({ values }) =>
        sql`(${sql.join(names.map((name) => comparable(resource, name, sql`${values[name]}`)))})`,
    )
    const { storeIds } = resource
    const seen =
      storeIds === undefined
        ? sql`false`
        : sql`id in (select id from ${rowsOf(resource, storeIds)})`
    const { rows } = await sql<Values & ExistingRecord & { seen: boolean }>`
      select ${sql.join(names.map((name) => sql.ref(name)))}, id, ${sql.ref(resource.label)} as label,
        ${seen} as seen
      from ${sql.table(resource.name)}
      where (${sql.join(columns)}) in (${sql.join(tuples)}) and id <> ${exceptId}
      order by id`.execute(connection)
    const taken = new Map(
      rows.toReversed().map((row) => [comparableKey(resource, names, row), row] as const),
    )
    for (const [at, { values }] of records.entries()) {
      const row = taken.get(comparableKey(resource, names, values))
      if (!row) continue
      const { id, label, seen: isSeen } = row
      const errors = takenError(resource, names)
      const [field = ''] = Object.keys(errors)
      const { errors: before = {}, existing = {} } = found[at] ?? {}
      found[at] = {
        errors: { ...before, ...errors },
        existing: isSeen ? { ...existing, [field]: { id, label } } : existing,
      }
    }
  }
  return found
}

/** Rejects a record that another one looks like, and names that one where the caller sees it. The database has the last word. */
export async function requireUnique(
  connection: Connection,
  resource: Scoped,
  values: Values,
  exceptId?: number,
): Promise<void> {
  const [taken] = await findTaken(connection, resource, [{ values, errors: {} }], exceptId)
  if (!taken || Object.keys(taken.errors).length === 0) return
  const { problem } = invalid(taken.errors)
  throw new Refusal(problem.status, 'invalid', problem.detail, {
    ...problem,
    existing: taken.existing,
  })
}
