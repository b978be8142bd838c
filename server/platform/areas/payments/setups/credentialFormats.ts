import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { getCredentialFieldName, paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { credentialFormatMessages } from '../providers/messages.ts'

/**
 * The formats of the keys and secrets that sign events. A value in another format is never saved,
 * and never verifies an event.
 */

/** Adyen: 32 bytes as 64 hexadecimal digits (docs.adyen.com, "Verify HMAC signatures"). */
export const isAdyenHmacKey = (key: string): boolean => /^[0-9a-f]{64}$/i.test(key)

/** Stripe: `whsec_` and the key, whose characters Stripe uses without decoding. */
export const isStripeWebhookSecret = (secret: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{6,128}={0,2}$/.test(secret)

/** PayPal: the ID of a webhook, not a secret (its API document, `webhook_id`). */
export const isPaypalWebhookId = (id: string): boolean => /^[A-Za-z0-9]{1,50}$/.test(id)

/** Braintree: letters and digits, both the public and the private key. */
const isBraintreeKey = (key: string): boolean => /^[A-Za-z0-9]{1,64}$/.test(key)

type CredentialPart = 'PublishableKey' | 'SecretKey' | 'WebhookSecret'
type CredentialFormat = { isValid: (value: string) => boolean; message: string }

const toBraintreeFormat = (message: string): CredentialFormat => ({
  isValid: isBraintreeKey,
  message,
})

/**
 * The formats of each provider's credentials. Others are saved without a check, and tested with the
 * provider.
 */
const credentialFormats: Partial<
  Record<Gateway, Partial<Record<CredentialPart, CredentialFormat>>>
> = {
  stripe: {
    WebhookSecret: {
      isValid: isStripeWebhookSecret,
      message: credentialFormatMessages.stripeWebhookSecret,
    },
  },
  adyen: {
    WebhookSecret: {
      isValid: isAdyenHmacKey,
      message: credentialFormatMessages.adyenHmacKey,
    },
  },
  paypal: {
    WebhookSecret: {
      isValid: isPaypalWebhookId,
      message: credentialFormatMessages.paypalWebhookId,
    },
  },
  braintree: {
    PublishableKey: toBraintreeFormat(credentialFormatMessages.braintreePublicKey),
    SecretKey: toBraintreeFormat(credentialFormatMessages.braintreePrivateKey),
  },
}

const paymentModeKeys = Object.keys(paymentModes) as PaymentMode[] // The keys of the table.
const credentialParts = ['PublishableKey', 'SecretKey', 'WebhookSecret'] as const

/** Validates credentials in the values of a payment setup, before they are sealed. */
export function validateCredentials(
  provider: Gateway,
  values: Readonly<Record<string, unknown>>,
): ValidationErrors {
  const errors: ValidationErrors = {}
  for (const mode of paymentModeKeys)
    for (const part of credentialParts) {
      const value = values[getCredentialFieldName(mode, part)]
      const format = credentialFormats[provider]?.[part]
      if (format && typeof value === 'string' && !format.isValid(value))
        errors[getCredentialFieldName(mode, part)] = format.message
    }
  return errors
}
