import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import type { Received as Event } from '../integrations/webhooks.ts'
import { adyenReceiver } from './adyenEvents.ts'
import { braintreeReceiver } from './braintreeEvents.ts'
import type { Genuine } from './events.ts'
import { paypalReceiver } from './paypalEvents.ts'
import type { Credentials, PaymentSetup } from './setUp.ts'
import { stripeReceiver } from './stripeEvents.ts'

/** What came to the address of a setup. */
export type Received = Event & {
  setup: PaymentSetup
  /** By whose secrets it may be signed: both modes', and those that were rotated until their time ends. */
  signers: readonly Credentials[]
}

/** How the events of one provider are read. */
export type Receiver = {
  /** The events that it holds; null where it is not genuine. */
  read: (received: Received) => Promise<Genuine[] | null>
  /** An event as it was kept, when it was found to be genuine. */
  kept: (body: string, mode: PaymentMode) => Genuine
  /** What proves to a provider that an address is ours; null where it asked for nothing that we prove. */
  prove?: (challenge: string, signers: readonly Credentials[]) => string | null
}

/** Who tells what became of payments; whoever is paid by hand tells nothing. */
export const receivers: Partial<Record<Gateway, Receiver>> = {
  stripe: stripeReceiver,
  adyen: adyenReceiver,
  paypal: paypalReceiver,
  braintree: braintreeReceiver,
}
