// Every definition reaches them, whether it takes one or not: so they are in the chunk of its kinds (client/README.md).
import './patterns.ts'
import { isUpload } from './fields.ts'
import type { Field } from './fields.ts'
import type { Section } from './sections.ts'
import { kindOf } from './kinds.ts'
import type { Permission } from '../permissions.ts'

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

/** What may be done with the records of a resource besides reading them. */
export type Write = 'create' | 'change' | 'delete'
export const everyWrite: readonly Write[] = ['create', 'change', 'delete']

/** A column's name, with `-` before it for descending. */
type SortedBy<Column extends string> = Column | `-${Column}`

/** The one record that a list stands within: the field that refers to it, and its id. */
export type Place = { field: string; id: number }

/** How records come from a file (screens.md, "Every list"). */
export type Imports<Name extends string = string> = {
  /** The fields that find the record of a line. */
  key: readonly Name[]
  /** The fields that a line may give; all but files and secrets unless told. */
  fields?: readonly Name[]
  /** Lines make new records, or change those there are; both unless told. */
  only?: 'create' | 'change'
}

/** A resource as data: routes, list, form, validation, API contract, permission and tests read it. */
export type Resource<
  F extends Fields = Fields,
  D extends Fields = Fields,
  Name extends string = keyof F & string,
  Column extends string = Name | (keyof D & string),
> = {
  /** Its name in the API: `/sizes`. */
  name: string
  /** Where its list stands in the console: at a route, or behind a parameter of one (`/stores?organisations`). */
  path: string
  title: { one: string; many: string }
  /** What the first-use state says of it. */
  about: string
  permission: Permission
  fields: F
  /** How a form of eight fields or more parts them, under headings; what is named nowhere stands at the end. */
  sections?: readonly Section<Name>[]
  /** The fields that tell records of one label apart where one is chosen. */
  tells?: readonly Name[]
  /** Its records are made and changed on pages of their own, not in panels of the list. */
  ownPages?: true
  /** The panel of its list that tells of a record, where no form changes it. */
  opens?: string
  /** There is one record, with id 1, and no list. */
  single?: true
  /** What the platform works out or changes by calls of its own: lists show, sort and filter it, no form writes it. */
  derived?: D
  /** What is answered of a record besides, and no list shows, sorts or filters. */
  also?: readonly string[]
  /** What its list is asked besides its query; screens set it. */
  asks?: Readonly<Record<string, string>>
  /** The generic calls that write; the rest is refused or done by calls of its own. */
  writes: readonly Write[]
  /** The columns a list shows until the operator chooses others. */
  columns: readonly (Column | keyof typeof stampColumns)[]
  /** The columns a list offers filters for; all that can be filtered where it is left out. */
  filters?: readonly (Column | keyof typeof stampColumns)[]
  /** The select whose choices its list has as tabs, each with how many there are. */
  tabs?: Column
  /** The fields a text search looks into; of a reference, what the other record is called. */
  search: readonly Name[]
  /** There may be millions: a search for one or two letters, which no index finds inside words, finds where words begin. */
  large?: true
  /** The column a list is sorted by until the operator chooses another; descending with `-` before it: `-time`. */
  sort: SortedBy<Column | keyof typeof stampColumns>
  /** Its records are entries, which the platform alone adds and nobody changes: they have no stamp, and are sorted by these columns alone. */
  entries?: readonly Column[]
  /** The field that ties a record to a store: the store's page shows the same list, of that store alone (scope.ts). */
  scope?: Name
  /** The field that names the record this one is a part of: the list stands in the address of that one (scope.ts). */
  parent?: Name
  /** Where this list stands within one record that all of its records refer to; `within` sets it, no definition does. */
  place?: Place
  /** The field that names a record in sentences. */
  label: Name
  /** Fields which together may not occur twice. */
  unique: readonly (readonly Name[])[]
  /** The integer field that holds the order the operator gave, if there is one. */
  position?: Name
  /**
   * The fields that each line of "paste many" gives, in their order. With what is chosen once for all lines they are all
   * that is required (a test says so); a resource without them offers no paste.
   */
  paste?: readonly Name[]
  /** How its records come from files; a resource without it takes none. */
  imports?: Imports<Name>
  /** Why nothing is done to many of its records at once, where that is so. */
  noBulk?: string
  /** One of its records can be merged into another: what refers to the one then refers to the other. */
  merges?: true
  /** What a change of a record reaches besides it: the platform asks once for that to be confirmed (shared/engine/reach.ts). */
  impact?: { one: string; many: string }
}

