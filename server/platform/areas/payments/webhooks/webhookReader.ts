import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { WebhookRequest as Event } from '#server/platform/core/integrations/webhookHandler.ts'
import type { VerifiedEvent } from './verifiedEvent.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'

/** What came to the address of a setup. */
export type ReceivedWebhook = Event & {
  setup: PaymentSetup
  /** By whose secrets it may be signed: both modes', and those that were rotated until their time ends. */
  signers: readonly PaymentCredentials[]
}

/** How the events of one provider are read. */
export type WebhookReader = {
  /** The events that it holds; null where it is not genuine. */
  read: (received: ReceivedWebhook) => Promise<VerifiedEvent[] | null>
  /** An event as it was kept, when it was found to be genuine. */
  parseSaved: (body: string, mode: PaymentMode) => VerifiedEvent
  /** What proves to a provider that an address is ours; null where it asked for nothing that we prove. */
  answerChallenge?: (challenge: string, signers: readonly PaymentCredentials[]) => string | null
}
