import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { getCredentialFieldName, paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'

const paymentModeKeys = Object.keys(paymentModes) as PaymentMode[] // The keys of the table.
const credentialParts = ['PublishableKey', 'SecretKey', 'WebhookSecret'] as const

/** Validates credentials in the values of a payment setup, before they are sealed. */
export function validateCredentials(
  provider: Gateway,
  values: Readonly<Record<string, unknown>>,
): ValidationErrors {
  const { credentialFormats } = paymentProviders[provider]
  const errors: ValidationErrors = {}
  for (const mode of paymentModeKeys)
    for (const part of credentialParts) {
      const value = values[getCredentialFieldName(mode, part)]
      const format = credentialFormats[part]
      if (format && typeof value === 'string' && !format.isValid(value))
        errors[getCredentialFieldName(mode, part)] = format.message
    }
  return errors
}
