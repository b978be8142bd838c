import {
  fixed,
  integer,
  longText,
  optional,
  select,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import { patterns } from '../engine/fields/patterns.ts'
import { defineResource } from '../engine/resource.ts'

export const attributeTypes = {
  select: 'One of its values',
  multiselect: 'Several of its values',
  colour: 'A color of its values',
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  file: 'File',
} as const

/** The types whose attributes have values to choose from (subAttributes.ts). */
export const typesWithValues: readonly (keyof typeof attributeTypes)[] = [
  'select',
  'multiselect',
  'colour',
]

/** What is told of products besides sizes and colors (screens.md, Attributes). */
export const attributes = defineResource({
  name: 'attributes',
  title: { one: 'attribute', many: 'attributes' },
  about:
    'Attributes are what is told of products: material, fit, season. Some have values to choose from.',
  permission: 'Sizes',
  fields: {
    label: text('Label', { max: 60 }),
    code: fixed(
      text('Code', {
        max: 50,
        pattern: patterns.attributeCode,
        from: 'label',
        hint: 'For example print_method.',
      }),
    ),
    type: select('Type', attributeTypes, { initial: 'select' }),
    unit: optional(text('Unit', { max: 12, hint: 'Of a number, for example g/m².' })),
    help: optional(longText('Help', { max: 300, hint: 'For who fills it in.' })),
    required: toggle('Required', { initial: false }),
    unique: toggle('Unique', { initial: false, hint: 'No two products have the same.' }),
    variant: toggle('Makes variants', {
      initial: false,
      hint: 'Members choose one when ordering.',
    }),
    filterable: toggle('Filterable', { hint: 'Members can filter products by it.' }),
    position: optional(integer('Position', { min: 1, max: 100_000, hint: 'Empty: at the end.' })),
    active: toggle('Active'),
  },
  derived: { subAttributes: integer('Values') },
  sections: [
    { title: 'Identity', fields: ['label', 'code', 'type', 'unit', 'help'] },
    { title: 'Rules', fields: ['required', 'unique', 'variant', 'filterable'] },
    { title: 'Use', fields: ['position', 'active'] },
  ],
  columns: ['label', 'code', 'type', 'subAttributes', 'variant', 'active'],
  search: ['label', 'code'],
  label: 'label',
  tells: ['code'],
  unique: [['code']],
  position: 'position',
})
