import { setupChoiceMessages } from './setupMessages.ts'

/** Whether a setup takes money, or is tried out. */
export const paymentModes = setupChoiceMessages.modes
export type PaymentMode = keyof typeof paymentModes

/** When what a card was asked for is taken from it. */
export const captureModes = setupChoiceMessages.captures

/** How members may pay. */
export const paymentMethods = setupChoiceMessages.methods

/** Who takes payments over the network, and so has credentials. */
export const onlineGateways = ['stripe', 'adyen', 'paypal', 'braintree'] as const

/** The field that holds a credential of a mode: `liveSecretKey`. */
export const getCredentialField = (
  mode: PaymentMode,
  name: 'PublishableKey' | 'SecretKey' | 'WebhookSecret',
) => `${mode}${name}` as const

/** Where a provider tells the platform what happened; `origin` is the platform's public address. */
export const buildWebhookPath = (provider: string, id: number) => `/webhooks/${provider}/${id}`
