/** The choices of a payment setup's fields. */
export const setupChoiceMessages = {
  modes: { test: 'Test', live: 'Live' },
  captures: { checkout: 'At checkout', dispatch: 'When shipped', manual: 'Manual' },
  methods: {
    card: 'Cards',
    applePay: 'Apple Pay',
    googlePay: 'Google Pay',
    paypal: 'PayPal wallet',
    klarna: 'Klarna',
    sepaDebit: 'SEPA Direct Debit',
    ideal: 'iDEAL',
    bancontact: 'Bancontact',
    bankTransfer: 'Bank transfer',
    invoice: 'Invoice',
  },
} as const

/** The sections of the payment setup form. */
export const paymentSectionTitles = {
  general: 'General',
  adyen: 'Adyen',
  braintree: 'Braintree',
  manual: 'Manual payments',
  test: 'Test credentials',
  live: 'Live credentials',
  methods: 'Methods and rules',
  capture: 'Capture and refunds',
  retries: 'Retries',
  stores: 'Stores',
} as const

/** The form that rotates credentials. */
export const rotationMessages = {
  overlaps: { 1: '1 hour', 24: '1 day', 72: '3 days', 168: '7 days' },
  publishable: 'New publishable key',
  secret: 'New secret key',
  webhook: 'New webhook secret',
  keep: 'Leave blank to keep the current one.',
  expires: 'New secret key expires',
  neverExpires: "Leave blank if it doesn't expire.",
  overlap: 'Accept the old credentials for',
} as const

export const paymentEventMessages = {
  done: 'Done',
  ignored: 'Ignored',
  failed: 'Needs attention',
  mismatched: 'Mismatch',
  notUnderstood: 'Unreadable',
} as const
