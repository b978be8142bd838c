import {
  date,
  decimal,
  optionalInDraft,
  immutable,
  integer,
  list,
  longText,
  money,
  optional,
  references,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { paymentSectionTitles } from './setupMessages.ts'
import { captureModes, paymentMethods, paymentModes } from './setupChoices.ts'
import { gateways, getCredentialHints, onlineGateways } from './gateways.ts'
import { currencies } from '#shared/format/currencies.ts'
import { countries } from '#shared/format/regions.ts'

const createDelaysField = (label: string, hint: string) =>
  list(label, {
    max: 4,
    hint,
    allowDuplicates: true,
    pattern: {
      matches: /^([1-9]|[1-6]\d|7[0-2])h$|^([1-9]|[12]\d|30)d$/,
      message: `${label}: enter hours up to 72h or days up to 30d, like 6h or 2d.`,
    },
  })

/** Braintree's dashboard has the merchant ID in the URL of each payment. Charging doesn't need it. */
const createMerchantIdField = (label: string) =>
  optional(
    text(label, {
      max: 60,
      hint: "Braintree shows the ID next to the API keys. With it, charges link to Braintree's dashboard.",
      pattern: {
        matches: /^[a-z0-9_-]+$/i,
        message: `${label}: use only letters, digits, hyphens, and underscores.`,
      },
    }),
  )

const createCredentialFields = (label: string, neededHint: string) => ({
  publishable: optionalInDraft(
    text(`${label} publishable key`, {
      max: 200,
      hints: getCredentialHints('publishable'),
    }),
    neededHint,
  ),
  secret: optionalInDraft(
    secret(`${label} secret key`, {
      max: 500,
      hints: getCredentialHints('secret'),
    }),
    neededHint,
  ),
  webhook: optionalInDraft(
    secret(`${label} webhook secret`, {
      max: 200,
      hints: getCredentialHints('webhook'),
    }),
    'Required to verify events',
  ),
})
const [testCredentials, liveCredentials] = [
  createCredentialFields('Test', 'Required in test mode'),
  createCredentialFields('Live', 'Required in live mode'),
]

const onlineNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  onlineGateways.map((name) => gateways[name]),
)

/**
 * Payment providers that stores use (screens.md, Payment setup): the credentials of both modes, the
 * payment methods and rules, and the retry schedules.
 */
export const paymentSetups = defineResource({
  name: 'paymentSetups',
  path: '/payment-setup',
  title: { one: 'payment setup', many: 'payment setups' },
  about: `Payment setups let stores take payments manually or through ${onlineNames}.`,
  permission: 'payments',
  fields: {
    name: text('Name', { max: 60 }),
    provider: immutable(select('Provider', gateways, { initial: 'stripe' })),
    merchantAccount: optionalInDraft(
      text('Merchant account', { max: 80, hint: 'Enter the name of your Adyen merchant account.' }),
    ),
    liveUrlPrefix: optional(
      text('Live URL prefix', {
        max: 60,
        hint: "Find the prefix in Adyen's Customer Area. For example, 1797a841fbb37ca7-AdyenDemo.",
        pattern: {
          matches: /^[a-z0-9-]+$/i,
          message: 'Use only letters, digits, and hyphens in the live URL prefix.',
        },
      }),
    ),
    testMerchantId: createMerchantIdField('Test merchant ID'),
    liveMerchantId: createMerchantIdField('Live merchant ID'),
    instructions: optionalInDraft(
      longText('Payment instructions', { max: 2000, hint: 'Shown to members who pay manually.' }),
    ),
    testPublishableKey: testCredentials.publishable,
    testSecretKey: testCredentials.secret,
    testWebhookSecret: testCredentials.webhook,
    livePublishableKey: liveCredentials.publishable,
    liveSecretKey: liveCredentials.secret,
    liveWebhookSecret: liveCredentials.webhook,
    keyExpiresOn: {
      ...optional(date('Live secret key expires', { hint: "Leave blank if it doesn't expire." })),
      heading: 'Key expiration',
    },
    methods: list('Methods', { max: 20, options: paymentMethods }),
    currencies: list('Currencies', {
      max: 3,
      options: currencies,
      hint: 'Leave blank to allow all currencies that the provider supports.',
      emptyLabel: 'All',
    }),
    countries: list('Countries', {
      max: 2,
      options: countries,
      hint: 'Leave blank to allow all countries.',
      emptyLabel: 'All',
    }),
    limitCurrency: optional(select('Currency for amount limits', currencies)),
    minAmount: optional(money('Minimum amount', { currencyField: 'limitCurrency', min: 0 })),
    maxAmount: optional(money('Maximum amount', { currencyField: 'limitCurrency', min: 0 })),
    capture: select('Capture', captureModes, { initial: 'checkout' }),
    refundDays: optional(
      integer('Refund period (days)', {
        min: 0,
        max: 730,
        hint: "Leave blank to use the provider's limit.",
      }),
    ),
    retryFunds: createDelaysField(
      'Retries after insufficient funds',
      "Enter the delay before each retry in hours (h) or days (d), such as 1d. Leave blank to use the platform's schedule.",
    ),
    retryErrors: createDelaysField(
      'Retries after gateway errors',
      "Enter the delay before each retry in hours (h) or days (d), such as 1h. Leave blank to use the platform's schedule.",
    ),
    storeIds: {
      ...references('Stores', 'stores', {
        hint: 'A store can use only one payment setup.',
      }),
      heading: 'Store names',
    },
  },
  derived: {
    ...integrationFields,
    mode: select('Mode', paymentModes, { initial: 'test' }),
    stores: { ...integer('Number of stores'), heading: 'Stores' },
    success: {
      ...optional(decimal('Success rate in the last 24 hours (%)')),
      heading: 'Success (24 h)',
    },
  },
  list: {
    columns: ['name', 'provider', 'mode', 'stores', 'state', 'success', 'keyExpiresOn'],
    search: ['name'],
  },
  form: {
    sections: [
      { title: paymentSectionTitles.general, fields: ['name', 'provider'] },
      {
        title: paymentSectionTitles.adyen,
        visibleWhen: { field: 'provider', values: ['adyen'] },
        fields: ['merchantAccount', 'liveUrlPrefix'],
      },
      {
        title: paymentSectionTitles.braintree,
        visibleWhen: { field: 'provider', values: ['braintree'] },
        fields: ['testMerchantId', 'liveMerchantId'],
      },
      {
        title: paymentSectionTitles.manual,
        visibleWhen: { field: 'provider', values: ['manual'] },
        fields: ['instructions'],
      },
      {
        title: paymentSectionTitles.test,
        visibleWhen: { field: 'provider', values: onlineGateways },
        fields: ['testPublishableKey', 'testSecretKey', 'testWebhookSecret'],
      },
      {
        title: paymentSectionTitles.live,
        visibleWhen: { field: 'provider', values: onlineGateways },
        fields: ['livePublishableKey', 'liveSecretKey', 'liveWebhookSecret', 'keyExpiresOn'],
      },
      {
        title: paymentSectionTitles.methods,
        fields: ['methods', 'currencies', 'countries', 'limitCurrency', 'minAmount', 'maxAmount'],
      },
      { title: paymentSectionTitles.capture, fields: ['capture', 'refundDays'] },
      { title: paymentSectionTitles.retries, fields: ['retryFunds', 'retryErrors'] },
      { title: paymentSectionTitles.stores, fields: ['storeIds'] },
    ],
  },
  api: {
    comments: true,
    unique: [['name']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one payment setup at a time.',
    extraColumns: integrationColumns,
  },
})
