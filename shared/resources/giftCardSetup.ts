import {
  draftMayLack,
  fixed,
  integer,
  list,
  money,
  optional,
  references,
  secret,
  select,
  text,
} from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { codeCharacters, giftCardEnvironments } from '../giftCards/environments.ts'
import { standing, standingAlso } from '../integrations/standing.ts'
import { currencies } from '../currencies.ts'
import { storeReference } from '../stores/storeReference.ts'

const inCurrency = { currencyOf: 'currency', min: 0 } as const

/** The account at Runa that gift cards are ordered from: one for the sandbox, one that is live (screens.md, Gift card setup). */
export const giftCardSetup = defineResource({
  name: 'giftCardSetup',
  title: { one: 'gift card setup', many: 'gift card setups' },
  about: 'The account at Runa that gift cards are ordered from.',
  permission: 'giftCards',
  noBulk: 'Each is set up and tested by itself.',
  fields: {
    name: text('Name', { max: 60, hint: 'For this console alone.' }),
    environment: fixed(
      select('Environment', giftCardEnvironments, {
        initial: 'sandbox',
        hint: 'Each has its fixed address at Runa.',
      }),
    ),
    apiKey: secret('API key', {
      max: 200,
      hint: 'A live key begins with wg, one of the sandbox with XX.',
    }),
    currency: select('Default currency', currencies, { initial: 'EUR' }),
    lowBalances: list('Low balances', {
      max: 30,
      hint: 'A currency and an amount each: EUR 500.00. Below it the balance is told as low.',
    }),
    minAmount: optional(money('Smallest amount', inCurrency)),
    maxAmount: optional(money('Largest amount', inCurrency)),
    dailyCap: optional(
      money('Cap a day', {
        ...inCurrency,
        hint: 'Of all that is sent in the default currency, UTC.',
      }),
    ),
    monthlyCap: optional(money('Cap a month', inCurrency)),
    codePrefix: optional(
      text('Code prefix', {
        max: 8,
        pattern: {
          matches: /^[A-Za-z0-9-]+$/,
          message: 'Code prefix must be letters, digits and dashes',
        },
      }),
    ),
    codeLength: integer('Code length', { min: 8, max: 32, initial: 16 }),
    codeCharacters: select('Code characters', codeCharacters, { initial: 'mixed' }),
    expiryMonths: optional(
      integer('Expires after, months', { min: 1, max: 120, hint: 'Empty: as the product says.' }),
    ),
    webhookSecret: draftMayLack(
      secret('Webhook secret', {
        max: 200,
        hint: "Create the endpoint in Runa's portal and copy its secret. The sandbox has none.",
        pattern: {
          matches: /^whsec_[A-Za-z0-9+/]{22,128}={0,2}$/,
          message:
            'Enter the webhook secret as Runa shows it: whsec_ followed by letters, digits, +, and /.',
        },
      }),
      'Needed for the live account',
    ),
    storeIds: references('Stores', storeReference, { none: 'All stores' }),
  },
  derived: { ...standing },
  also: [...standingAlso, 'frozen', 'frozenReason'],
  told: {
    /** Currencies in which gift cards failed because the account lacks funds. */
    shortOf: list('Out of funds in', { max: 30 }),
  },
  sections: [
    { title: 'Account', fields: ['name', 'environment', 'apiKey', 'currency', 'lowBalances'] },
    { title: 'Limits', fields: ['minAmount', 'maxAmount', 'dailyCap', 'monthlyCap'] },
    {
      title: 'Codes',
      fields: ['codePrefix', 'codeLength', 'codeCharacters', 'expiryMonths'],
    },
    { title: 'Webhook and stores', fields: ['webhookSecret', 'storeIds'] },
  ],
  columns: ['name', 'environment', 'currency', 'state'],
  search: ['name'],
  unique: [['environment']],
  impact: { one: 'store', many: 'stores' },
})
