import type { RetryOption } from '#shared/areas/payments/attempts.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { ChargeOrder, FindCharge } from './charge.ts'
import type { CredentialFormats } from './credentialFormats.ts'
import type { DeclineCodes } from './declineCodes.ts'
import type { ProviderSteps } from './providerSteps.ts'
import type { FindRefund, RefundCharge } from './refund.ts'
import type { WebhookReader } from './webhookReader.ts'

/** What the URLs of dashboards need of a setup; null if it's gone. */
export type DashboardSetup = { testMerchantId: string | null; liveMerchantId: string | null }

/** A payment provider: everything that the platform does with it (design.md, "Payment providers"). */
export type PaymentProvider = {
  /** The formats of its credentials; the others are saved without a check. */
  credentialFormats: CredentialFormats
  /** What a test of a setup tries. */
  steps: ProviderSteps
  /** Charges an order again, once per idempotency key. */
  charge: ChargeOrder
  /** Null if its API can't read a payment: only its events report the outcome. */
  findCharge: FindCharge | null
  /** Refunds a charge in part or in full, once per idempotency key. */
  refund: RefundCharge
  /** Null if its API can't read a refund: only its events report the outcome. */
  findRefund: FindRefund | null
  /** Verifies and reads its events. Null for payments by hand, which have none. */
  webhook: WebhookReader | null
  /**
   * How long it remembers an idempotency key, less an hour: later, it would charge again. Infinity
   * if it never does.
   */
  keyLifetimeMs: number
  /** The same for the keys of refunds, if they differ. */
  refundKeyLifetimeMs?: number
  declineCodes: DeclineCodes
  /**
   * Builds the URL of a payment in its dashboard. Null if the setup lacks what the URL needs;
   * missing if there's no dashboard.
   */
  buildPaymentUrl?: (paymentId: string, mode: PaymentMode, setup: DashboardSetup) => string | null
  /** Whether its advice allows a retry; it overrides the code. Not every provider gives advice. */
  adviceCodes?: ReadonlyMap<string, RetryOption>
}
