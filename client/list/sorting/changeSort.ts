import type { Sort, SortColumn } from '#shared/engine/list/listQuery.ts'
import { limits } from '#shared/limits.ts'

/** Returns the order after a click on a heading: by this column only, reversed if it was already. */
export function replaceSort([first, ...others]: Sort, field: string): Sort {
  const isReversed = first.field === field && others.length === 0
  return [{ field, descending: isReversed && !first.descending }]
}

/**
 * Returns the order after a click with Shift: the column is added as the last one, then reversed,
 * then removed. The order stays if it has the maximum of columns, or would have none.
 */
export function toggleSortColumn(sort: Sort, field: string): Sort {
  const index = sort.findIndex((column) => column.field === field)
  const current = sort[index]
  if (!current)
    return sort.length < limits.sortColumns ? [...sort, { field, descending: false }] : sort
  if (!current.descending) return toSort(sort.with(index, { field, descending: true })) ?? sort
  return toSort(sort.toSpliced(index, 1)) ?? replaceSort(sort, field)
}

/** Returns these columns as an order; null if there are none. */
export function toSort([first, ...others]: readonly SortColumn[]): Sort | null {
  return first ? [first, ...others] : null
}
