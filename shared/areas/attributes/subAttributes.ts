import {
  color,
  immutable,
  integer,
  optional,
  reference,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** The values of attributes (screens.md, Sub Attributes). */
export const subAttributes = defineResource({
  name: 'subAttributes',
  path: '/attributes/:parentAttributeId/subAttributes',
  title: { one: 'attribute value', many: 'attribute values' },
  about:
    'Attribute values are the choices that an attribute offers, like cotton or wool for material.',
  permission: 'Sizes',
  fields: {
    label: text('Label', { max: 60 }),
    attributeId: reference('Attribute', 'attributes'),
    code: immutable(
      text('Code', { max: 50, derivedFrom: 'label', hint: 'Must be unique within the attribute.' }),
    ),
    swatch: optional(color('Swatch')),
    position: optional(
      integer('Position', { min: 1, max: 100_000, hint: 'Leave blank for the end of the list.' }),
    ),
    active: toggle('Active'),
  },
  list: {
    columns: ['label', 'swatch', 'code', 'attributeId', 'position', 'active'],
    search: ['label', 'code'],
    position: 'position',
  },
  form: { paste: ['label', 'code'] },
  api: { unique: [['attributeId', 'code']], import: { key: ['attributeId', 'code'] }, merge: true },
  relations: {
    label: 'label',
    parent: 'attributeId',
    disambiguatingFields: ['attributeId', 'code'],
  },
})
