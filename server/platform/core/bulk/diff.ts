import type { AnyRecord } from '#shared/engine/resource.ts'
import { getField } from '#shared/engine/resource.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { addLabels } from '../records/labels.ts'
import { redactOtherStores } from '../records/otherStores.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Returns the changing fields of these records before and after, with the currencies of amounts.
 */
export async function getDiff(
  connection: Connection,
  resource: ScopedResource,
  changed: readonly { before: AnyRecord | null; values: FieldValues }[],
): Promise<{ before: FieldValues; after: FieldValues }[]> {
  const hideStores = (records: FieldValues[]) => redactOtherStores(connection, resource, records)
  const befores = await hideStores(changed.map(({ before }) => ({ ...before })))
  const afterRecords = await hideStores(
    changed.map(({ before, values }) => ({ ...before, ...values })),
  )
  const after = await addLabels(connection, resource, afterRecords)
  return changed.map(({ values }, index) => {
    const names = Object.keys(values).filter((name) => name !== 'id')
    const currencyFields = names.flatMap((name) => getField(resource, name)?.currencyField ?? [])
    const toSide = (record: FieldValues) => ({
      ...Object.fromEntries(
        [...names, ...currencyFields].map((name) => [name, record[name] ?? null]),
      ),
      labels: record['labels'] ?? {},
    })
    return { before: toSide(befores[index] ?? {}), after: toSide(after[index] ?? {}) }
  })
}
