import {
  immutable,
  integer,
  longText,
  optional,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'

export const attributeTypes = {
  select: 'Single choice',
  multiselect: 'Multiple choice',
  colour: 'Color choice',
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  file: 'File',
} as const

/** The types whose attributes offer values to choose from (subAttributes.ts). */
export const attributeTypesWithValues: readonly (keyof typeof attributeTypes)[] = [
  'select',
  'multiselect',
  'colour',
]

/** Product properties other than size and color (screens.md, Attributes). */
export const attributes = defineResource({
  name: 'attributes',
  title: { one: 'attribute', many: 'attributes' },
  about:
    "Attributes describe a product's properties, like material, fit, and season. Some have values to choose from.",
  permission: 'Sizes',
  fields: {
    label: text('Label', { max: 60 }),
    code: immutable(
      text('Code', {
        max: 50,
        pattern: patterns.attributeCode,
        derivedFrom: 'label',
        hint: 'For example, print_method.',
      }),
    ),
    type: select('Type', attributeTypes, { initial: 'select' }),
    unit: optional(text('Unit', { max: 12, hint: 'For number attributes. For example, g/m².' })),
    help: optional(longText('Help', { max: 300, hint: 'Explains what to enter for a product.' })),
    required: toggle('Required', { initial: false }),
    unique: toggle('Unique', { initial: false, hint: 'No two products can have the same value.' }),
    variant: toggle('Creates variants', {
      initial: false,
      hint: 'Members choose a value when they order.',
    }),
    filterable: toggle('Filterable', { hint: 'Members can filter products by this attribute.' }),
    position: optional(
      integer('Position', { min: 1, max: 100_000, hint: 'Leave blank for the end of the list.' }),
    ),
    active: toggle('Active'),
  },
  derived: { subAttributes: integer('Values') },
  list: {
    columns: ['label', 'code', 'type', 'subAttributes', 'variant', 'active'],
    search: ['label', 'code'],
    position: 'position',
  },
  form: {
    sections: [
      { title: 'General', fields: ['label', 'code', 'type', 'unit', 'help'] },
      { title: 'Rules', fields: ['required', 'unique', 'variant', 'filterable'] },
      { title: 'Availability', fields: ['position', 'active'] },
    ],
  },
  api: { unique: [['code']] },
  relations: { label: 'label', disambiguatingFields: ['code'] },
})
