import { sql } from 'kysely'
import { addCodeNumber } from '#shared/engine/fields/codes.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { toComparable, toComparableKey } from './uniqueValues.ts'
import type { CheckedValues, FieldValues } from './values.ts'

/** The highest number added to a code. Beyond it the code is rejected as taken. */
const maxCodeNumber = 250

/**
 * Adds a number to each derived code that another record, or an earlier one of these, already has.
 * Entered codes stay.
 */
export async function addNumbersToTakenCodes(
  connection: Connection,
  resource: Resource,
  records: readonly CheckedValues[],
): Promise<void> {
  const taken = new Set<string>()
  for (const names of resource.api.unique) {
    for (const { values, errors, derived } of records) {
      if (names.some((name) => name in errors || values[name] === null)) continue
      const code = names.find((name) => derived.includes(name))
      if (code !== undefined) {
        // oxlint-disable-next-line no-await-in-loop -- Each number depends on the codes before it.
        for (const key of await findTakenKeys(connection, resource, { names, code, values }))
          taken.add(key)
        values[code] =
          listCandidates(resource, code, values).find(
            (candidate) =>
              !taken.has(toComparableKey(resource, names, { ...values, [code]: candidate })),
          ) ?? values[code]
      }
      taken.add(toComparableKey(resource, names, values))
    }
  }
}

type DerivedCode = { names: readonly string[]; code: string; values: FieldValues }

function listCandidates(resource: Resource, code: string, values: FieldValues): string[] {
  const { [code]: field } = resource.fields
  const base = String(values[code])
  if (!field) return [base]
  return [
    base,
    ...Array.from({ length: maxCodeNumber }, (_, index) => addCodeNumber(base, index + 2, field)),
  ]
}

async function findTakenKeys(
  connection: Connection,
  resource: Resource,
  { names, code, values }: DerivedCode,
): Promise<string[]> {
  const conditions = names.map((name) => {
    const column = toComparable(resource, name, sql.ref(name))
    const compared = name === code ? listCandidates(resource, code, values) : [values[name]]
    return sql`${column} in (${sql.join(compared.map((value) => toComparable(resource, name, sql`${value}`)))})`
  })
  const { rows } = await sql<FieldValues>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(resource.name)}
    where ${sql.join(conditions, sql` and `)}`.execute(connection)
  return rows.map((row) => toComparableKey(resource, names, row))
}
