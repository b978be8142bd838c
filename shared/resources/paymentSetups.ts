import {
  date,
  decimal,
  draftMayLack,
  fixed,
  integer,
  list,
  longText,
  money,
  optional,
  references,
  secret,
  select,
  text,
} from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { standing, standingAlso } from '../integrations/standing.ts'
import { captures, online, paymentMethods, paymentModes } from '../paymentSetups/choices.ts'
import { gateways } from '../payments/attempts.ts'
import type { Gateway } from '../payments/attempts.ts'
import { currencies } from '../currencies.ts'
import { countries } from '../regions.ts'
import { storeReference } from '../stores/storeReference.ts'

const waits = (label: string, hint: string) =>
  list(label, {
    max: 4,
    hint,
    repeats: true,
    pattern: {
      matches: /^([1-9]|[1-6]\d|7[0-2])h$|^([1-9]|[12]\d|30)d$/,
      message: `${label}: hours up to 72h or days up to 30d, such as 6h or 2d`,
    },
  })

/** What a provider calls what Stripe, whose words the labels are, calls so. */
const byProvider = (of: Partial<Record<Gateway, string>>) => ({ by: 'provider', of })

const credentials = (label: string, needed: string) => ({
  publishable: draftMayLack(
    text(`${label} publishable key`, {
      max: 200,
      hints: byProvider({
        adyen: 'Adyen calls it the client key.',
        paypal: 'PayPal calls it the client id.',
        braintree: 'Braintree calls it the public key.',
      }),
    }),
    needed,
  ),
  secret: draftMayLack(
    secret(`${label} secret key`, {
      max: 500,
      hints: byProvider({
        adyen: 'Adyen calls it the API key.',
        paypal: 'PayPal calls it the client secret.',
        braintree: 'Braintree calls it the private key.',
      }),
    }),
    needed,
  ),
  // Braintree has none, the others need it for their events.
  webhook: draftMayLack(
    secret(`${label} webhook secret`, {
      max: 200,
      hints: byProvider({
        adyen: 'Adyen calls it the HMAC key.',
        paypal: 'The id of the webhook at PayPal.',
        braintree: 'Braintree needs none.',
      }),
    }),
    '',
  ),
})
const [test, live] = [
  credentials('Test', 'Needed in test mode'),
  credentials('Live', 'Needed in live mode'),
]

/** Whoever takes payments for stores (screens.md, Payment setup): both sets of credentials, what may be paid how, and when it is tried again. */
export const paymentSetups = defineResource({
  name: 'paymentSetups',
  path: '/payment-setup',
  title: { one: 'payment setup', many: 'payment setups' },
  about:
    'Stores take payments by the setup that serves them: Stripe, Adyen, PayPal, Braintree, or by hand.',
  permission: 'payments',
  noBulk: 'Each is set up and tested by itself.',
  fields: {
    name: text('Name', { max: 60 }),
    provider: fixed(select('Provider', gateways, { initial: 'stripe' })),
    merchantAccount: draftMayLack(
      text('Merchant account', { max: 80, hint: 'As Adyen calls it.' }),
    ),
    liveUrlPrefix: optional(
      text('Live URL prefix', {
        max: 60,
        hint: 'From the Customer Area: 1797a841fbb37ca7-AdyenDemo.',
        pattern: {
          matches: /^[a-z0-9-]+$/i,
          message: 'Live URL prefix must be letters, digits and hyphens',
        },
      }),
    ),
    instructions: draftMayLack(
      longText('How to pay', { max: 2000, hint: 'What a member reads who pays by hand.' }),
    ),
    testPublishableKey: test.publishable,
    testSecretKey: test.secret,
    testWebhookSecret: test.webhook,
    livePublishableKey: live.publishable,
    liveSecretKey: live.secret,
    liveWebhookSecret: live.webhook,
    keyExpiresOn: {
      ...optional(date('Live secret key ends', { hint: 'Where it does.' })),
      head: 'Key expiry',
    },
    methods: list('Methods', { max: 20, options: paymentMethods }),
    currencies: list('Currencies', {
      max: 3,
      options: currencies,
      hint: 'None: all that the provider takes.',
      none: 'All',
    }),
    countries: list('Countries', { max: 2, options: countries, hint: 'None: all.', none: 'All' }),
    limitCurrency: optional(select('Amounts are in', currencies)),
    minAmount: optional(money('Smallest amount', { currencyOf: 'limitCurrency', min: 0 })),
    maxAmount: optional(money('Largest amount', { currencyOf: 'limitCurrency', min: 0 })),
    capture: select('Capture', captures, { initial: 'checkout' }),
    refundDays: optional(
      integer('Refunds within, days', {
        min: 0,
        max: 730,
        hint: 'Empty: as long as the provider.',
      }),
    ),
    retryFunds: waits(
      'After insufficient funds',
      'Waits between tries, such as 1d. None: as the platform does it.',
    ),
    retryErrors: waits(
      'After errors of the gateway',
      'Waits between tries, such as 1h. None: as the platform does it.',
    ),
    storeIds: {
      ...references('Stores', storeReference, {
        hint: 'A store takes payments by one setup.',
      }),
      head: 'Which stores',
    },
  },
  derived: {
    ...standing,
    mode: select('Mode', paymentModes, { initial: 'test' }),
    stores: { ...integer('Number of stores'), head: 'Stores' },
    success: { ...optional(decimal('Success in 24 h, %')), head: 'Success' },
  },
  also: standingAlso,
  sections: [
    { title: 'General', fields: ['name', 'provider'] },
    {
      title: 'Adyen',
      only: { field: 'provider', values: ['adyen'] },
      fields: ['merchantAccount', 'liveUrlPrefix'],
    },
    {
      title: 'By hand',
      only: { field: 'provider', values: ['manual'] },
      fields: ['instructions'],
    },
    {
      title: 'Test credentials',
      only: { field: 'provider', values: online },
      fields: ['testPublishableKey', 'testSecretKey', 'testWebhookSecret'],
    },
    {
      title: 'Live credentials',
      only: { field: 'provider', values: online },
      fields: ['livePublishableKey', 'liveSecretKey', 'liveWebhookSecret', 'keyExpiresOn'],
    },
    {
      title: 'Methods and rules',
      fields: ['methods', 'currencies', 'countries', 'limitCurrency', 'minAmount', 'maxAmount'],
    },
    { title: 'Capture and refunds', fields: ['capture', 'refundDays'] },
    { title: 'Retries', fields: ['retryFunds', 'retryErrors'] },
    { title: 'Stores', fields: ['storeIds'] },
  ],
  columns: ['name', 'provider', 'mode', 'stores', 'state', 'success', 'keyExpiresOn'],
  search: ['name'],
  unique: [['name']],
  impact: storeReference.title,
})
