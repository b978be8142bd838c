import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { adyen } from './adyen/index.ts'
import { braintree } from './braintree/index.ts'
import { manual } from './manual/index.ts'
import type { PaymentProvider } from './paymentProvider.ts'
import { paypal } from './paypal/index.ts'
import { stripe } from './stripe/index.ts'

/** Every payment provider, by the name that setups and payments save. */
export const paymentProviders: Record<Gateway, PaymentProvider> = {
  stripe,
  adyen,
  paypal,
  braintree,
  manual,
}
