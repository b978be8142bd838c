import type { Field } from './fields.ts'
import type { Reference } from './field.ts'
import { getField } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { requireResource } from '../resourceRegistry.ts'

/** What forms and lists know of the records that a field refers to. */
export type ReferenceTarget = Pick<Reference, 'parentFilter' | 'autofill'> &
  Pick<Resource, 'name' | 'title' | 'label' | 'sort'> & {
    scope?: string
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
    disambiguatingFields = resource.disambiguatingFields ?? [],
    parentFilter = resource.parentFilter,
    canCreate = true,
    autofill,
  }: Omit<Reference, 'name'> = {},
): ReferenceTarget {
  const { name, label, sort, title, scope, path, permission, writes, ownPages } = resource
  const list = `${path}${ownPages ? '/' : path.includes('?') ? '&' : '?'}`
  // Only a list within a parent knows which parent its URL needs.
  const isReachable = !path.includes(':')
  return {
    name,
    label,
    sort,
    title,
    ...(scope ? { scope } : {}),
    ...(parentFilter ? { parentFilter } : {}),
    disambiguatingFields: Object.fromEntries(
      disambiguatingFields.flatMap((field) => {
        const found = getField(resource, field)
        return found ? [[field, found]] : []
      }),
    ),
    ...(canCreate && isReachable && writes.includes('create')
      ? { creation: { address: `${list}create`, permission } }
      : {}),
    ...(isReachable && writes.length === 0
      ? { reading: { address: `${list}record`, permission } }
      : {}),
    ...(autofill ? { autofill } : {}),
  }
}
