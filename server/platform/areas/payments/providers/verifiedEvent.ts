import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentCard, PaymentFailure } from './paymentFailure.ts'

/** An order's payment as an event reports it: failed, paid, or processing. */
export type PaymentUpdate =
  | { status: 'failed'; failure: Omit<PaymentFailure, 'orderId' | 'gateway'> }
  | {
      status: 'paid' | 'processing'
      at: string
      amount: number
      currency: string
      card?: PaymentCard | null
    }

/** A dispute as an event reports it. */
export type DisputeUpdate = {
  /** The provider's own ID of the dispute. */
  id: string
  state: DisputeState
  at: string
  openedAt: string
  /** When a response is due, if the provider says so. */
  dueAt: string | null
  reason: string | null
  /** Minor units of the currency. */
  amount: number
  currency: string
}

/** A refund as an event reports it. */
export type RefundReport = {
  state: 'processing' | 'succeeded' | 'failed'
  at: string
  /** Minor units of the currency. */
  amount: number
  currency: string
  /** The provider's own ID of the refund. */
  reference: string
  /** The refund's key, if it began as a refund of ours. */
  key: string | null
  /** The provider's code of a failure. */
  code: string
}

/** An event with a valid signature. */
export type VerifiedEvent = {
  /** The provider's own ID. Two events with the same ID count once. */
  id: string
  kind: string
  mode: PaymentMode
  body: string
  /** The order of the payment, from the reference that we sent with it. */
  orderId: number | null
  /** The charge's key, if the payment began as a charge of ours. */
  chargeKey: string | null
  /** The provider's own IDs of the payment. */
  paymentIds: readonly string[]
  /** The merchant account of the payment; missing if the provider's events don't name one. */
  merchantAccount?: string
  /** Null if the platform doesn't use this kind of event. */
  update: PaymentUpdate | 'not understood' | null
  /** Set if the event is about a dispute of the payment; `update` is null then. */
  dispute?: DisputeUpdate
  /** The refund that the event is about; `paymentIds` are those of the refunded payment. */
  refund?: RefundReport
  /** The total that was refunded of the payment, if the event has no single refund. */
  refundTotal?: { at: string; amount: number; currency: string }
}

/** Creates an event that has a valid signature but lacks parts that we read. */
export const createUnreadableEvent = (
  event: Pick<VerifiedEvent, 'id' | 'kind' | 'mode' | 'body'>,
): VerifiedEvent => ({
  ...event,
  orderId: null,
  chargeKey: null,
  paymentIds: [],
  update: 'not understood',
})
