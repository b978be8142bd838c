import type { AnyRecord } from '#shared/engine/resource.ts'
import { getField } from '#shared/engine/resource.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { addLabels } from '../records/labels.ts'
import { hideOtherStores } from '../records/otherStores.ts'
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
  const hide = (records: FieldValues[]) => hideOtherStores(connection, resource, records)
  const befores = await hide(changed.map(({ before }) => ({ ...before })))
  const whole = await hide(changed.map(({ before, values }) => ({ ...before, ...values })))
  const after = await addLabels(connection, resource, whole)
  return changed.map(({ values }, at) => {
    const names = Object.keys(values).filter((name) => name !== 'id')
    const besides = names.flatMap((name) => getField(resource, name)?.currencyField ?? [])
    const side = (of: FieldValues) => ({
      ...Object.fromEntries([...names, ...besides].map((name) => [name, of[name] ?? null])),
      labels: of['labels'] ?? {},
    })
    return { before: side(befores[at] ?? {}), after: side(after[at] ?? {}) }
  })
}
