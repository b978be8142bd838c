import { instant, money, optional, reference, select, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { giftCardEnvironments } from '../giftCards/environments.ts'
import { cardStatuses } from '../giftCards/templates.ts'
import { giftCardProducts } from './giftCardProducts.ts'
import { giftCardTemplates } from './giftCardTemplates.ts'
import { storeReference } from '../stores/storeReference.ts'

/** Gift cards that were ordered, and what became of them; nobody changes one. Its link and code are sealed. */
export const giftCards = defineResource({
  name: 'giftCards',
  path: '/wegift/templates?cards',
  title: { one: 'gift card', many: 'gift cards' },
  about: 'Gift cards that were sent by templates, tests in the sandbox among them.',
  noBulk: 'What was sent is sent: a card that failed is sent again by itself.',
  permission: 'giftCards',
  fields: {
    sentAt: instant('Time'),
    recipient: text('To', { max: 254 }),
    templateId: optional(reference('Template', giftCardTemplates)),
    productId: optional(reference('Product', giftCardProducts)),
    storeId: optional(reference('Store', storeReference)),
    environment: select('Environment', giftCardEnvironments),
    amount: money('Amount', { currencyOf: 'currency' }),
    currency: text('Currency', { max: 3 }),
    status: select('Status', cardStatuses),
    reference: optional(text('Order at Runa', { max: 100 })),
    problem: optional(text('Problem', { max: 500 })),
  },
  scope: 'storeId',
  writes: [],
  entries: ['sentAt'],
  columns: ['sentAt', 'recipient', 'status', 'amount', 'storeId', 'templateId'],
  search: ['recipient', 'reference'],
  sort: '-sentAt',
  tabs: 'status',
  label: 'recipient',
})
