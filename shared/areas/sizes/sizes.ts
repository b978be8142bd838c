import { decimal, integer, optional, select, text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

export const sizeGroups = {
  adult: 'Adult',
  youth: 'Youth',
  footwear_eu: 'Footwear EU',
  footwear_uk: 'Footwear UK',
  footwear_us: 'Footwear US',
  one_size: 'One size',
} as const

/** Sizes of products (screens.md, Sizes). */
export const sizes = defineResource({
  name: 'sizes',
  title: { one: 'size', many: 'sizes' },
  about: 'Members choose a size when they order clothing or shoes.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { max: 40 }),
    code: text('Code', {
      max: 8,
      derivedFrom: 'name',
      hint: 'The short code printed on labels. Must be unique within the group.',
    }),
    group: select('Group', sizeGroups, { initial: 'adult' }),
    position: optional(
      integer('Position', { min: 1, max: 100_000, hint: 'Leave blank for the end of the list.' }),
    ),
    equivalents: optional(
      text('Equivalents', { max: 120, hint: 'For example, EU 48, UK 38, US 38.' }),
    ),
    measurementUnit: select('Measured in', { cm: 'cm', in: 'in' }, { initial: 'cm' }),
    chest: optional(decimal('Chest', { min: 0, max: 1000 })),
    waist: optional(decimal('Waist', { min: 0, max: 1000 })),
    length: optional(decimal('Length', { min: 0, max: 1000 })),
    podSize: optional(text('Print-on-demand size', { max: 20 })),
    active: toggle('Active'),
  },
  list: {
    columns: ['name', 'code', 'group', 'position', 'podSize', 'active'],
    search: ['name', 'code', 'equivalents'],
    position: 'position',
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'code', 'group', 'position'] },
      {
        title: 'Measurements',
        fields: ['equivalents', 'measurementUnit', 'chest', 'waist', 'length'],
      },
      { title: 'Availability', fields: ['podSize', 'active'] },
    ],
    paste: ['name', 'code'],
  },
  api: { unique: [['group', 'code']], import: { key: ['group', 'code'] }, merge: true },
  relations: { disambiguatingFields: ['code', 'group'] },
})
