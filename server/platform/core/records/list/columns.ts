import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { columnField } from '#shared/engine/list/listQuery.ts'
import { stampColumns } from '#shared/engine/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { storedAs } from '../kinds.ts'
import { moneySortKey } from '../moneySortKey.ts'

export type Column = { name: string; field: Field; nullable: boolean }

/** The column of this name; it must be one of `columnsOf(resource)`. */
export function columnOf(resource: Resource, name: string): Column {
  const field = columnField(resource, name)
  return { name, field, nullable: !field.required }
}

export const answered = (resource: Resource): string[] => [
  'id',
  ...Object.keys(resource.fields),
  ...Object.keys(resource.derived ?? {}),
  ...(resource.also ?? []),
  ...(resource.entries ? [] : ['version', ...Object.keys(stampColumns)]),
]

/** What a column sorts by; its index in the migration is made of the same expression. Amounts sort within their currency. */
export const sortKeyOf = ({ name, field }: Column): RawBuilder<unknown> =>
  field.currencyOf === undefined
    ? storedAs(field).sortKey(sql.ref(name))
    : moneySortKey(sql.ref(name), sql.ref(field.currencyOf))
