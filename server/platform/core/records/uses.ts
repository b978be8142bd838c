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
import type { Viewer } from './storeScope.ts'
import type { StoreIds } from '../auth/storeIds.ts'
import { getFieldStorage } from './fieldStorage.ts'
import { getReferences } from './labels.ts'
import { recordMessages } from './messages.ts'

const maxUseExamples = 3

/**
 * Rows that refer to a record: their kind, label, and order. `to` is the page of a resource with a
 * single record.
 */
export type Dependent = {
  kind: string
  /** Without this permission a caller sees the count but no names. */
  permission: string
  rows: (storeIds: StoreIds) => RawBuilder<unknown>
  refersTo: (id: number) => RawBuilder<boolean>
  many?: { title: Resource['title']; referTo: (ids: readonly number[]) => RawBuilder<boolean> }
  example: RawBuilder<unknown>
  to?: string
  order: RawBuilder<unknown>
}

/** Finds the dependents that definitions declare: resources with a reference to this one. */
export const getDependents = (
  { name }: Pick<Resource, 'name'>,
  all: readonly Resource[],
): Dependent[] =>
  all.flatMap((resource) => {
    // Log entries describe the past and must not block a deletion.
    if (resource.api.appendOnly) return []
    const references = getReferences(resource).filter(({ other }) => other.name === name)
    if (references.length === 0) return []
    return {
      kind: resource.title.one,
      permission: resource.permission,
      rows: (storeIds) => getVisibleRows(resource, storeIds),
      refersTo: (id) =>
        sql`(${sql.join(
          references.map(({ name: column, field }) =>
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
            references.map(({ name: column, field }) =>
              getFieldStorage(field).matchesAny(
                sql.ref(column),
                sql`(select unnest(${[...ids]}::int[]))`,
              ),
            ),
            sql` or `,
          )})`,
      },
      example: sql.ref(resource.relations.label),
      ...(resource.api.single && { to: resource.path }),
      order: buildSortKey(getColumn(resource, getDefaultSort(resource)[0].field)),
    }
  })

/**
 * Describes in a sentence what refers to any of these records within these stores; empty if nothing
 * does.
 */
export async function describeUses(
  dependents: readonly Dependent[],
  connection: Connection,
  ids: readonly number[],
  storeIds: StoreIds,
): Promise<string[]> {
  const uses: string[] = []
  for (const { many, rows: getRows } of dependents) {
    if (!many) continue
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${getRows(storeIds)}
      where ${many.referTo(ids)}`.execute(connection)
    const count = rows[0]?.count ?? 0
    if (count > 0) uses.push(formatRecordCount(many, count))
  }
  return uses.length > 0 ? [recordMessages.usedByRecords(uses.join(', '))] : []
}

/** Counts what refers to this record within the viewer's stores, with some names of each kind. */
export async function findUses(
  dependents: readonly Dependent[],
  connection: Connection,
  id: number,
  { storeIds, permissions = [] }: Viewer,
): Promise<RecordUses> {
  const uses: RecordUses = []
  // Queries run in sequence because a transaction has one connection.
  for (const { kind, permission, rows: getRows, refersTo, example, to, order } of dependents) {
    const maxExamples = can(permissions, permission, 'read') ? maxUseExamples : 0
    const { rows } = await sql<{ count: number; examples: string[] }>`
      select count(*) as count, array(
        select cast(${example} as text) from ${getRows(storeIds)}
        where ${refersTo(id)} order by ${order}, id limit ${maxExamples}) as examples
      from ${getRows(storeIds)} where ${refersTo(id)}`.execute(connection)
    const { count = 0, examples = [] } = rows[0] ?? {}
    // A single record is named by its kind, not by its content.
    if (count > 0)
      uses.push(to === undefined ? { kind, count, examples } : { kind, count, examples: [], to })
  }
  return uses
}
