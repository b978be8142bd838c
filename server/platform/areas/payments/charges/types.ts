import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Decline } from './declineCodes.ts'

/** What a provider is asked to charge. */
export type ChargeRequest = {
  /** Follows from the order and the number of the attempt: the same charge has the same key, whoever asks for it and how often. */
  key: string
  storeId: number
  orderId: number
  gateway: Gateway
  /** Minor units of the currency. */
  amount: number
  currency: string
  /** The provider's own id of the payment that failed last. */
  reference: string | null
}

export type ChargeResult =
  | { result: 'paid'; reference?: string | null }
  | { result: 'failed'; decline: Decline; reference?: string | null }
  /** Nothing was charged: the customer was asked to pay. `reference` is the provider's ID of what waits for the customer. */
  | { result: 'waiting'; reference?: string | null }
  /** The provider decides within days. `reference` is its own ID of the payment, by which it's asked. */
  | { result: 'processing'; reference: string }
  /** The provider has forgotten the key by now: asked with it, it might charge anew. */
  | { result: 'unknown' }

/**
 * Says that the provider was not asked to charge, or would not look for the key. Whoever asked before with this key and heard no
 * answer may have charged all the same.
 */
export class ChargeNotAttempted extends HttpError {
  override name = 'ChargeNotAttempted'
}

/** Says that the provider has a payment with this key, and doesn't tell yet which one it is or what came of it. */
export class PaymentNotListed extends Error {
  override name = 'PaymentNotListed'
}

/**
 * Charges an order again. A key is charged once: asked a second time with it, a provider tells what came of the first. A
 * `Refusal` that is thrown says that nothing was, and will not be, charged; of anything else nobody knows, and it is asked again.
 */
export type Charger = (request: ChargeRequest) => Promise<ChargeResult>

/** Who charges, by gateway; payment providers register here (providers.ts). */
export type Chargers = Partial<Record<Gateway, Charger>>

/**
 * Asks a provider for the state of a payment, by the provider's own ID. Charges nothing. Null means that the provider
 * has no way to tell, or doesn't know the ID in the account that we use now: that says nothing about the payment.
 */
export type ChargeFinder = (
  request: ChargeRequest,
  paymentId: string,
) => Promise<ChargeResult | null>

/** Who tells the state of a payment, by gateway (providers.ts). */
export type ChargeFinders = Partial<Record<Gateway, ChargeFinder>>
