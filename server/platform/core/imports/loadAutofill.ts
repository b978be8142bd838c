import { getResource } from '#shared/engine/resourceRegistry.ts'
import { limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { loadRecords } from '../records/loadRecord.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Loads what references fill into other fields, as the form does, for the records that lines may
 * refer to, by field.
 */
export async function loadAutofill(
  db: Connection,
  resource: ScopedResource,
  candidateIds: ReadonlyMap<string, readonly number[]>,
): Promise<(values: FieldValues) => FieldValues> {
  const recordsByField = new Map<string, Map<number, FieldValues>>()
  for (const [name, { target }] of Object.entries(resource.fields)) {
    const targetResource = target?.autofill && getResource(target.name)
    if (!targetResource) continue
    const ids = candidateIds.get(name) ?? []
    recordsByField.set(
      name,
      await loadRecords(db, limitToCaller(resource, targetResource), ids, false),
    )
  }
  return (values) =>
    Object.fromEntries(
      [...recordsByField].flatMap(([name, records]) => {
        const record = records.get(Number(values[name]))
        const autofill = Object.entries(resource.fields[name]?.target?.autofill ?? {})
        return record
          ? autofill.map(([field, readValue]) => [field, readValue(record)] as const)
          : []
      }),
    )
}
