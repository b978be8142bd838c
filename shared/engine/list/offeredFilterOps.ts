import { fieldKinds } from '../fields/kinds.ts'
import type { FilterOp } from '../fields/kind.ts'
import type { Resource } from '../resource.ts'
import { getColumnField, getColumnFilterOps } from './filterColumns.ts'

/** Returns the comparisons that a menu offers: a required field is never empty. */
export function getOfferedFilterOps(resource: Resource, column: string): readonly FilterOp[] {
  const { required, kind } = getColumnField(resource, column)
  const isNeverEmpty = required && !fieldKinds[kind].multiple
  return getColumnFilterOps(resource, column).filter((op) => op !== 'empty' || !isNeverEmpty)
}
