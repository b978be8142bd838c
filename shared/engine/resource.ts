// Every definition reaches the patterns, whether it uses one or not, so they belong to the chunk of
// the field kinds (client/docs/decisions/0001-chunks.md).
import './fields/patterns.ts'
import { isUpload } from './fields/fields.ts'
import type { Field } from './fields/fields.ts'
import type { FormSection } from './fields/sections.ts'
import { getKind } from './fields/kinds.ts'
import { stampColumns } from './messages.ts'
import type { PermissionKey } from '../permissions/permissions.ts'

export type Fields = Record<string, Field>

/**
 * Fields that every record has in addition to its own (screens.md, "Every record"). Instants are
 * UTC ISO 8601.
 */
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

/** The one record that a list belongs to: the field that refers to it, and its ID. */
export type ParentFilter = { field: string; id: number }

/** How records are imported from a file (screens.md, "Every list"). */
export type ImportRules<Name extends string = string> = {
  key: readonly Name[]
  /** Fields that a line can set; by default, all but files and secrets. */
  fields?: readonly Name[]
  /** Whether lines only create or only change records; by default, they do both. */
  only?: 'create' | 'change'
  /** Fields that an operator can set once for all new records of a file, instead of in a column. */
  newRecordFields?: readonly Name[]
}

/** A resource as data, for routes, list, form, validation, API contract, permissions, and tests. */
export type Resource<
  F extends Fields = Fields,
  D extends Fields = Fields,
  Name extends string = keyof F & string,
  Column extends string = Name | (keyof D & string),
> = {
  name: string
  /** Where the console shows its list: a route, or a parameter of one (`/stores?organisations`). */
  path: string
  /** `list`: the name of the list, where that is not what its records are called. */
  title: { one: string; many: string; list?: string }
  about: string
  permission: PermissionKey
  fields: F
  /** Headings of a form with eight fields or more; fields without one come last. */
  sections?: readonly FormSection<Name>[]
  disambiguatingFields?: readonly Name[]
  ownPages?: true
  defaultPanel?: string
  /** There is only one record, with ID 1, and no list. */
  single?: true
  /**
   * Fields that the platform computes, or changes by calls of its own: lists show, sort, and filter
   * them, and no form writes them.
   */
  derived?: D
  extraColumns?: readonly string[]
  /** More fields that the platform returns: shown, but not for sorting, filters, or exports. */
  extraFields?: Fields
  listParams?: Readonly<Record<string, string>>
  writes: readonly WriteAction[]
  columns: readonly (Column | keyof typeof stampColumns)[]
  /** Other columns that a column's cell also shows; a file has separate columns for them. */
  companionColumns?: Readonly<Partial<Record<Column, readonly Column[]>>>
  /**
   * Facts of a row that is a card: the first two of them that are shown as columns. Status and time
   * are shown anyway.
   */
  card?: readonly Column[]
  filters?: readonly (Column | keyof typeof stampColumns)[]
  tabs?: Column
  /**
   * Field with a record's status, and the fields that change with it. `freely` lists the statuses
   * that need no reason.
   */
  lifecycle?: { field: Name; with?: readonly Name[]; freely: readonly string[] }
  /** Fields that a text search covers; for a reference, the label of the other record. */
  search: readonly Name[]
  /**
   * References that a search follows: whatever finds the other record also finds the records that
   * refer to it.
   */
  searchThrough?: readonly Name[]
  /**
   * Its records store what changed in `changes`: searches cover it, and `changedFields` filters by
   * the changed field.
   */
  searchesChanges?: true
  /** Sums that its list shows: of these fields, over all matches, per value of another field. */
  totals?: { by: Name; of: readonly Name[] }
  /**
   * There may be millions of records: a search for one or two letters, which no index finds inside
   * words, only matches where words begin.
   */
  large?: true
  sort: SortText<Column | keyof typeof stampColumns>
  /**
   * Its records are entries, which only the platform adds and nobody changes. They have no stamp,
   * and are sorted only by these columns.
   */
  appendOnly?: readonly Column[]
  /**
   * Field that ties a record to a store: the store's page shows the same list, limited to that
   * store (nestResource.ts).
   */
  scope?: Name
  /** Field that names the record this one is part of, found in the list's URL (nestResource.ts). */
  parent?: Name
  /** The record that all records of this list refer to. Only `nestResource` sets it. */
  parentFilter?: ParentFilter
  label: Name
  unique: readonly (readonly Name[])[]
  position?: Name
  /**
   * Fields of a pasted line, in order. With the values chosen once for all lines, they are all that
   * is required (a test checks this).
   */
  paste?: readonly Name[]
  /**
   * A pasted line must contain all of its fields, although forms derive one from another. This
   * detects a wrong separator.
   */
  pasteNeedsAllFields?: true
  imports?: ImportRules<Name>
  noBulkReason?: string
  /** Resource whose records a search across all resources finds instead. */
  searchAs?: string
  /** The area defines the bulk actions itself, although no form writes the records. */
  hasCustomBulk?: true
  /** A record can be merged into another one, which then receives every reference to it. */
  canMerge?: true
  /**
   * Records that a change affects beyond its own: the platform requires one confirmation
   * (shared/engine/impact.ts).
   */
  impact?: { one: string; many: string }
}

/** Values of a form or an API write: the resource's own fields. */
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

/**
 * Labels of the records that this one refers to, by field, or by `FIELD.ID` if the field refers to
 * several. A missing reference has none.
 */
export type Labels = Record<string, string>

type DefaultedKey = 'path' | 'sort' | 'label' | 'unique' | 'writes'

/**
 * Checks a definition at compile time. Defaults: the name as path, label `name`, order by position
 * or label, nothing unique, every write.
 */
export const defineResource = <
  const F extends Fields,
  const D extends Fields = Record<never, never>,
>(
  resource: Omit<Resource<F, D>, DefaultedKey> & Partial<Pick<Resource<F, D>, DefaultedKey>>,
): Resource<F, D> => {
  // A test checks that each resource has its label field.
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

/**
 * Completes a file's upload target and a secret's permission, because the constructor of a field
 * doesn't know its resource.
 */
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

/** Returns the field with this name, including derived and extra ones. */
export const getField = (resource: Resource, name: string): Field | undefined =>
  Object.hasOwn(resource.fields, name)
    ? resource.fields[name]
    : (resource.derived?.[name] ?? resource.extraFields?.[name])

/**
 * Returns all columns of a resource: those it shows at first in their order, then its other fields,
 * then the stamp.
 */
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

export const getListTitle = ({ title: { many, list = many } }: Pick<Resource, 'title'>): string =>
  list.charAt(0).toUpperCase() + list.slice(1)

/**
 * Returns the panel that opens a record: the definition's own, its form, or a read-only one; null
 * if it has pages.
 */
export const getRecordPanel = ({ defaultPanel, writes, ownPages }: Resource): string | null =>
  defaultPanel ?? (ownPages ? null : writes.includes('change') ? 'edit' : 'record')

export const getLabel = (resource: Pick<Resource, 'label'>, record: AnyRecord): string =>
  String(record[resource.label] || record.id)
