import {
  optionalInDraft,
  immutable,
  integer,
  list,
  money,
  optional,
  references,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { codeCharacters, giftCardEnvironments } from './messages.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { currencies } from '#shared/format/currencies.ts'

const amountInCurrency = { currencyField: 'currency', min: 0 } as const

/**
 * Runa accounts that gift cards are ordered from: one for the sandbox and one for live (screens.md,
 * Gift card setup).
 */
export const giftCardSetup = defineResource({
  name: 'giftCardSetup',
  title: { one: 'gift card setup', many: 'gift card setups' },
  about: 'A gift card setup is the Runa account that gift cards are ordered from.',
  permission: 'giftCards',
  fields: {
    name: text('Name', { max: 60, hint: 'Shown only in this console.' }),
    environment: immutable(
      select('Environment', giftCardEnvironments, {
        initial: 'sandbox',
        hint: 'Each environment has its own Runa account and URL.',
      }),
    ),
    apiKey: secret('API key', {
      max: 200,
      hint: 'Live keys start with wg, and sandbox keys start with XX.',
    }),
    currency: select('Default currency', currencies, { initial: 'EUR' }),
    lowBalances: list('Low-balance thresholds', {
      max: 30,
      hint: 'For example, 500.00 EUR. Balances below a threshold are marked as low.',
    }),
    minAmount: optional(money('Minimum amount', amountInCurrency)),
    maxAmount: optional(money('Maximum amount', amountInCurrency)),
    dailyCap: optional(
      money('Daily limit', {
        ...amountInCurrency,
        hint: 'Maximum total sent per UTC day, in the default currency.',
      }),
    ),
    monthlyCap: optional(
      money('Monthly limit', {
        ...amountInCurrency,
        hint: 'Maximum total sent per UTC month, in the default currency.',
      }),
    ),
    codePrefix: optional(
      text('Code prefix', {
        max: 8,
        pattern: {
          matches: /^[A-Za-z0-9-]+$/,
          message: 'Use only letters, digits, and hyphens in the code prefix.',
        },
      }),
    ),
    codeLength: integer('Code length', { min: 8, max: 32, initial: 16 }),
    codeCharacters: select('Code characters', codeCharacters, { initial: 'mixed' }),
    expiryMonths: optional(
      integer('Expires after (months)', {
        min: 1,
        max: 120,
        hint: 'Sets the date that {{expires}} shows in emails. Leave blank to show no date.',
      }),
    ),
    webhookSecret: optionalInDraft(
      secret('Webhook secret', {
        max: 200,
        hint: "Create a webhook endpoint in Runa's portal and copy its secret. The sandbox doesn't have webhooks.",
        pattern: {
          matches: /^whsec_[A-Za-z0-9+/]{22,128}={0,2}$/,
          message:
            'Enter the webhook secret as Runa shows it: whsec_ followed by letters, digits, +, and /.',
        },
      }),
      'Required in the live environment',
    ),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
  },
  derived: { ...integrationFields },
  list: { columns: ['name', 'environment', 'currency', 'state'], search: ['name'] },
  form: {
    sections: [
      { title: 'Account', fields: ['name', 'environment', 'apiKey', 'currency', 'lowBalances'] },
      { title: 'Limits', fields: ['minAmount', 'maxAmount', 'dailyCap', 'monthlyCap'] },
      {
        title: 'Codes',
        fields: ['codePrefix', 'codeLength', 'codeCharacters', 'expiryMonths'],
      },
      { title: 'Webhook and stores', fields: ['webhookSecret', 'storeIds'] },
    ],
  },
  api: {
    comments: true,
    unique: [['environment']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one account at a time.',
    extraColumns: [...integrationColumns, 'frozen', 'frozenReason'],
    extraFields: {
      /** Currencies in which gift cards failed because the account lacks funds. */
      shortOf: list('Out of funds', { max: 30 }),
    },
  },
})
