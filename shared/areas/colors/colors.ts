import { color, integer, optional, text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Colors of products (screens.md, Colors). */
export const colors = defineResource({
  name: 'colors',
  title: { one: 'color', many: 'colors' },
  about: 'Members choose a color when they order.',
  permission: 'Colors',
  fields: {
    name: text('Name', { max: 40 }),
    code: text('Code', {
      max: 12,
      derivedFrom: 'name',
      hint: 'Short and unique. For example, NVY.',
    }),
    hex: color('Color', { hint: 'For example, #1A2B3C.' }),
    secondHex: optional(color('Second color', { hint: 'For two-color products.' })),
    family: optional(text('Family', { max: 40, hint: 'For example, Blues.' })),
    pantone: optional(text('Pantone', { max: 20 })),
    podColor: optional(text('Print-on-demand color', { max: 40 })),
    position: optional(
      integer('Position', { min: 1, max: 100_000, hint: 'Leave blank for the end of the list.' }),
    ),
    active: toggle('Active'),
  },
  derived: { hue: optional(integer('Hue', { max: 359 })) },
  list: {
    columns: ['name', 'hex', 'code', 'family', 'pantone', 'active'],
    search: ['name', 'code', 'family', 'pantone'],
    position: 'position',
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'code'] },
      { title: 'Appearance', fields: ['hex', 'secondHex', 'family', 'pantone'] },
      { title: 'Availability', fields: ['podColor', 'position', 'active'] },
    ],
    paste: ['name', 'hex', 'code'],
  },
  api: { unique: [['code']], import: { key: ['code'] }, merge: true },
  relations: { disambiguatingFields: ['code', 'hex'] },
})
