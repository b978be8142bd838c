import type { FailureReason, RequiredActor, RetryOption } from '#shared/areas/payments/attempts.ts'

/** The failure reason of a code, whether a retry can help, and who has to act. */
type DeclineMeaning = readonly [FailureReason, RetryOption, RequiredActor]

/** What decline codes can mean. */
const declineMeanings = {
  insufficientFunds: ['insufficient_funds', 'yes', 'member'],
  limitExceeded: ['insufficient_funds', 'customer', 'member'],
  /** A card that can't be used counts as expired. */
  unusableCard: ['expired_card', 'customer', 'member'],
  authenticationRequired: ['authentication_required', 'customer', 'member'],
  declinedByBank: ['fraud_block', 'customer', 'bank'],
  neverRetry: ['fraud_block', 'no', 'bank'],
  /** The member withdrew consent, so only the member can pay. */
  consentWithdrawn: ['fraud_block', 'no', 'member'],
  temporaryError: ['gateway_error', 'yes', 'provider'],
  /** The bank's systems don't respond. */
  bankUnavailable: ['gateway_error', 'yes', 'bank'],
  canceledByMember: ['gateway_error', 'no', 'member'],
  providerError: ['gateway_error', 'no', 'provider'],
  /** Unknown codes, and codes that only an operator can resolve in the provider's dashboard. */
  operatorError: ['gateway_error', 'no', 'operator'],
  setupError: ['configuration', 'no', 'operator'],
} as const satisfies Record<string, DeclineMeaning>

export const unknownDecline: DeclineMeaning = declineMeanings.operatorError

/** A provider's decline codes and their meanings. */
export type DeclineCodes = ReadonlyMap<string, DeclineMeaning>

/** Maps a provider's codes, separated by spaces, to their meanings. */
export const mapDeclineCodes = (
  codes: Partial<Record<keyof typeof declineMeanings, string>>,
): DeclineCodes =>
  new Map(
    Object.entries(declineMeanings).flatMap(([name, meaning]) =>
      (codes[name as keyof typeof declineMeanings]?.split(' ') ?? []).map(
        (code) => [code, meaning] as const,
      ),
    ),
  )
