import { instant, list, money, optional, select, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { giftCardEnvironments } from './messages.ts'
import { productStates } from './messages.ts'

/** Runa's products by environment, as of the last sync of the catalog. */
export const giftCardProducts = defineResource({
  name: 'giftCardProducts',
  path: '/wegift/templates?catalogue',
  title: { one: 'Runa product', many: 'Runa products' },
  about:
    'Runa products are the gift cards that templates can offer. Sync the catalog to load them from Runa.',
  permission: 'giftCards',
  fields: {
    name: text('Name', { max: 200 }),
    code: text('Code', { max: 100 }),
    environment: select('Environment', giftCardEnvironments),
    currency: text('Currency', { max: 3 }),
    state: select('State', productStates),
    minAmount: optional(money('Minimum amount', { currencyField: 'currency' })),
    maxAmount: optional(money('Maximum amount', { currencyField: 'currency' })),
  },
  derived: { amounts: list('Amounts', { max: 20 }), seenAt: instant('Last seen') },
  list: {
    columns: ['name', 'environment', 'currency', 'state', 'minAmount', 'maxAmount'],
    tabs: 'state',
    search: ['name', 'code'],
  },
  api: {
    writes: [],
    unique: [['environment', 'code']],
    noBulkReason: "Products come from Runa's catalog, so you can't change them here.",
  },
  relations: { disambiguatingFields: ['environment', 'currency', 'code'] },
})
