import { date, integer, list, optional, select, text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { countries } from '#shared/format/regions.ts'

/** Companies that deliver products. */
export const suppliers = defineResource({
  name: 'suppliers',
  title: { one: 'supplier', many: 'suppliers' },
  about: 'Suppliers deliver the products that stores sell.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    code: text('Code', {
      max: 12,
      derivedFrom: 'name',
      hint: 'Short and unique, for example ACME.',
    }),
    status: select('Status', { draft: 'Draft', active: 'Active', archived: 'Archived' }),
    country: select('Country', countries, { initial: 'US' }),
    email: optional(text('Email', { max: 120, pattern: createEmailPattern('Email') })),
    contractUntil: optional(date('Contract expires')),
    website: optional(text('Website', { max: 200 })),
    tags: list('Tags', { max: 30, hint: 'Separate with commas.' }),
  },
  derived: { products: integer('Products') },
  list: {
    columns: ['name', 'status', 'country', 'products', 'contractUntil', 'updatedAt'],
    filters: ['status', 'country', 'contractUntil'],
    tabs: 'status',
    search: ['name', 'code', 'email'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'code', 'status', 'country'] },
      { title: 'Terms', fields: ['email', 'website', 'contractUntil', 'tags'] },
    ],
    paste: ['name', 'code'],
  },
  api: {
    unique: [['code']],
    import: { key: ['code'] },
    lifecycle: { fields: ['status'], freely: ['active'] },
  },
  relations: { disambiguatingFields: ['code', 'country'] },
})
