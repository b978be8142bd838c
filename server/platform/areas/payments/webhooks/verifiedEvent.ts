import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentFailure } from '../attempts.ts'

/** What an event says of an order: its payment failed, was made, or is being processed. */
export type PaymentUpdate =
  | { status: 'failed'; failure: Omit<PaymentFailure, 'orderId' | 'gateway'> }
  | { status: 'paid' | 'processing'; at: string; amount: number; currency: string }

/** An event whose signature was right. */
export type VerifiedEvent = {
  /** The provider's own id: told of twice, it counts once. */
  id: string
  kind: string
  mode: PaymentMode
  body: string
  /** The order that the payment is of, as it was named when it began. */
  orderId: number | null
  /** The key of the charge, where the payment began as one of ours. */
  chargeKey: string | null
  /** The provider's own IDs of the payment. */
  paymentIds: readonly string[]
  /** Whose payment it is at the provider; undefined where the provider's events don't name an account of the setup. */
  merchantAccount?: string
  /** Null where it is nothing that the platform follows. */
  update: PaymentUpdate | 'not understood' | null
}

/** An event that is signed and doesn't have the parts that we read. */
export const createUnreadableEvent = (
  event: Pick<VerifiedEvent, 'id' | 'kind' | 'mode' | 'body'>,
): VerifiedEvent => ({
  ...event,
  orderId: null,
  chargeKey: null,
  paymentIds: [],
  update: 'not understood',
})
