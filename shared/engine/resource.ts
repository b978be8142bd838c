// Every definition reaches them, whether it takes one or not: so they are in the chunk of its kinds (client/docs/decisions/0001-chunks.md).
import './fields/patterns.ts'
import { isUpload } from './fields/fields.ts'
import type { Field } from './fields/fields.ts'
import type { FormSection } from './fields/sections.ts'
import { getKind } from './fields/kinds.ts'
import { stampColumns } from './messages.ts'
import type { PermissionKey } from '../permissions/permissions.ts'

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

export type WriteAction = 'create' | 'change' | 'delete'
export const allWrites: readonly WriteAction[] = ['create', 'change', 'delete']

type SortText<Column extends string> = Column | `-${Column}`

/** The one record that a list stands within: the field that refers to it, and its id. */
export type ParentFilter = { field: string; id: number }

/** How records come from a file (screens.md, "Every list"). */
export type ImportRules<Name extends string = string> = {
  key: readonly Name[]
  /** The fields that a line may give; all but files and secrets unless told. */
  fields?: readonly Name[]
  /** Lines make new records, or change those there are; both unless told. */
  only?: 'create' | 'change'
  /** Fields that an operator may set once for all new records of a file, instead of in a column. */
  newRecordFields?: readonly Name[]
}

/** A resource as data: routes, list, form, validation, API contract, permission and tests read it. */
export type Resource<
  F extends Fields = Fields,
  D extends Fields = Fields,
  Name extends string = keyof F & string,
  Column extends string = Name | (keyof D & string),
> = {
  name: string
  /** Where its list stands in the console: at a route, or behind a parameter of one (`/stores?organisations`). */
  path: string
  title: { one: string; many: string }
  about: string
  permission: PermissionKey
  fields: F
  /** How a form of eight fields or more parts them, under headings; what is named nowhere stands at the end. */
  sections?: readonly FormSection<Name>[]
  disambiguatingFields?: readonly Name[]
  ownPages?: true
  defaultPanel?: string
  /** There is one record, with id 1, and no list. */
  single?: true
  /** What the platform works out or changes by calls of its own: lists show, sort and filter it, no form writes it. */
  derived?: D
  extraColumns?: readonly string[]
  /** What the platform tells of a record besides: it is shown, and no list is sorted, filtered or exported by it. */
  extraFields?: Fields
  listParams?: Readonly<Record<string, string>>
  writes: readonly WriteAction[]
  columns: readonly (Column | keyof typeof stampColumns)[]
  /** What the cell of a column shows besides: a file has columns of their own for it. */
  companionColumns?: Readonly<Partial<Record<Column, readonly Column[]>>>
  /** The facts of a row that is a card: the first two of them that are shown as columns. How it stands and when are told besides. */
  card?: readonly Column[]
  filters?: readonly (Column | keyof typeof stampColumns)[]
  tabs?: Column
  /** The field that says where a record stands, with those that change with it: `freely`, what it may become without a reason. */
  lifecycle?: { field: Name; with?: readonly Name[]; freely: readonly string[] }
  /** The fields a text search looks into; of a reference, what the other record is called. */
  search: readonly Name[]
  /** References through which it looks too: by all that finds the other record, the records that refer to it are found. */
  searchThrough?: readonly Name[]
  /** Its records keep what changed in `changes`: searches look into it, and `changedFields` filters by the changed field. */
  searchesChanges?: true
  /** What its list tells besides: the sums of these fields over all that it found, for each value of another one. */
  totals?: { by: Name; of: readonly Name[] }
  /** There may be millions: a search for one or two letters, which no index finds inside words, finds where words begin. */
  large?: true
  sort: SortText<Column | keyof typeof stampColumns>
  /** Its records are entries, which the platform alone adds and nobody changes: they have no stamp, and are sorted by these columns alone. */
  appendOnly?: readonly Column[]
  /** The field that ties a record to a store: the store's page shows the same list, of that store alone (scope.ts). */
  scope?: Name
  /** The field that names the record this one is a part of: the list stands in the address of that one (scope.ts). */
  parent?: Name
  /** Where this list stands within one record that all of its records refer to; `within` sets it, no definition does. */
  parentFilter?: ParentFilter
  label: Name
  unique: readonly (readonly Name[])[]
  position?: Name
  /** In the order of a pasted line; with what is chosen once for all lines they are all that is required (a test says so). */
  paste?: readonly Name[]
  /** A pasted line names all of its fields, although forms make one of them of another: a wrong separator is told then. */
  pasteNeedsAllFields?: true
  imports?: ImportRules<Name>
  noBulkReason?: string
  /** The resource whose records are found instead, where one looks among all kinds. */
  searchAs?: string
  /** What can be done to many is its area's, though no form writes them. */
  hasCustomBulk?: true
  /** One of its records can be merged into another: what refers to the one then refers to the other. */
  canMerge?: true
  /** What a change of a record reaches besides it: the platform asks once for that to be confirmed (shared/engine/impact.ts). */
  impact?: { one: string; many: string }
}

