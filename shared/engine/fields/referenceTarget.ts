import type { Field } from './fields.ts'
import type { Reference } from './field.ts'
import { getField } from '../resource.ts'
import type { Resource } from '../resource.ts'
import type { ListOptions, RelationOptions } from '../resourceOptions.ts'
import { requireResource } from '../resourceRegistry.ts'

/** What forms and lists know of the records that a field refers to. */
export type ReferenceTarget = Pick<Reference, 'parentFilter' | 'autofill'> &
  Pick<Resource, 'name' | 'title'> & {
    list: Pick<ListOptions, 'sort'>
    relations: Pick<RelationOptions, 'label' | 'scope'>
    disambiguatingFields?: Record<string, Field>
    creation?: { address: string; permission: string }
    /** Where records are shown if operators can't create them. */
    reading?: { address: string; permission: string }
  }

/** Returns what a reference finds; undefined for other fields. Throws for an unregistered resource. */
export function getReferenceTarget({ target }: Pick<Field, 'target'>): ReferenceTarget | undefined {
  return target && toReferenceTarget(requireResource(target.name), target)
}

/** Describes the records of a resource as the choices of a reference. */
export function toReferenceTarget(
  resource: Resource,
  {
    disambiguatingFields = resource.relations.disambiguatingFields ?? [],
    parentFilter = resource.parentFilter,
    canCreate = true,
    autofill,
  }: Omit<Reference, 'name'> = {},
): ReferenceTarget {
  const { name, title, path, permission, list, api, relations } = resource
  const { label, scope } = relations
  const { sort, defaultPanel } = list
  const recordPath = `${path}${defaultPanel === null ? '/' : path.includes('?') ? '&' : '?'}`
  // Only a list within a parent knows which parent its URL needs.
  const isReachable = !path.includes(':')
  return {
    name,
    title,
    list: { sort },
    relations: { label, ...(scope ? { scope } : {}) },
    ...(parentFilter ? { parentFilter } : {}),
    disambiguatingFields: Object.fromEntries(
      disambiguatingFields.flatMap((field) => {
        const found = getField(resource, field)
        return found ? [[field, found]] : []
      }),
    ),
    ...(canCreate && isReachable && api.writes.includes('create')
      ? { creation: { address: `${recordPath}create`, permission } }
      : {}),
    ...(isReachable && api.writes.length === 0
      ? { reading: { address: `${recordPath}${defaultPanel ?? 'record'}`, permission } }
      : {}),
    ...(autofill ? { autofill } : {}),
  }
}
