import { reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { resources } from '#shared/areas/index.ts'

/** A resource under another one that is sorted otherwise than the product's: the newest stand first. */
export const subAttributes = defineResource({
  name: 'subAttributes',
  path: '/attributes/:parentAttributeId/subAttributes',
  title: { one: 'sub-attribute', many: 'sub-attributes' },
  about: 'Parts of an attribute.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { max: 40 }),
    attributeId: reference('Attribute', 'attributes'),
    place: text('Place', { max: 40 }),
  },
  parent: 'attributeId',
  columns: ['name', 'attributeId', 'place'],
  search: ['name'],
  sort: '-createdAt',
  label: 'name',
  disambiguatingFields: ['attributeId'],
  unique: [['attributeId', 'name']],
  paste: ['name', 'place'],
})

type Scoped = {
  name: string
  resource: Resource
  field: string
  /** As it stands within record 7. */
  inside: Resource
  /** Where that is. */
  path: string
}

/** What the platform alone adds, and nobody changes. */
export const entries: readonly Resource[] = resources.filter((resource) => resource.appendOnly)

/** Every resource that is tied to a store or to a parent, as it stands within the store, or the parent, 7. */
export const scoped: Scoped[] = resources.flatMap((resource) =>
  [
    [resource.scope, `/stores/7?tab=${resource.name}`] as const,
    [resource.parent, resource.path.replace(/:\w+/, '7')] as const,
  ].flatMap(([field, path]) =>
    field === undefined
      ? []
      : [
          {
            name: `${resource.name} by ${field}`,
            resource,
            field,
            inside: nestResource(resource, { field, id: 7, path }),
            path,
          },
        ],
  ),
)
