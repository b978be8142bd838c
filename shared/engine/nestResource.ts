import type { Action } from '../permissions/permissions.ts'
import type { AnyRecord, Fields, Resource } from './resource.ts'
import type { ParentFilter } from './resourceOptions.ts'

type NestOptions = ParentFilter & { path: string }

/**
 * Limits a resource to one store or parent. The result is a resource like any other, without the
 * field that all of its records share.
 */
export function nestResource(resource: Resource, { path, ...parentFilter }: NestOptions): Resource {
  const { field } = parentFilter
  const omitFields = <Name extends string>(names: readonly Name[]) =>
    names.filter((name) => name !== field)
  const { fields, derived, list, form, api, relations } = resource
  const { filters } = list
  const { paste } = form
  const { disambiguatingFields } = relations
  return {
    ...resource,
    path,
    parentFilter,
    fields: omitField(fields, field),
    ...(derived ? { derived: omitField(derived, field) } : {}),
    list: {
      ...list,
      columns: omitFields(list.columns),
      ...(filters ? { filters: omitFields(filters) } : {}),
      search: omitFields(list.search),
    },
    form: { ...form, ...(paste ? { paste: omitFields(paste) } : {}) },
    api: { ...api, unique: api.unique.map(omitFields) },
    relations: {
      ...relations,
      ...(disambiguatingFields ? { disambiguatingFields: omitFields(disambiguatingFields) } : {}),
    },
  }
}

const omitField = (fields: Fields, fieldName: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== fieldName))

/**
 * Returns the resource within the parent that a URL names, if it has a parent; null if the URL
 * can't name an existing one.
 */
export function nestByParams(
  resource: Resource,
  params: Readonly<Record<string, string | undefined>>,
): Resource | null {
  const { path, relations } = resource
  const { parent: field } = relations
  if (field === undefined || resource.parentFilter) return resource
  const parentId = params[/:(\w+)/.exec(path)?.[1] ?? ''] ?? ''
  if (!/^[1-9]\d{0,8}$/.test(parentId)) return null
  return nestResource(resource, {
    field,
    id: Number(parentId),
    path: path.replace(/:\w+/, parentId),
  })
}

/** Limits a resource to what the operator can write: what isn't allowed isn't offered. */
export function limitToPermissions(resource: Resource, can: (action: Action) => boolean): Resource {
  const { writes, import: imports, ...api } = resource.api
  const allowed = writes.filter((write) => can(write === 'delete' ? 'delete' : 'write'))
  if (allowed.length === writes.length && (!imports || can('write'))) return resource
  if (can('write')) return { ...resource, api: { ...resource.api, writes: allowed } }
  const { position: _position, ...list } = resource.list
  const { paste: _paste, ...form } = resource.form
  return { ...resource, list, form, api: { ...api, writes: allowed } }
}

/** Whether a record belongs to this list; also true if the platform omits the parent's field. */
export function belongsToParent({ parentFilter }: Resource, record: AnyRecord): boolean {
  if (!parentFilter) return true
  const parent = record[parentFilter.field]
  return parent === undefined || [parent].flat().includes(parentFilter.id)
}

export const getParentValues = ({ parentFilter }: Resource): Record<string, number> =>
  parentFilter ? { [parentFilter.field]: parentFilter.id } : {}
