import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { WebhookRequest as Event } from '#server/platform/core/integrations/webhookHandler.ts'
import type { VerifiedEvent } from './verifiedEvent.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'

/** A webhook call to the address of a setup. */
export type ReceivedWebhook = Event & {
  setup: PaymentSetup
  /**
   * The credentials that may have signed it: those of both modes, and rotated ones until they
   * expire.
   */
  signers: readonly PaymentCredentials[]
}

/** How to read the events of one provider. */
export type WebhookReader = {
  /** Returns the events in the body; null if it isn't genuine. */
  read: (received: ReceivedWebhook) => Promise<VerifiedEvent[] | null>
  /** Reads a saved event again. Its signature was verified when it arrived. */
  parseSaved: (body: string, mode: PaymentMode) => VerifiedEvent
  /**
   * Returns the proof that the address is ours when the provider opens it; null if the query asks
   * for none.
   */
  answerChallenge?: (
    query: URLSearchParams,
    signers: readonly PaymentCredentials[],
  ) => string | null
}
