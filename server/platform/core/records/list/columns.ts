import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { stampColumns } from '#shared/engine/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { getFieldStorage } from '../fieldStorage.ts'
import { buildMoneySortKey } from '../moneySortKey.ts'

export type ListColumn = {
  name: string
  field: Field
  nullable: boolean
  /** The records whose labels sort the column, if it's a reference that sorts a list. */
  target?: SortTarget
  /** Whether it's a toggle that sorts a large list before other columns. */
  isToggle?: boolean
}

/** The records that a sorted reference shows, as far as the reader sees them. */
export type SortTarget = {
  rows: RawBuilder<unknown>
  /** Their field with the label, and its name. */
  label: Field
  labelName: string
  /** Whether a row may refer to a record that is gone, or that the reader doesn't see. */
  mayBeHidden: boolean
}

/** Returns the column with this name, which must be one of `getColumns(resource)`. */
export function getColumn(resource: Resource, name: string): ListColumn {
  const field = getColumnField(resource, name)
  return { name, field, nullable: !field.required }
}

export const getRecordColumns = (resource: Resource): string[] => [
  'id',
  ...Object.keys(resource.fields),
  ...Object.keys(resource.derived ?? {}),
  ...(resource.api.extraColumns ?? []),
  ...(resource.api.appendOnly ? [] : ['version', ...Object.keys(stampColumns)]),
]

/**
 * Builds a column's sort expression; the migration's index must use the same one. Amounts sort
 * within their currency.
 */
export const buildSortKey = ({ name, field }: ListColumn): RawBuilder<unknown> =>
  field.currencyField === undefined
    ? getFieldStorage(field).sortKey(sql.ref(name))
    : buildMoneySortKey(sql.ref(name), sql.ref(field.currencyField))
