import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FieldKind } from '#shared/engine/fields.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { Resource, Stamp } from '#shared/engine/resource.ts'

/** The stamp's columns and the kind each compares as. */
const stampKinds = {
  createdAt: 'instant',
  createdBy: 'text',
  updatedAt: 'instant',
  updatedBy: 'text',
} as const satisfies Partial<Record<keyof Stamp, FieldKind>>

/** A column of a resource's table, as sorting and filtering need it. */
export type Column = { name: string; kind: FieldKind; nullable: boolean }

/** The column of this name; it must be one of `columnsOf(resource)`. */
export function columnOf(resource: Resource, name: string): Column {
  const field = fieldOf(resource, name)
  if (field) return { name, kind: field.kind, nullable: !field.required }
  const kinds: Record<string, FieldKind> = stampKinds
  return { name, kind: kinds[name] ?? 'text', nullable: false }
}

/** All columns a record is answered with. */
export const answered = (resource: Resource): string[] => [
  'id',
  'version',
  ...Object.keys(resource.fields),
  ...Object.keys(resource.derived ?? {}),
  ...Object.keys(stampKinds),
]

const textual: readonly Column['kind'][] = ['text', 'longText', 'colour', 'select']
export const isTextual = ({ kind }: Column): boolean => textual.includes(kind)

/** What a column sorts by; its index in the migration is made of the same expression. */
export const sortKeyOf = (column: Column): RawBuilder<unknown> =>
  isTextual(column) ? sql`lower(${sql.ref(column.name)})` : sql.ref(column.name)
