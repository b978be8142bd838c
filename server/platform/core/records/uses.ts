import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { RecordUses } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { can } from '#shared/permissions/can.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getColumn, buildSortKey } from './list/columns.ts'
import { getVisibleRows } from './storeScope.ts'
import type { Viewer, StoreIds } from './storeScope.ts'
import { getFieldStorage } from './fieldStorage.ts'
import { getReferences } from './labels.ts'
import { recordMessages } from './messages.ts'

const maxUseExamples = 3

/** Rows that refer to a record: what they are, which they are, what one of them is called, and which come first; where there is one alone, where it stands. */
export type Dependent = {
  kind: string
  /** Who may not read these is told how many there are, and none of their names. */
  permission: string
  rows: (storeIds: StoreIds) => RawBuilder<unknown>
  refersTo: (id: number) => RawBuilder<boolean>
  many?: { title: Resource['title']; referTo: (ids: readonly number[]) => RawBuilder<boolean> }
  example: RawBuilder<unknown>
  to?: string
  order: RawBuilder<unknown>
}

/** What refers to a record by the definitions: the records of each resource with fields that lead to its own. */
export const getDependents = (
  { name }: Pick<Resource, 'name'>,
  all: readonly Resource[],
): Dependent[] =>
  all.flatMap((resource) => {
    // Entries tell of what was: they keep nothing that is.
    if (resource.appendOnly) return []
    const led = getReferences(resource).filter(({ other }) => other.name === name)
    if (led.length === 0) return []
    return {
      kind: resource.title.one,
      permission: resource.permission,
      rows: (storeIds) => getVisibleRows(resource, storeIds),
      refersTo: (id) =>
        sql`(${sql.join(
          led.map(({ name: column, field }) =>
            getFieldStorage(field).condition(sql.ref(column), {
              field,
              op: 'eq',
              value: String(id),
            }),
          ),
          sql` or `,
        )})`,
      many: {
        title: resource.title,
        referTo: (ids) =>
          sql`(${sql.join(
            led.map(({ name: column, field }) =>
              getFieldStorage(field).matchesAny(
                sql.ref(column),
                sql`(select unnest(${[...ids]}::int[]))`,
              ),
            ),
            sql` or `,
          )})`,
      },
      example: sql.ref(resource.label),
      ...(resource.single && { to: resource.path }),
      order: buildSortKey(getColumn(resource, getDefaultSort(resource).field)),
    }
  })

/** What refers to any of many records in these stores, in a sentence; none where nothing does. */
export async function describeUses(
  dependents: readonly Dependent[],
  connection: Connection,
  ids: readonly number[],
  storeIds: StoreIds,
): Promise<string[]> {
  const found: string[] = []
  for (const { many, rows: rowsIn } of dependents) {
    if (!many) continue
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${rowsIn(storeIds)}
      where ${many.referTo(ids)}`.execute(connection)
    const count = rows[0]?.count ?? 0
    if (count > 0) found.push(formatRecordCount(many, count))
  }
  return found.length > 0 ? [recordMessages.usedByRecords(found.join(', '))] : []
}

/** What refers to the record of this id, as far as the stores of who asks reach: how many of each kind, and some of their names. */
export async function findUses(
  dependents: readonly Dependent[],
  connection: Connection,
  id: number,
  { storeIds, permissions = [] }: Viewer,
): Promise<RecordUses> {
  const found: RecordUses = []
  // One after the other: inside a transaction there is one connection.
  for (const { kind, permission, rows: rowsIn, refersTo, example, to, order } of dependents) {
    const most = can(permissions, permission, 'read') ? maxUseExamples : 0
    const { rows } = await sql<{ count: number; examples: string[] }>`
      select count(*) as count, array(
        select cast(${example} as text) from ${rowsIn(storeIds)}
        where ${refersTo(id)} order by ${order}, id limit ${most}) as examples
      from ${rowsIn(storeIds)} where ${refersTo(id)}`.execute(connection)
    const { count = 0, examples = [] } = rows[0] ?? {}
    // What there is one of goes by its kind, not by what it holds.
    if (count > 0)
      found.push(to === undefined ? { kind, count, examples } : { kind, count, examples: [], to })
  }
  return found
}