/** What a form or an API write holds: the resource's own fields. */
export type ValuesOf<R extends Resource> = {
  [Name in keyof R['fields']]: R['fields'][Name] extends Field<infer Value> ? Value : never
}

export type RecordOf<R extends Resource> = Stamp &
  ValuesOf<R> & {
    [Name in keyof NonNullable<R['derived']>]: NonNullable<R['derived']>[Name] extends Field<
      infer Value
    >
      ? Value
      : never
  }

export type AnyRecord = Stamp & Record<string, unknown> & { labels?: Labels }

/** What the records are called that this one refers to, by field, or by `FIELD.ID` where that refers to several; a reference to nothing has none. */
export type Labels = Record<string, string>

type DefaultedKey = 'path' | 'sort' | 'label' | 'unique' | 'writes'

/** Checks a definition while it compiles. Usual: path as name, label `name`, order of positions or names, nothing unique, every write. */
export const defineResource = <
  const F extends Fields,
  const D extends Fields = Record<never, never>,
>(
  resource: Omit<Resource<F, D>, DefaultedKey> & Partial<Pick<Resource<F, D>, DefaultedKey>>,
): Resource<F, D> => {
  // A test says that each has the field that names it.
  const label = resource.label ?? ('name' as keyof F & string)
  return {
    path: `/${resource.name}`,
    sort: resource.position ?? label,
    unique: [],
    writes: allWrites,
    ...resource,
    fields: bindFields(resource, resource.fields),
    label,
  }
}

/** A file is uploaded for a field, and a secret takes a right of its area: what defines a field does not know where it stands. */
const bindFields = <F extends Fields>(
  { name: resource, permission }: Pick<Resource, 'name' | 'permission'>,
  fields: F,
): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        ...field,
        ...(isUpload(field) && { uploadFor: `${resource}.${name}` }),
        ...(field.kind === 'secret' && { permission: `${permission}:secrets` }),
      },
    ]),
  ) as F // The same fields by the same names.

export function getColumnLabel(resource: Resource, column: string): string {
  const stamps: Record<string, string> = stampColumns
  return getField(resource, column)?.label ?? stamps[column] ?? column
}

export const getColumnHeading = (resource: Resource, column: string): string =>
  getField(resource, column)?.heading ?? getColumnLabel(resource, column)

/** The field of this name, derived ones included. */
export const getField = (resource: Resource, name: string): Field | undefined =>
  Object.hasOwn(resource.fields, name)
    ? resource.fields[name]
    : (resource.derived?.[name] ?? resource.extraFields?.[name])

/** All columns of a resource: those it shows at first in their order, then its other fields, then the stamp. */
export const getColumns = (resource: Resource): string[] => [
  ...new Set([
    ...resource.columns,
    ...Object.keys(resource.fields),
    ...Object.keys(resource.derived ?? {}),
    ...(resource.appendOnly ? [] : Object.keys(stampColumns)),
  ]),
]

export const getSortableColumns = (resource: Resource): readonly string[] =>
  resource.appendOnly ??
  getColumns(resource).filter((column) => {
    const field = getField(resource, column)
    return !field || getKind(field).sortable
  })

export const getListTitle = ({ title: { many } }: Pick<Resource, 'title'>): string =>
  many.charAt(0).toUpperCase() + many.slice(1)

/** The panel that opens a record: the definition's own, its form, or all that there is to read of it; null where it has pages. */
export const getRecordPanel = ({
  defaultPanel: opens,
  writes,
  ownPages,
}: Resource): string | null =>
  opens ?? (ownPages ? null : writes.includes('change') ? 'edit' : 'record')

export const getLabel = (resource: Pick<Resource, 'label'>, record: AnyRecord): string =>
  String(record[resource.label] || record.id)
