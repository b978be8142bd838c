import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Decline } from './paymentFailure.ts'

/** A charge to request from a provider. */
export type ChargeRequest = {
  /**
   * Derived from the order and the attempt number: a repeated request for the same charge always
   * has the same key.
   */
  key: string
  storeId: number
  orderId: number
  gateway: Gateway
  /** Minor units of the currency. */
  amount: number
  currency: string
  /** The provider's own ID of the payment that failed last. */
  reference: string | null
}

export type ChargeResult =
  | { result: 'paid'; reference?: string | null }
  | { result: 'failed'; decline: Decline; reference?: string | null }
  /**
   * Nothing was charged: the member has to pay. `reference` is the provider's ID of what waits for
   * the member.
   */
  | { result: 'waiting'; reference?: string | null }
  /**
   * The provider decides within days. `reference` is its own ID of the payment, used to look it up.
   */
  | { result: 'processing'; reference: string }
  /** The provider may have forgotten the key: another request could charge a second time. */
  | { result: 'unknown' }

/**
 * The provider got no charge request, or didn't look up the key. An earlier request with this key
 * that got no answer may still have charged.
 */
export class ChargeNotAttempted extends HttpError {
  override name = 'ChargeNotAttempted'
}

/**
 * The provider has a payment with this key, but doesn't report yet which one it is or its outcome.
 */
export class PaymentNotListed extends Error {
  override name = 'PaymentNotListed'
}

/**
 * Charges an order again. A key is charged only once: a repeated request returns the outcome of the
 * first. An `HttpError` means that nothing was charged or will be; after any other error the
 * outcome is unknown, and the request is repeated.
 */
export type ChargeOrder = (platform: Platform, request: ChargeRequest) => Promise<ChargeResult>

/**
 * Looks up the state of a payment by the provider's own ID. Charges nothing. Null means that the
 * provider doesn't know the ID in the account that we use now, which says nothing about the
 * payment.
 */
export type FindCharge = (
  platform: Platform,
  request: ChargeRequest,
  paymentId: string,
) => Promise<ChargeResult | null>
