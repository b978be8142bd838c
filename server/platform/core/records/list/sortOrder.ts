import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { getField } from '#shared/engine/resource.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import { getFieldStorage } from '../fieldStorage.ts'
import { getVisibleRows, hasStoreLimit } from '../storeScope.ts'
import type { ScopedResource } from '../storeScope.ts'
import { buildSortKey, getColumn } from './columns.ts'
import type { ListColumn, SortTarget } from './columns.ts'
import type { KeysetOrder, SortKey } from './keyset.ts'

/** Returns the columns of an order. A reference is sorted by the label that the reader sees. */
export const getSortColumns = (resource: ScopedResource, sort: Sort): ListColumn[] =>
  sort.map(({ field: name }, index) => {
    const column = getColumn(resource, name)
    const target = findSortTarget(resource, column)
    if (target) return { ...column, target, nullable: column.nullable || target.mayBeHidden }
    // A smaller list is sorted as fast in one query.
    const isToggle =
      resource.list.large && index === 0 && sort.length > 1 && column.field.kind === 'toggle'
    return isToggle ? { ...column, isToggle } : column
  })

function findSortTarget(resource: ScopedResource, { name, field }: ListColumn): SortTarget | null {
  const target = field.kind === 'reference' ? getReferenceTarget(field) : undefined
  if (!target) return null
  const { storeIds, permissions, relations } = resource
  const labelName = target.relations.label
  const label = getField(requireResource(target.name), labelName)
  if (!label) throw new Error(`The records of ${name} have no label`)
  const rows = getVisibleRows({ ...target, ...(permissions && { permissions }) }, storeIds)
  const isLimited = storeIds !== null && name !== relations.scope && hasStoreLimit(target)
  // Only stored references have foreign keys (a test checks this).
  const isStored = Object.hasOwn(resource.fields, name)
  return { rows, label, labelName, mayBeHidden: isLimited || !isStored }
}

/** Builds the order of a page. `backwards` reads it from its end. */
export function buildKeysetOrder(
  sort: Sort,
  columns: readonly ListColumn[],
  backwards = false,
): KeysetOrder {
  const toKey = (column: ListColumn, index: number): SortKey => {
    const { target, nullable, isToggle = false } = column
    const ascending = (sort[index]?.descending ?? false) === backwards
    return { ascending, nullable, isToggle, ...toSortValue(column, target, index) }
  }
  const [first, ...others] = columns.map(toKey)
  if (!first) throw new Error('A list is sorted by at least one column')
  return [first, ...others]
}

function toSortValue(
  column: ListColumn,
  target: SortTarget | undefined,
  index: number,
): Pick<SortKey, 'value' | 'labels'> {
  if (!target) return { value: buildSortKey(column) }
  // Other names than those of columns, which conditions use without their table.
  const [source, id, label] = [`labels${index}`, `labelOf${index}`, `label${index}`]
  const labelSql = getFieldStorage(target.label).sortKey(sql.ref(target.labelName))
  const labels = sql`(select id as ${sql.ref(id)}, ${labelSql} as ${sql.ref(label)} from ${target.rows}) as ${sql.table(source)}`
  const join: RawBuilder<unknown> = sql`join ${labels} on ${sql.ref(id)} = ${sql.ref(column.name)}`
  const isMissing = target.mayBeHidden
    ? sql<boolean>`not exists (select from ${labels} where ${sql.ref(id)} = ${sql.ref(column.name)})`
    : sql<boolean>`${sql.ref(column.name)} is null`
  return {
    value: sql.ref(label),
    labels: { innerJoin: join, outerJoin: sql`left ${join}`, isMissing },
  }
}
