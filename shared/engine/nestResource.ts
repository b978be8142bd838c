import type { Action } from '../permissions/permissions.ts'
import type { AnyRecord, Fields, ParentFilter, Resource } from './resource.ts'

type NestOptions = ParentFilter & { path: string }

/**
 * Limits a resource to one store or parent. The result is a resource like any other, without the
 * field that all of its records share.
 */
export function nestResource(resource: Resource, { path, ...place }: NestOptions): Resource {
  const { field } = place
  const others = <Name extends string>(names: readonly Name[]) =>
    names.filter((name) => name !== field)
  const {
    fields,
    derived,
    columns,
    filters,
    disambiguatingFields: tells,
    search,
    unique,
    paste,
  } = resource
  return {
    ...resource,
    path,
    parentFilter: place,
    fields: omitField(fields, field),
    ...(derived ? { derived: omitField(derived, field) } : {}),
    columns: others(columns),
    ...(filters ? { filters: others(filters) } : {}),
    ...(tells ? { disambiguatingFields: others(tells) } : {}),
    ...(paste ? { paste: others(paste) } : {}),
    search: others(search),
    unique: unique.map(others),
  }
}

const omitField = (fields: Fields, left: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left))

/**
 * Returns the resource within the parent that a URL names, if it has a parent; null if the URL
 * can't name an existing one.
 */
export function nestByParams(
  resource: Resource,
  params: Readonly<Record<string, string | undefined>>,
): Resource | null {
  const { parent: field, path } = resource
  if (field === undefined || resource.parentFilter) return resource
  const given = params[/:(\w+)/.exec(path)?.[1] ?? ''] ?? ''
  if (!/^[1-9]\d{0,8}$/.test(given)) return null
  return nestResource(resource, { field, id: Number(given), path: path.replace(/:\w+/, given) })
}

/** Limits a resource to what the operator can write: what isn't allowed isn't offered. */
export function limitToPermissions(resource: Resource, may: (action: Action) => boolean): Resource {
  const { writes, paste, position, imports, ...others } = resource
  const allowed = writes.filter((write) => may(write === 'delete' ? 'delete' : 'write'))
  if (allowed.length === writes.length && (!imports || may('write'))) return resource
  const given = {
    ...(paste && { paste }),
    ...(position && { position }),
    ...(imports && { imports }),
  }
  return { ...others, ...(may('write') && given), writes: allowed }
}

/** Whether a record belongs to this list; also true if the platform omits the parent's field. */
export const belongsToParent = ({ parentFilter: place }: Resource, record: AnyRecord): boolean =>
  !place || record[place.field] === undefined || record[place.field] === place.id

export const getParentValues = ({ parentFilter: place }: Resource): Record<string, number> =>
  place ? { [place.field]: place.id } : {}
