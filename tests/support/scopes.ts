import { reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { resources } from '#shared/areas/index.ts'

/** A nested resource that sorts its newest records first, unlike the product's. */
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
  list: { columns: ['name', 'attributeId', 'place'], search: ['name'], sort: '-createdAt' },
  form: { paste: ['name', 'place'] },
  api: { unique: [['attributeId', 'name']] },
  relations: { label: 'name', parent: 'attributeId', disambiguatingFields: ['attributeId'] },
})

type ScopedCase = {
  name: string
  resource: Resource
  field: string
  /** The resource nested in record 7. */
  nested: Resource
  /** The path of the nested resource. */
  path: string
}

/** Resources whose records only the platform adds, and that nobody changes. */
export const appendOnlyResources: readonly Resource[] = resources.filter(
  (resource) => resource.api.appendOnly,
)

/** Every resource that belongs to a store or a parent, nested in the store or parent 7. */
export const scopedResources: ScopedCase[] = resources.flatMap((resource) =>
  [
    [resource.relations.scope, `/stores/7?tab=${resource.name}`] as const,
    [resource.relations.parent, resource.path.replace(/:\w+/, '7')] as const,
  ].flatMap(([field, path]) =>
    field === undefined
      ? []
      : [
          {
            name: `${resource.name} by ${field}`,
            resource,
            field,
            nested: nestResource(resource, { field, id: 7, path }),
            path,
          },
        ],
  ),
)
