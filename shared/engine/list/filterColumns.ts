import type { Field, FieldKind } from '../fields/fields.ts'
import { fieldKinds } from '../fields/kinds.ts'
import type { FilterOp } from '../fields/kind.ts'
import { actorLabels } from '../actors.ts'
import { getColumnLabel, getColumns, getField } from '../resource.ts'
import type { Resource } from '../resource.ts'

export type ListFilter = { field: string; op: FilterOp; value: string }
/**
 * Part of a URL that isn't applied: its parameter, its value, and why. A parameter that isn't a
 * filter has an empty `op`, and its name as `field`.
 */
export type IgnoredParam = {
  name: string
  field: string
  op: string
  value: string
  reason: string
}

/** Returns the comparisons of a filter by kind of field; none if the kind can't be filtered. */
export const getFilterOps = (kind: FieldKind): readonly FilterOp[] =>
  // The keys of the table are the comparisons that its type names.
  Object.keys(fieldKinds[kind].filters) as FilterOp[]

/**
 * Returns the comparisons of a column's filter; none if it can't be filtered. Records are found by
 * their IDs too.
 */
export function getColumnFilterOps(resource: Resource, column: string): readonly FilterOp[] {
  if (column === 'id') return ['in']
  const kind = getFilterKind(resource, column)
  return kind ? getFilterOps(kind) : []
}

const instantColumns = ['createdAt', 'updatedAt']
const actorColumns = ['createdBy', 'updatedBy']

/** Whether a column of the stamp has an actor. */
export const isActorColumn = (column: string): boolean => actorColumns.includes(column)

/** Returns the field of a column; stamp columns, which have no field, get an equivalent one. */
export const getColumnField = (resource: Resource, column: string): Field =>
  getField(resource, column) ?? {
    kind: instantColumns.includes(column) ? 'instant' : 'text',
    label: getColumnLabel(resource, column),
    required: true,
    ...(isActorColumn(column) && { valueLabels: actorLabels }),
  }

/** Returns the kind that a column filters as; undefined if it can't be filtered. */
export function getFilterKind(resource: Resource, column: string): FieldKind | undefined {
  const isStamp = !resource.api.appendOnly && instantColumns.includes(column)
  const kind = getField(resource, column)?.kind ?? (isStamp ? 'instant' : undefined)
  return kind && getFilterOps(kind).length > 0 ? kind : undefined
}

export const getFilterableColumns = (resource: Resource): string[] =>
  getColumns(resource).filter((column) => getFilterKind(resource, column))

export const getOfferedFilters = (resource: Resource): readonly string[] =>
  resource.list.filters ?? getFilterableColumns(resource)
