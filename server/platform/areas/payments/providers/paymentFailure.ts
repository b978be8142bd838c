import type { Gateway } from '#shared/areas/payments/gateways.ts'

/** Why a charge failed, in the provider's own words. */
export type Decline = {
  /** One of the provider's `declineCodes`, or a code that it doesn't document. */
  code: string
  /** One of the provider's `adviceCodes`. */
  advice?: string | null | undefined
  /** `SOFT` or `HARD`, if the provider says whether the decline is final. */
  declineType?: string | null | undefined
}

/** The card of a payment, as far as its provider says. */
export type PaymentCard = { brand: string | null; last4: string | null }

/** A payment that a provider reported as failed. */
export type PaymentFailure = {
  orderId: number
  gateway: Gateway
  /** Minor units of the currency. */
  amount: number
  currency: string
  at: string
  decline: Decline
  card?: PaymentCard | null
  /** The provider's own ID of this payment. Two reports with the same ID count once. */
  reference?: string | null
}
