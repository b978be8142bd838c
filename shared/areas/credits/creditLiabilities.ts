import { integer, money, reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * Outstanding credits of each store's members, by unit: sums of the ledger (screens.md, Credits).
 */
export const creditLiabilities = defineResource({
  name: 'creditLiabilities',
  path: '/credits?liability',
  title: { one: 'liability', many: 'liabilities' },
  about: "Liabilities show each store's outstanding credits. They appear once you issue credits.",
  permission: 'dashboardRead',
  fields: {
    unit: text('Unit', { max: 10 }),
    storeId: reference('Store', 'stores'),
    holders: integer('Members'),
    outstanding: money('Outstanding', { currencyField: 'unit' }),
    expiring: money('Expiring within 30 days', { currencyField: 'unit' }),
  },
  list: {
    columns: ['storeId', 'holders', 'outstanding', 'expiring'],
    search: ['unit'],
    sort: '-outstanding',
  },
  api: {
    writes: [],
    appendOnly: ['outstanding'],
    noBulkReason: "Liabilities are calculated from ledger entries, so you can't change them here.",
  },
  relations: { label: 'unit', scope: 'storeId' },
})
