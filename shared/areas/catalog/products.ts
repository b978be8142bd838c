import { optional, reference, references, text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * Products that members order. The console only reads them, to show where sizes, colors, and
 * attribute values are used.
 */
export const products = defineResource({
  name: 'products',
  title: { one: 'product', many: 'products' },
  about: 'Products are the items that members can order in a store.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 120 }),
    code: text('Code', { max: 40 }),
    storeId: reference('Store', 'stores'),
    categoryId: optional(reference('Category', 'categories')),
    sizeIds: references('Sizes', 'sizes'),
    colorIds: references('Colors', 'colors'),
    valueIds: references('Attribute values', 'subAttributes'),
    active: toggle('Active'),
  },
  list: { columns: ['name', 'code', 'storeId', 'categoryId', 'active'], search: ['name', 'code'] },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'code', 'storeId', 'categoryId', 'active'] },
      { title: 'Options', fields: ['sizeIds', 'colorIds', 'valueIds'] },
    ],
  },
  api: {
    writes: [],
    unique: [['storeId', 'code']],
    noBulkReason: "Stores manage their own products, so you can't change them here.",
  },
  relations: { scope: 'storeId', disambiguatingFields: ['code', 'storeId'] },
})
