import { integer, optional, text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Categories of a catalog (spec.md section 3). The console only reads them. */
export const categories = defineResource({
  name: 'categories',
  title: { one: 'category', many: 'categories' },
  about: 'Categories group the products in a catalog.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', { max: 40 }),
    position: optional(integer('Position', { min: 1, max: 100_000 })),
    active: toggle('Active'),
  },
  list: {
    columns: ['name', 'code', 'position', 'active'],
    search: ['name', 'code'],
    sort: 'position',
  },
  api: {
    writes: [],
    unique: [['code']],
    noBulkReason: "Categories are managed outside this console, so you can't change them here.",
  },
  relations: { disambiguatingFields: ['code'] },
})
