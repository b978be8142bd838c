import { columnField, filterKind } from '#shared/engine/listQuery.ts'
import type { Filter, UnreadFilter } from '#shared/engine/listQuery.ts'
import type { FilterOp } from '#shared/engine/kind.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { looks } from '../form/kinds.tsx'
import type { Look } from '../form/kinds.tsx'
import { filterName } from './filterName.ts'

/** The inputs of one column's filter, by its kind: a choice, a text, or a range. */
export function FilterInput({
  resource,
  column,
  filters,
  unread,
  picked,
}: {
  resource: Resource
  column: string
  filters: Filter[]
  unread: UnreadFilter[]
  picked: Labels
}) {
  const kind = filterKind(resource, column)
  if (!kind) return null
  const look: Look = looks[kind]
  const named = (op: FilterOp) => {
    const isThis = (filter: { field: string; op: string }) =>
      filter.field === column && filter.op === op
    const fault = unread.find(isThis)
    const label = filterName(resource, { field: column, op })
    return {
      id: `filter-${column}-${op}`,
      name: `filter[${column}][${op}]`,
      label,
      defaultValue: (filters.find(isThis) ?? fault)?.value ?? '',
      error: fault && `${label} ${fault.why}`,
    }
  }
  return look.filter?.({ field: columnField(resource, column), named, picked: picked[column] })
}
