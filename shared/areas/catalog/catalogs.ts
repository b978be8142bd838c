import { text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * Catalogs that members of stores can order from (spec.md section 3). The console only reads them.
 */
export const catalogs = defineResource({
  name: 'catalogs',
  title: { one: 'catalog', many: 'catalogs' },
  about: "Catalogs contain the products that a store's members can order.",
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', { max: 40 }),
    active: toggle('Active'),
  },
  list: { columns: ['name', 'code', 'active'], search: ['name', 'code'] },
  api: {
    writes: [],
    unique: [['code']],
    noBulkReason: "Catalogs are managed outside this console, so you can't change them here.",
  },
  relations: { disambiguatingFields: ['code'] },
})
