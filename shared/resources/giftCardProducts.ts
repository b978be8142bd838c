import { instant, list, money, optional, select, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { giftCardEnvironments } from '../giftCards/environments.ts'
import { productStates } from '../giftCards/templates.ts'

/** What Runa offers, by environment, as it was when its catalogue was last synchronised. */
export const giftCardProducts = defineResource({
  name: 'giftCardProducts',
  path: '/wegift/templates?catalogue',
  title: { one: 'gift card product', many: 'gift card products' },
  about: 'Products that gift cards are made of. Synchronise the catalogue to have those of Runa.',
  noBulk: 'The catalogue is synchronised with Runa, and not changed here.',
  permission: 'giftCards',
  fields: {
    name: text('Name', { max: 200 }),
    code: text('Code', { max: 100 }),
    environment: select('Environment', giftCardEnvironments),
    currency: text('Currency', { max: 3 }),
    state: select('State', productStates),
    minAmount: optional(money('Smallest amount', { currencyOf: 'currency' })),
    maxAmount: optional(money('Largest amount', { currencyOf: 'currency' })),
  },
  derived: { amounts: list('Amounts', { max: 20 }), seenAt: instant('Seen') },
  tells: ['environment', 'currency', 'code'],
  writes: [],
  columns: ['name', 'environment', 'currency', 'state', 'minAmount', 'maxAmount'],
  search: ['name', 'code'],
  unique: [['environment', 'code']],
  tabs: 'state',
})
