import { resourceNamed } from '#shared/areas/index.ts'
import { scopedTo } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { readMany } from '../records/read.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** What references fill in beside them, by the values of a record, as in its form; `meant`: what lines may refer to, by field. */
export async function fillsOf(
  db: Connection,
  resource: Scoped,
  meant: ReadonlyMap<string, readonly number[]>,
): Promise<(values: Values) => Values> {
  const known = new Map<string, Map<number, Values>>()
  for (const [name, { to }] of Object.entries(resource.fields)) {
    const referred = to?.fills && resourceNamed(to.name)
    if (!referred) continue
    const ids = meant.get(name) ?? []
    known.set(name, await readMany(db, scopedTo(resource, referred), ids, false))
  }
  return (values) =>
    Object.fromEntries(
      [...known].flatMap(([name, records]) => {
        const record = records.get(Number(values[name]))
        const fills = Object.entries(resource.fields[name]?.to?.fills ?? {})
        return record ? fills.map(([field, read]) => [field, read(record)] as const) : []
      }),
    )
}