/** What a form or an API write holds: the resource's own fields. */
export type ValuesOf<R extends Resource> = {
  [Name in keyof R['fields']]: R['fields'][Name] extends Field<infer Value> ? Value : never
}

/** A whole record as the API answers it. */
export type RecordOf<R extends Resource> = Stamp &
  ValuesOf<R> & {
    [Name in keyof NonNullable<R['derived']>]: NonNullable<R['derived']>[Name] extends Field<
      infer Value
    >
      ? Value
      : never
  }

/** A record of whatever resource: what the generic screens and the platform's CRUD work with. */
export type AnyRecord = Stamp & Record<string, unknown> & { labels?: Labels }

/** What the records are called that this one refers to, by field, or by `FIELD.ID` where that refers to several; a reference to nothing has none. */
export type Labels = Record<string, string>

/** What a definition leaves out where it is as usual. */
type Usual = 'path' | 'sort' | 'label' | 'unique' | 'writes'

/**
 * Checks a definition while it compiles: a misspelt column or permission is an error. As usual are: a path like its name, a
 * field `name` that names a record, the order of its positions or else of its names, nothing unique, and every write.
 */
export const defineResource = <
  const F extends Fields,
  const D extends Fields = Record<never, never>,
>(
  resource: Omit<Resource<F, D>, Usual> & Partial<Pick<Resource<F, D>, Usual>>,
): Resource<F, D> => {
  // A test says that each has the field that names it.
  const label = resource.label ?? ('name' as keyof F & string)
  return {
    path: `/${resource.name}`,
    sort: resource.position ?? label,
    unique: [],
    writes: everyWrite,
    ...resource,
    fields: placed(resource.name, resource.fields),
    label,
  }
}

/** A file is uploaded for a field, whose definition does not know where it stands. */
const placed = <F extends Fields>(resource: string, fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isUpload(field) ? { ...field, uploadFor: `${resource}.${name}` } : field,
    ]),
  ) as F // The same fields by the same names.

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
  return fieldOf(resource, column)?.label ?? stamps[column] ?? column
}

/** The head of a column, which may say otherwise than the filter for it. */
export const columnHead = (resource: Resource, column: string): string =>
  fieldOf(resource, column)?.head ?? columnLabel(resource, column)

/** The field of this name, derived ones included. */
export const fieldOf = (resource: Resource, name: string): Field | undefined =>
  Object.hasOwn(resource.fields, name) ? resource.fields[name] : resource.derived?.[name]

/** All columns of a resource: those it shows at first in their order, then its other fields, then the stamp. */
export const columnsOf = (resource: Resource): string[] => [
  ...new Set([
    ...resource.columns,
    ...Object.keys(resource.fields),
    ...Object.keys(resource.derived ?? {}),
    ...(resource.entries ? [] : Object.keys(stampColumns)),
  ]),
]

/** The columns a list can be sorted by. */
export const sortable = (resource: Resource): readonly string[] =>
  resource.entries ??
  columnsOf(resource).filter((column) => {
    const field = fieldOf(resource, column)
    return !field || kindOf(field).sortable
  })

/** The name of a list of its records. */
export const listTitle = ({ title: { many } }: Pick<Resource, 'title'>): string =>
  many.charAt(0).toUpperCase() + many.slice(1)

/** What names this record in a sentence. */
export const labelOf = (resource: Pick<Resource, 'label'>, record: AnyRecord): string =>
  String(record[resource.label] || record.id)
