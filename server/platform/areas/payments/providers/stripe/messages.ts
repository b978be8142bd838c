import { formatAll, formatAny } from '../messages.ts'
import type { ModeName } from '../messages.ts'

/** Texts about Stripe's credentials, tests, and charges. */
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
  webhookSecretFormat:
    "Enter the signing secret: whsec_ followed by letters and digits. Find it on the webhook's page in the Stripe dashboard.",
  lookupStatus: (status: number) =>
    `Stripe returned status ${status} when we looked up the failed payment.`,
}
