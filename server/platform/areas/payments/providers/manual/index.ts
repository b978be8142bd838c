import {
  failStep,
  passStep,
  skipInapplicableStep,
} from '#server/platform/core/integrations/integration.ts'
import { mapDeclineCodes } from '../declineCodes.ts'
import { paymentProviderMessages } from '../messages.ts'
import type { PaymentProvider } from '../paymentProvider.ts'

const skipProviderStep = () =>
  Promise.resolve(skipInapplicableStep(paymentProviderMessages.nothingToCheck))

/** Payments by hand: the store's own invoices collect the money, so nothing is called. */
export const manual: PaymentProvider = {
  credentialFormats: {},
  steps: {
    keys: ({ setup }) =>
      Promise.resolve(
        setup.instructions
          ? passStep(paymentProviderMessages.hasInstructions)
          : failStep('NO_INSTRUCTIONS', paymentProviderMessages.noInstructions, 'instructions'),
      ),
    answer: skipProviderStep,
    account: skipProviderStep,
    webhook: skipProviderStep,
  },
  /** Charges nothing: the payment waits for the member. */
  charge: () => Promise.resolve({ result: 'waiting' }),
  findCharge: null,
  /** Records that the money was returned by hand. */
  refund: () => Promise.resolve({ result: 'succeeded', reference: null }),
  findRefund: null,
  webhook: null,
  keyLifetimeMs: Infinity,
  declineCodes: mapDeclineCodes({}),
}
