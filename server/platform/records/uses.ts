import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { usualSort } from '#shared/engine/listQuery.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '../schema.ts'
import { columnOf, sortKeyOf } from './columns.ts'
import { rowsOf } from './inScope.ts'
import type { StoreIds } from './inScope.ts'
import { storedAs } from './kinds.ts'
import { referencesOf } from './labels.ts'

/** How many examples are given of a kind. */
const examplesShown = 3

/** Rows that refer to a record: what they are, which they are, what one of them is called, and which come first. */
export type Dependent = {
  kind: string
  /** Those of them that these stores reach. */
  rows: (storeIds: StoreIds) => RawBuilder<unknown>
  refersTo: (id: number) => RawBuilder<boolean>
  example: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/** What refers to a record by the definitions: the records of each resource with fields that lead to its own. */
export const dependentsOf = (
  { name }: Pick<Resource, 'name'>,
  all: readonly Resource[],
): Dependent[] =>
  all.flatMap((resource) => {
    // Entries tell of what was: they keep nothing that is.
    if (resource.entries) return []
    const led = referencesOf(resource).filter(({ other }) => other.name === name)
    if (led.length === 0) return []
    return {
      kind: resource.title.one,
      rows: (storeIds) => rowsOf(resource, storeIds),
      refersTo: (id) =>
        sql`(${sql.join(
          led.map(({ name: column, field }) =>
            storedAs(field).condition(sql.ref(column), { field, op: 'eq', value: String(id) }),
          ),
          sql` or `,
        )})`,
      example: sql.ref(resource.label),
      order: sortKeyOf(columnOf(resource, usualSort(resource).field)),
    }
  })

/** What refers to the record of this id in these stores: how many of each kind, and some of their names. */
export async function usesBy(
  dependents: readonly Dependent[],
  connection: Connection,
  id: number,
  storeIds: StoreIds,
): Promise<Uses> {
  const found: Uses = []
  // One after the other: inside a transaction there is one connection.
  for (const { kind, rows: rowsIn, refersTo, example, order } of dependents) {
    const { rows } = await sql<{ count: number; examples: string[] }>`
      select count(*) as count, array(
        select cast(${example} as text) from ${rowsIn(storeIds)}
        where ${refersTo(id)} order by ${order}, id limit ${examplesShown}) as examples
      from ${rowsIn(storeIds)} where ${refersTo(id)}`.execute(connection)
    const { count = 0, examples = [] } = rows[0] ?? {}
    if (count > 0) found.push({ kind, count, examples })
  }
  return found
}
