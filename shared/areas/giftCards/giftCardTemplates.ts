import {
  color,
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
} from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { giftCardEnvironments } from './messages.ts'
import { amountKinds, deliveries, templateStatuses, variablesHint } from './messages.ts'
import { currencies } from '#shared/format/currencies.ts'

const positiveAmount = { currencyField: 'currency', min: 1 } as const

const requiredForRange = (field: Field<number>) =>
  requiredWhile(optional(field), { amountKind: ['range'] }, `Enter a ${field.label.toLowerCase()}.`)

/**
 * Templates for sending gift cards: amounts, schedule, email, and page (screens.md, Gift card
 * templates).
 */
export const giftCardTemplates = defineResource({
  name: 'giftCardTemplates',
  path: '/wegift/templates',
  title: { one: 'gift card template', many: 'gift card templates' },
  about: 'A template sets which gift cards stores can send, their amounts, and how they look.',
  permission: 'giftCards',
  fields: {
    name: text('Name', { max: 80 }),
    code: text('Code', {
      max: 41,
      derivedFrom: 'name',
      pattern: {
        matches: /^[a-z0-9][a-z0-9_-]{1,40}$/,
        message: 'Enter a code of 2 to 41 lowercase letters, digits, hyphens, or underscores.',
      },
    }),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
    environment: select('Environment', giftCardEnvironments, {
      initial: 'sandbox',
      hint: 'Sandbox gift cards have no value.',
    }),
    currency: select('Currency', currencies, { initial: 'EUR' }),
    productIds: references('Products', 'giftCardProducts', {
      hint: "Choose from Runa's products in this environment and currency. Stores can't send gift cards until you add a product.",
    }),
    amountKind: select('Amount type', amountKinds, { initial: 'fixed' }),
    amounts: requiredWhile(
      list('Amounts', {
        max: 20,
        amounts: true,
        hint: 'Enter the amounts that stores can send. For example, 10.00, 25.00.',
      }),
      { amountKind: ['fixed'] },
      'Enter at least one amount, like 25.00.',
    ),
    minAmount: requiredForRange(money('Minimum amount', positiveAmount)),
    maxAmount: requiredForRange(money('Maximum amount', positiveAmount)),
    step: requiredForRange(
      money('Step', {
        ...positiveAmount,
        hint: 'Amounts increase from the minimum in steps of this size.',
      }),
    ),
    monthlyCap: optional(
      money('Monthly limit', {
        ...positiveAmount,
        hint: 'Maximum total sent per UTC month. Leave blank for no limit.',
      }),
    ),
    expiryMonths: optional(
      integer('Expires after (months)', {
        min: 1,
        max: 120,
        hint: "Leave blank to use the setup's expiration.",
      }),
    ),
    startsAt: optional(instant('Starts')),
    endsAt: optional(instant('Ends')),
    active: toggle('Active'),
    paused: toggle('Paused', {
      initial: false,
      hint: "While a template is paused, stores can't send gift cards with it.",
    }),
    pauseReason: requiredWhile(
      optional(longText('Pause reason', { max: 300 })),
      { paused: [true] },
      'Enter a reason so others know why the template is paused.',
    ),
    delivery: select('Delivery', deliveries, { initial: 'email' }),
    sender: text('Sender', {
      max: 100,
      hint: "Replaces the variable {{sender}}, and the gift card page's heading if the headline is blank.",
    }),
    subject: text('Subject', { max: 150 }),
    body: longText('Email body', { max: 5000, hint: variablesHint }),
    headline: optional(text('Headline', { max: 80 })),
    message: optional(longText('Message', { max: 1000 })),
    logo: optional(image('Logo')),
    textColour: color('Text color', { initial: '#FFFFFF' }),
    backgroundColour: color('Background color', { initial: '#3730A3' }),
  },
  derived: {
    status: select('Status', templateStatuses),
    withdrawn: integer('Withdrawn products'),
    sentThisMonth: money('Sent this month', { currencyField: 'currency' }),
  },
  list: {
    columns: ['name', 'status', 'environment', 'sentThisMonth', 'withdrawn'],
    tabs: 'status',
    search: ['name', 'code'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'code', 'storeIds', 'active', 'paused', 'pauseReason'] },
      {
        title: 'Products and amounts',
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
      { title: 'Schedule', fields: ['startsAt', 'endsAt'] },
      { title: 'Email', fields: ['delivery', 'sender', 'subject', 'body'] },
      {
        title: 'Gift card page',
        fields: ['headline', 'message', 'logo', 'textColour', 'backgroundColour'],
      },
    ],
  },
  api: { unique: [['code']] },
  relations: { disambiguatingFields: ['code', 'environment'] },
})
