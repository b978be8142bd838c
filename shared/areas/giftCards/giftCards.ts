import {
  instant,
  money,
  optional,
  personal,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { giftCardEnvironments } from './messages.ts'
import { giftCardStatuses } from './messages.ts'

/** Ordered gift cards and their status, which can't be changed. Link and code are sealed. */
export const giftCards = defineResource({
  name: 'giftCards',
  path: '/wegift/templates?cards',
  title: { one: 'gift card', many: 'gift cards' },
  about: 'Gift cards that stores send with a template appear here, along with sandbox tests.',
  permission: 'giftCards',
  fields: {
    sentAt: instant('Time'),
    recipient: personal(text('Recipient', { max: 254 }), 'memberId'),
    templateId: optional(reference('Template', 'giftCardTemplates')),
    productId: optional(reference('Product', 'giftCardProducts')),
    storeId: optional(reference('Store', 'stores')),
    environment: select('Environment', giftCardEnvironments),
    amount: money('Amount', { currencyField: 'currency' }),
    currency: text('Currency', { max: 3 }),
    status: select('Status', giftCardStatuses),
    reference: optional(text('Runa order', { max: 100 })),
    problem: optional(text('Error', { max: 500 })),
  },
  list: {
    columns: ['sentAt', 'recipient', 'status', 'amount', 'storeId', 'templateId'],
    tabs: 'status',
    search: ['recipient', 'reference'],
    sort: '-sentAt',
  },
  api: {
    writes: [],
    appendOnly: ['sentAt'],
    /** The member of the store who has the recipient's address. */
    extraFields: { memberId: optional(reference('Member', 'members')) },
    noBulkReason: "Gift cards can't be changed. Resend a failed one from its row menu.",
  },
  relations: {
    label: 'recipient',
    scope: 'storeId',
    disambiguatingFields: ['amount', 'status'],
  },
})
