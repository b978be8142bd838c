import type { Field } from './fields.ts'
import type { Permission } from './permissions.ts'

/** The fields of a resource by name. */
export type Fields = Record<string, Field>

/** What every record carries besides its own fields (screens.md, "Every record"). Instants are UTC ISO 8601. */
export type Stamp = {
  id: number
  /** Starts at 1 and grows with each change; sent back as `If-Match`. */
  version: number
  createdAt: string
  createdBy: string
  updatedAt: string
  updatedBy: string
}

/** A resource as data: routes, list, form, validation, API contract, permission and tests read it. */
export type Resource<F extends Fields = Fields, Name extends string = keyof F & string> = {
  /** Its name in the API: `/sizes`. */
  name: string
  /** Where its list stands in the console. */
  path: string
  title: { one: string; many: string }
  /** What the first-use state says of it. */
  about: string
  permission: Permission
  fields: F
  /** The columns a list shows until the operator chooses others. */
  columns: readonly Name[]
  /** The fields a text search looks into. */
  search: readonly Name[]
  /** The field a list is sorted by, ascending, until the operator chooses another. */
  sort: Name
  /** The field that names a record in sentences. */
  label: Name
  /** Fields which together may not occur twice. */
  unique: readonly (readonly Name[])[]
  /** The integer field that holds the order the operator gave, if there is one. */
  position?: Name
}

/** What a form or an API write holds: the resource's own fields. */
export type ValuesOf<R extends Resource> = {
  [Name in keyof R['fields']]: R['fields'][Name] extends Field<infer Value> ? Value : never
}

/** A whole record as the API answers it. */
export type RecordOf<R extends Resource> = Stamp & ValuesOf<R>

/** A record of whatever resource: what the generic screens and the platform's CRUD work with. */
export type AnyRecord = Stamp & Record<string, unknown>

/** Checks a definition while it compiles: a misspelt column or permission is an error. */
export const defineResource = <const F extends Fields>(resource: Resource<F>): Resource<F> =>
  resource

/** Columns of the stamp that a list may show and sort by. */
export const stampColumns = {
  createdAt: 'Created',
  createdBy: 'Created by',
  updatedAt: 'Updated',
  updatedBy: 'Updated by',
} as const

/** The name of a column as the operator reads it. */
export function columnLabel(resource: Resource, column: string): string {
  const stamps: Record<string, string> = stampColumns
  return resource.fields[column]?.label ?? stamps[column] ?? column
}

/** All columns of a resource, its own fields first. */
export const columnsOf = (resource: Resource): string[] => [
  ...Object.keys(resource.fields),
  ...Object.keys(stampColumns),
]

/** What names this record in a sentence. */
export const labelOf = (resource: Resource, record: AnyRecord): string =>
  String(record[resource.label] ?? record.id)
