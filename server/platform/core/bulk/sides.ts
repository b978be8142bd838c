import type { AnyRecord } from '#shared/engine/resource.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { Scoped } from '../records/inScope.ts'
import { withLabels } from '../records/labels.ts'
import { hideOtherStores } from '../records/otherStores.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** What these records hold of what is to change, before and after, each with what its amounts are counted in. */
export async function sidesOf(
  connection: Connection,
  resource: Scoped,
  changed: readonly { before: AnyRecord | null; values: Values }[],
): Promise<{ before: Values; after: Values }[]> {
  const hide = (records: Values[]) => hideOtherStores(connection, resource, records)
  const befores = await hide(changed.map(({ before }) => ({ ...before })))
  const whole = await hide(changed.map(({ before, values }) => ({ ...before, ...values })))
  const after = await withLabels(connection, resource, whole)
  return changed.map(({ values }, at) => {
    const names = Object.keys(values).filter((name) => name !== 'id')
    const besides = names.flatMap((name) => fieldOf(resource, name)?.currencyOf ?? [])
    const side = (of: Values) => ({
      ...Object.fromEntries([...names, ...besides].map((name) => [name, of[name] ?? null])),
      labels: of['labels'] ?? {},
    })
    return { before: side(befores[at] ?? {}), after: side(after[at] ?? {}) }
  })
}
