import {
  colour,
  image,
  instant,
  integer,
  list,
  longText,
  money,
  optional,
  references,
  requiredWhile,
  select,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import type { Field } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { giftCardEnvironments } from '../giftCards/environments.ts'
import { amountKinds, deliveries, templateStatuses, variablesTold } from '../giftCards/templates.ts'
import { currencies } from '../currencies.ts'
import { giftCardProducts } from './giftCardProducts.ts'
import { storeReference } from '../stores/storeReference.ts'

const amount = { currencyOf: 'currency', min: 1 } as const

const inSteps = (field: Field<number>) =>
  requiredWhile(
    optional(field),
    { amountKind: ['range'] },
    `${field.label} is needed where amounts go in steps`,
  )

/** What gift cards are sent by: amounts, schedule, mail and page (screens.md, Gift card templates). */
export const giftCardTemplates = defineResource({
  name: 'giftCardTemplates',
  path: '/wegift/templates',
  title: { one: 'gift card template', many: 'gift card templates' },
  about: 'A template says which gift cards stores send, of what amounts, and how they look.',
  permission: 'giftCards',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', {
      max: 41,
      from: 'name',
      pattern: {
        matches: /^[a-z0-9][a-z0-9_-]{1,40}$/,
        message: 'Code must be 2 to 41 small letters, digits and dashes',
      },
    }),
    storeIds: references('Stores', storeReference, { none: 'All stores' }),
    environment: select('Environment', giftCardEnvironments, {
      initial: 'sandbox',
      hint: 'Cards of the sandbox are worth nothing.',
    }),
    currency: select('Currency', currencies, { initial: 'EUR' }),
    productIds: references('Products', giftCardProducts, {
      hint: 'Of the catalogue of Runa, in this environment and currency.',
    }),
    amountKind: select('Amounts are', amountKinds, { initial: 'fixed' }),
    amounts: requiredWhile(
      list('Amounts', { max: 20, amounts: true, hint: 'Where the list is fixed: 10.00, 25.00.' }),
      { amountKind: ['fixed'] },
      'Give at least one, such as 25.00',
    ),
    minAmount: inSteps(money('Smallest amount', amount)),
    maxAmount: inSteps(money('Largest amount', amount)),
    step: inSteps(money('Step', { ...amount, hint: 'From the smallest amount on.' })),
    monthlyCap: optional(
      money('Cap a month', { ...amount, hint: 'Of all that is sent by it, UTC. Empty: no cap.' }),
    ),
    expiryMonths: optional(
      integer('Expires after, months', { min: 1, max: 120, hint: 'Empty: as the setup says.' }),
    ),
    startsAt: optional(instant('From')),
    endsAt: optional(instant('To')),
    active: toggle('Active'),
    paused: toggle('Paused', { initial: false, hint: 'Nothing is sent by it until it goes on.' }),
    pauseReason: requiredWhile(
      optional(longText('Reason of the pause', { max: 300 })),
      { paused: [true] },
      'Say why, so that others know',
    ),
    delivery: select('Delivery', deliveries, { initial: 'email' }),
    sender: text('Sender', { max: 100, hint: 'Who gives it, as the mail says.' }),
    subject: text('Subject', { max: 150 }),
    body: longText('Mail', { max: 5000, hint: variablesTold }),
    headline: optional(text('Headline', { max: 80 })),
    message: optional(longText('Message', { max: 1000 })),
    logo: optional(image('Logo')),
    textColour: colour('Text color', { initial: '#FFFFFF' }),
    backgroundColour: colour('Background color', { initial: '#3730A3' }),
  },
  derived: {
    status: select('Status', templateStatuses),
    withdrawn: integer('Withdrawn products'),
    sentThisMonth: money('Sent this month', { currencyOf: 'currency' }),
  },
  sections: [
    { title: 'Template', fields: ['name', 'code', 'storeIds', 'active', 'paused', 'pauseReason'] },
    {
      title: 'What is sent',
      fields: [
        'environment',
        'currency',
        'productIds',
        'amountKind',
        'amounts',
        'minAmount',
        'maxAmount',
        'step',
        'monthlyCap',
        'expiryMonths',
      ],
    },
    { title: 'When', fields: ['startsAt', 'endsAt'] },
    { title: 'Mail', fields: ['delivery', 'sender', 'subject', 'body'] },
    { title: 'Page', fields: ['headline', 'message', 'logo', 'textColour', 'backgroundColour'] },
  ],
  columns: ['name', 'status', 'environment', 'sentThisMonth', 'withdrawn'],
  tells: ['code', 'environment'],
  tabs: 'status',
  search: ['name', 'code'],
  unique: [['code']],
})
