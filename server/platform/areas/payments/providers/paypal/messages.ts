import { formatAny } from '../messages.ts'
import type { ModeName } from '../messages.ts'

/** Texts about PayPal's credentials, tests, and charges. */
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
  webhookIdFormat:
    "Enter the webhook ID: at most 50 letters and digits. Find it on the webhook's page in the PayPal dashboard.",
  chargeUnknownClient: "PayPal doesn't recognize the setup's client ID and secret.",
}
