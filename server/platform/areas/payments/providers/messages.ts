import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'

const formatAll = (items: readonly string[]) => new Intl.ListFormat('en').format(items)
const formatAny = (items: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(items)

type ModeName = PaymentMode | (string & {})

/** The titles of test steps, by name. */
export const paymentStepTitles = {
  keys: 'Credentials are complete',
  answer: 'Provider accepts the credentials',
  account: 'Account can take payments',
  webhook: 'Webhook points to this platform',
  event: 'Webhook events arrive with a valid signature',
}

/** Test results that several providers share. */
export const paymentProviderMessages = {
  rateLimited: (provider: string) =>
    `${provider} is receiving too many requests. Try again in a minute.`,
  unexpectedStatus: (provider: string, status: number | string) =>
    `${provider} returned status ${status}. Try again.`,
  noPublicUrl:
    'The platform has no public URL yet. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.',
  nothingToCheck: 'Nothing to check. Manual payments have no provider.',
  hasInstructions: 'Payment instructions are set.',
  noInstructions: 'Enter payment instructions for members.',
  noEvent: (provider: string) =>
    `No correctly signed webhook event has arrived yet. Send a test event from ${provider}, then test again.`,
  noEventWithoutUrl: (provider: string) =>
    `${provider} can't send events until the platform has a public URL. Test again once it has one.`,
  testEventLost: (provider: string, lastDay: string) =>
    `${provider} sent a test event, but we didn't receive it. The last correctly signed event arrived on ${lastDay}.`,
  lastEvent: (day: string) => `The last correctly signed event arrived on ${day}.`,
  webhookComplete: 'The webhook points here and sends the required events.',
}

/** Reasons why nothing was charged. */
export const chargeMessages = {
  nothingCharged: (reason: string) => `Nothing was charged. ${reason}`,
  noActiveSetup: (provider: string) =>
    `This store has no active ${provider} setup. Activate one, then retry.`,
  noFailedPayment: (provider: string) =>
    `${provider} didn't report which payment failed. Send a payment link instead.`,
  noSecretKey: 'The payment setup has no secret key. Add one, then test and activate the setup.',
  noMember:
    "This order isn't linked to a member, so there's no saved card to charge. Send a payment link instead.",
  noSavedMethod: (provider: string) =>
    `${provider} has no saved payment method for this payment. Send a payment link instead.`,
  amountNotSupported: (provider: string, currency: string) =>
    `${provider} can't charge this amount in ${currency}.`,
  currencyNotSupported: (provider: string, currency: string) =>
    `${provider} doesn't support ${currency}.`,
  wholeAmounts: (provider: string, currency: string) =>
    `${provider} accepts only whole amounts in ${currency}.`,
  rejected: (provider: string, code: number | string) =>
    `${provider} rejected the request (${code}).`,
  adyenCardsStatus: (status: number) =>
    `Adyen returned status ${status} when we looked up the member's saved cards.`,
  adyenNoCard:
    "The card that the member used for this payment isn't saved at Adyen. Send a payment link instead.",
  paypalUnknownClient: "PayPal doesn't recognize the setup's client ID and secret.",
  stripeLookupStatus: (status: number) =>
    `Stripe returned status ${status} when we looked up the failed payment.`,
}

export const stripeMessages = {
  reads: { balance: 'the balance', account: 'the account', webhooks: 'webhook endpoints' },
  noKey: (mode: ModeName) => `Enter the ${mode} secret key.`,
  notSecretKey: 'Enter a Stripe secret key that starts with sk_ or rk_.',
  notPublishableKey: 'Enter a Stripe publishable key that starts with pk_.',
  notWebhookSecret: 'Enter a Stripe webhook secret that starts with whsec_.',
  otherMode: (keyMode: ModeName, mode: ModeName) =>
    `This is a ${keyMode} key, but the setup is in ${mode} mode.`,
  keysMatch: (mode: ModeName) => `The keys are for ${mode} mode.`,
  keyExpired: 'This secret key has expired. Create a new one at Stripe.',
  unknownKey: "Stripe doesn't recognize this secret key. Paste a new one.",
  cannotRead: (what: string) =>
    `The restricted key can't read ${what}. Give it read access in the Stripe dashboard.`,
  balance: (currencies: readonly string[]) =>
    currencies.length === 0
      ? 'The account has no balance yet.'
      : `The balance is in ${formatAll(currencies)}.`,
  account: (country: string | null) =>
    country === null
      ? 'The account can take payments.'
      : `The account (${country}) can take payments.`,
  cannotTakePayments:
    "This account can't take payments yet. Finish setting it up in the Stripe dashboard.",
  noWebhook: (url: string) => `No webhook points to ${url}. Add one in the Stripe dashboard.`,
  webhookDisabled: 'The webhook is disabled in Stripe. Enable it in the Stripe dashboard.',
  missingEvents: (events: readonly string[]) =>
    events.length === 1
      ? `The webhook doesn't send ${formatAny(events)}. Add this event in the Stripe dashboard.`
      : `The webhook doesn't send ${formatAny(events)}. Add these events in the Stripe dashboard.`,
  noWebhookSecret: "The webhook exists, but we don't have its secret. Enter the webhook secret.",
  otherVersion: (version: string) =>
    `The webhook points here, but it uses a different API version. Recreate it with version ${version}.`,
}

export const adyenMessages = {
  reads: { key: 'its own details', methods: 'payment methods', webhooks: 'webhooks' },
  noKey: (mode: ModeName) => `Enter the ${mode} API key.`,
  noMerchantAccount: 'Enter the merchant account.',
  noPrefix: 'Enter the live URL prefix. Live payments require it.',
  notHmacKey: 'Enter the HMAC key as 64 hexadecimal digits (0-9, A-F).',
  complete: 'All required settings are filled in.',
  unknownKey: "Adyen doesn't recognize this API key. Paste a new one.",
  cannotRead: (what: string) =>
    `The API key can't read ${what}. Give the key access in the Adyen Customer Area.`,
  keyDisabled: 'The API key is inactive in Adyen. Activate it in the Customer Area.',
  keyAccepted: 'Adyen accepts the API key. The next step checks what the key can access.',
  limitedAddresses: (addresses: string) =>
    `The API key works only from these IP addresses: ${addresses}. Make sure that the list includes all of the platform's IP addresses.`,
  addresses: (shown: readonly string[], more: number) =>
    more > 0 ? `${[...shown, more].join(', ')} more` : shown.join(', '),
  unknownMerchantAccount: (name: string | null) =>
    `The API key can't access the merchant account ${name}. Correct the name in the payment setup, or give the key access in the Adyen Customer Area.`,
  noMethods: 'The merchant account has no active payment method. Activate one at Adyen.',
  methods: (count: number) =>
    count === 1
      ? 'The merchant account accepts 1 payment method.'
      : `The merchant account accepts ${count} payment methods.`,
  noWebhook: (url: string) => `No webhook points to ${url}. Add one in the Adyen Customer Area.`,
  webhookDisabled: 'The webhook is inactive in Adyen. Activate it in the Customer Area.',
  webhookPointsHere: 'The webhook points here.',
  testEventReason: 'Connection test',
  otherHmacKey: "Adyen's test event isn't signed with this HMAC key. Paste the webhook's HMAC key.",
}

export const paypalMessages = {
  noClientId: (mode: ModeName) => `Enter the ${mode} client ID.`,
  noClientSecret: (mode: ModeName) => `Enter the ${mode} client secret.`,
  complete: 'The client ID and secret are set.',
  unknownClient: (mode: ModeName) =>
    `PayPal doesn't recognize this client ID and secret in ${mode} mode. Sandbox and live credentials are different.`,
  clientAccepted: 'PayPal accepts the client ID and secret.',
  canTakePayments: 'The PayPal app can take payments.',
  cannotTakePayments:
    "The PayPal app can't take payments. Turn on payments for it in the PayPal dashboard.",
  cannotReadWebhooks: "The PayPal app can't read webhooks. Give it access in the PayPal dashboard.",
  noWebhook: (url: string) => `No webhook points to ${url}. Add one in the PayPal dashboard.`,
  missingEvents: (events: readonly string[]) =>
    events.length === 1
      ? `The webhook doesn't send ${formatAny(events)}. Add this event in the PayPal dashboard.`
      : `The webhook doesn't send ${formatAny(events)}. Add these events in the PayPal dashboard.`,
  otherWebhook: (id: string) =>
    `The webhook that points here has another ID. Change the webhook ID in this setup to ${id}.`,
}

export const braintreeMessages = {
  noPublicKey: (mode: ModeName) => `Enter the ${mode} public key.`,
  noPrivateKey: (mode: ModeName) => `Enter the ${mode} private key.`,
  complete: 'The public and private keys are set.',
  unknownKeys: (mode: ModeName) =>
    `Braintree doesn't recognize these keys in ${mode} mode. Check both keys.`,
  cannotReadAccounts:
    "The keys can't read the merchant accounts. Give the keys access in the Braintree Control Panel.",
  rejected: 'Braintree rejected the request. Try again.',
  keysAccepted: 'Braintree accepts the keys.',
  noAccount: 'No merchant account is active. Activate one at Braintree.',
  accounts: (currencies: readonly (string | null)[]) => {
    const known = currencies.filter((currency) => currency !== null)
    return known.length === 0
      ? 'Braintree can take payments.'
      : `Braintree can take payments in ${formatAll(known)}.`
  },
  checkWebhook: (url: string) =>
    `We can't check Braintree's webhooks. In the Braintree Control Panel, make sure that a webhook points to ${url}.`,
}

/** Validation messages for the format of each provider's credentials. */
export const credentialFormatMessages = {
  stripeWebhookSecret:
    "Enter the signing secret: whsec_ followed by letters and digits. Find it on the webhook's page in the Stripe dashboard.",
  adyenHmacKey:
    "Enter the HMAC key: 64 hexadecimal digits (0-9, A-F). Find it on the webhook's page in the Adyen Customer Area.",
  paypalWebhookId:
    "Enter the webhook ID: at most 50 letters and digits. Find it on the webhook's page in the PayPal dashboard.",
  braintreePublicKey:
    'Enter the public key: letters and digits only. Find it under API keys in the Braintree Control Panel.',
  braintreePrivateKey:
    'Enter the private key: letters and digits only. Find it under API keys in the Braintree Control Panel.',
}
