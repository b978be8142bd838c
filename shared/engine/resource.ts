import { isUpload } from './fields/fields.ts'
import type { Field } from './fields/fields.ts'
import { getKind } from './fields/kinds.ts'
import { stampColumns } from './messages.ts'
import { allWrites } from './resourceOptions.ts'
import type {
  ApiOptions,
  FormOptions,
  ListOptions,
  ParentFilter,
  RelationOptions,
} from './resourceOptions.ts'
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
  /**
   * Fields that the platform computes, or changes by calls of its own: lists show, sort, and filter
   * them, and no form writes them.
   */
  derived?: D
  list: ListOptions<Name, Column>
  form: FormOptions<Name>
  api: ApiOptions<Name, Column>
  relations: RelationOptions<Name>
  /** The record that all records of this list refer to. Only `nestResource` sets it. */
  parentFilter?: ParentFilter
  /** Parameters that the calls for this list send. Only screens set them. */
  listParams?: Readonly<Record<string, string>>
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

type Group = 'list' | 'form' | 'api' | 'relations'

/** A resource as its area writes it: only its columns and search have no default. */
type Definition<R extends Resource> = Omit<R, 'path' | Group> & {
  path?: string
  list: Partial<R['list']> & Pick<R['list'], 'columns' | 'search'>
} & { [Name in Exclude<Group, 'list'>]?: Partial<R[Name]> }

/**
 * Checks a definition at compile time. Defaults: the name as path, label `name`, order by position
 * or label, nothing unique, every write.
 */
export const defineResource = <
  const F extends Fields,
  const D extends Fields = Record<never, never>,
>(
  resource: Definition<Resource<F, D>>,
): Resource<F, D> => {
  // A test checks that each resource has its label field.
  const label = resource.relations?.label ?? ('name' as keyof F & string)
  return {
    path: `/${resource.name}`,
    ...resource,
    fields: bindFields(resource, resource.fields),
    list: { sort: resource.list.position ?? label, ...resource.list },
    form: { ...resource.form },
    api: { unique: [], writes: allWrites, ...resource.api },
    relations: { label, ...resource.relations },
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
    : (resource.derived?.[name] ?? resource.api.extraFields?.[name])

/**
 * Returns all columns of a resource: those it shows at first in their order, then its other fields,
 * then the stamp.
 */
export const getColumns = (resource: Resource): string[] => [
  ...new Set([
    ...resource.list.columns,
    ...Object.keys(resource.fields),
    ...Object.keys(resource.derived ?? {}),
    ...(resource.api.appendOnly ? [] : Object.keys(stampColumns)),
  ]),
]

export const getSortableColumns = (resource: Resource): readonly string[] =>
  resource.api.appendOnly ??
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
export const getRecordPanel = ({ list, api: { writes } }: Resource): string | null => {
  const { defaultPanel = writes.includes('change') ? 'edit' : 'record' } = list
  return defaultPanel
}

export const getLabel = (
  { relations: { label } }: { relations: Pick<RelationOptions, 'label'> },
  record: AnyRecord,
): string => String(record[label] || record.id)
