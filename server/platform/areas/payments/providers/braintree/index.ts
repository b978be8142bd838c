import type { PaymentProvider } from '../paymentProvider.ts'
import { chargeBraintree, findBraintreeCharge } from './charge.ts'
import { braintreeDeclineCodes } from './declineCodes.ts'
import { braintreeWebhookReader } from './events.ts'
import { findBraintreeRefund, refundBraintree } from './refund.ts'
import { braintreeSteps } from './steps.ts'
import { braintreeMessages } from './messages.ts'

/** Letters and digits, both the public and the private key. */
const isBraintreeKey = (key: string): boolean => /^[A-Za-z0-9]{1,64}$/.test(key)

export const braintree: PaymentProvider = {
  credentialFormats: {
    PublishableKey: {
      isValid: isBraintreeKey,
      message: braintreeMessages.publicKeyFormat,
    },
    SecretKey: { isValid: isBraintreeKey, message: braintreeMessages.privateKeyFormat },
  },
  steps: braintreeSteps,
  charge: chargeBraintree,
  findCharge: findBraintreeCharge,
  refund: refundBraintree,
  findRefund: findBraintreeRefund,
  webhook: braintreeWebhookReader,
  // Braintree has no keys: charges are searched by ours, which it keeps as their order ID.
  keyLifetimeMs: Infinity,
  declineCodes: braintreeDeclineCodes,
  buildPaymentUrl(paymentId, mode, { testMerchantId, liveMerchantId }) {
    const merchantId = mode === 'test' ? testMerchantId : liveMerchantId
    if (!merchantId) return null
    const host = mode === 'test' ? 'sandbox.braintreegateway.com' : 'www.braintreegateway.com'
    return `https://${host}/merchants/${encodeURIComponent(merchantId)}/transactions/${encodeURIComponent(paymentId)}`
  },
}
