import { setupChoiceMessages } from './setupMessages.ts'

/** Whether a setup charges real money or only tests. */
export const paymentModes = setupChoiceMessages.modes
export type PaymentMode = keyof typeof paymentModes

/** When the authorized amount is captured from the card. */
export const captureModes = setupChoiceMessages.captures

/** Payment methods for members. */
export const paymentMethods = setupChoiceMessages.methods

/** Returns the field of a credential in a mode, such as `liveSecretKey`. */
export const getCredentialFieldName = (
  mode: PaymentMode,
  name: 'PublishableKey' | 'SecretKey' | 'WebhookSecret',
) => `${mode}${name}` as const

/** Builds the path at which a provider reports events, below the platform's public URL. */
export const buildWebhookPath = (provider: string, id: number) => `/webhooks/${provider}/${id}`
