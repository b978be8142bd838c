import { getResource } from '#shared/areas/index.ts'
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
  meant: ReadonlyMap<string, readonly number[]>,
): Promise<(values: FieldValues) => FieldValues> {
  const known = new Map<string, Map<number, FieldValues>>()
  for (const [name, { target: to }] of Object.entries(resource.fields)) {
    const referred = to?.autofill && getResource(to.name)
    if (!referred) continue
    const ids = meant.get(name) ?? []
    known.set(name, await loadRecords(db, limitToCaller(resource, referred), ids, false))
  }
  return (values) =>
    Object.fromEntries(
      [...known].flatMap(([name, records]) => {
        const record = records.get(Number(values[name]))
        const fills = Object.entries(resource.fields[name]?.target?.autofill ?? {})
        return record ? fills.map(([field, read]) => [field, read(record)] as const) : []
      }),
    )
}
