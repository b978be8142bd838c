import { formatAny } from '../messages.ts'
import type { ModeName } from '../messages.ts'

/** Texts about Adyen's credentials, tests, and charges. */
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
    `The API key can't access the merchant account ${name}. Correct the merchant account in the payment setup, or give the API key access to it in the Adyen Customer Area.`,
  noMethods: 'The merchant account has no active payment method. Activate one at Adyen.',
  methods: (count: number) =>
    count === 1
      ? 'The merchant account accepts 1 payment method.'
      : `The merchant account accepts ${count} payment methods.`,
  noWebhook: (url: string) => `No webhook points to ${url}. Add one in the Adyen Customer Area.`,
  webhookDisabled: 'The webhook is inactive in Adyen. Activate it in the Customer Area.',
  missingEvents: (events: readonly string[]) =>
    events.length === 1
      ? `The webhook doesn't send ${formatAny(events)}. Add this event in the Adyen Customer Area.`
      : `The webhook doesn't send ${formatAny(events)}. Add these events in the Adyen Customer Area.`,
  webhookPointsHere: 'The webhook points here.',
  testEventReason: 'Connection test',
  otherHmacKey: "Adyen's test event isn't signed with this HMAC key. Paste the webhook's HMAC key.",
  hmacKeyFormat:
    "Enter the HMAC key: 64 hexadecimal digits (0-9, A-F). Find it on the webhook's page in the Adyen Customer Area.",
  cardsStatus: (status: number) =>
    `Adyen returned status ${status} when we looked up the member's saved cards.`,
  noSavedCard:
    "The card that the member used for this payment isn't saved at Adyen. Send a payment link instead.",
}
