import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import type { Received as Event } from '#server/platform/core/integrations/hearing.ts'
import type { Genuine } from './genuineEvent.ts'
import type { Credentials, PaymentSetup } from '../setups/setUp.ts'

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
