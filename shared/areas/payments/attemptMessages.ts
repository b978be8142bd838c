import { isCardFailure } from './attempts.ts'
import type { RequiredActor, FailureReason, RetryOption } from './attempts.ts'

/** Texts about failed payments that console and platform share. */
export const attemptMessages = {
  /** Who has to act before the payment can succeed. */
  actor: {
    member: 'The member needs to take action',
    bank: "The member's bank needs to take action",
    operator: 'An operator needs to take action',
    provider: 'The payment provider needs to take action',
  } satisfies Record<RequiredActor, string>,
  needsSetupFix: 'Fix, test, and activate the payment setup, then retry.',
  advice: {
    yes: 'Another attempt might succeed.',
    customer: "Another attempt won't succeed until the member takes action.",
    neverThisCard: "Don't charge this card again. The card's bank doesn't allow it.",
    noRetry: "Another attempt won't help.",
  },
} as const

/**
 * Formats as a sentence whether another attempt can help. Only a reason that lies with the card or
 * its bank forbids the card.
 */
export function formatRetryAdvice(reason: FailureReason, retryable: RetryOption): string {
  const { advice, needsSetupFix } = attemptMessages
  if (retryable !== 'no') return advice[retryable]
  if (reason === 'configuration') return needsSetupFix
  return isCardFailure(reason) ? advice.neverThisCard : advice.noRetry
}
