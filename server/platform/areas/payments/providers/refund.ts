import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { HttpError, invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { openStoreSetup } from './withActiveSetup.ts'
import type { ChargeLookupContext } from './withActiveSetup.ts'
import { refundProviderMessages } from './messages.ts'

/** A refund to request from a provider. */
export type RefundRequest = {
  /** The refund's own key: a repeated request for the same refund always has the same one. */
  key: string
  storeId: number
  orderId: number
  gateway: Gateway
  /** Minor units of the currency, which is that of the charge. */
  amount: number
  currency: string
  /** The provider's own ID of the payment; null if it never told one. */
  paymentId: string | null
  /** The setup that made the charge, and its mode then; null for charges that didn't save them. */
  setupId: number | null
  mode: PaymentMode | null
}

/** The outcome of a refund. `reference` is the provider's own ID of it, if it has one. */
export type RefundResult =
  | { result: 'succeeded' | 'processing'; reference: string | null }
  | { result: 'failed'; code: string; reference: string | null }

/**
 * The provider got no refund request, or didn't look up the key. An earlier request with this key
 * that got no answer may still have refunded.
 */
export class RefundNotAttempted extends HttpError {
  override name = 'RefundNotAttempted'
}

/**
 * Refunds a charge in part or in full. A key is refunded only once: a repeated request returns the
 * outcome of the first. An `HttpError` means that nothing was refunded or will be; after any other
 * error the outcome is unknown, and the request is repeated.
 */
export type RefundCharge = (platform: Platform, request: RefundRequest) => Promise<RefundResult>

/**
 * Looks up a refund by the provider's own ID, or by our key if the provider never told one. Null
 * means that it doesn't know the refund in the account that we use now.
 */
export type FindRefund = (
  platform: Platform,
  request: RefundRequest,
  reference: string | null,
) => Promise<RefundResult | null>

/** Creates an error that says that nothing was refunded, and why. */
export const createNotRefundedError = (why: string, Kind?: typeof RefundNotAttempted) =>
  invalidState(refundProviderMessages.nothingRefunded(why), Kind)

/** Creates an error that says that the provider got no refund request, and why. */
export const createRefundNotAttemptedError = (why: string) =>
  createNotRefundedError(why, RefundNotAttempted)

/**
 * Creates the error for a rejected refund. Providers check credentials before the key, so a 401 or
 * 403 says nothing about an earlier request with the same key.
 */
export const createRejectedRefundError = (status: number, why: string) =>
  status === 401 || status === 403
    ? createRefundNotAttemptedError(why)
    : createNotRefundedError(why)

export type RefundContext = ChargeLookupContext & { paymentId: string }

/**
 * Refunds with the setup that made the charge, even if it takes no payments now. Rejects a refund
 * that no setup can make.
 */
export const withRefundSetup =
  (
    refund: (context: RefundContext, request: RefundRequest) => Promise<RefundResult>,
  ): RefundCharge =>
  async (platform, request) => {
    const name = gateways[request.gateway]
    const { paymentId } = request
    if (paymentId === null) throw createNotRefundedError(refundProviderMessages.noPaymentId(name))
    const context = await openStoreSetup(platform, request, request)
    if (!context) throw createRefundNotAttemptedError(refundProviderMessages.noSetup(name))
    return refund({ ...context, paymentId }, request)
  }

/** Looks up a refund with the setup that made the charge; null without one. */
export const withRefundLookup =
  (
    find: (
      context: ChargeLookupContext,
      request: RefundRequest,
      reference: string | null,
    ) => ReturnType<FindRefund>,
  ): FindRefund =>
  async (platform, request, reference) => {
    const context = await openStoreSetup(platform, request, request)
    return context && find(context, request, reference)
  }
