import { canDecide, isDecision } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { refundMessages } from './refundMessages.ts'

/** States of a refund. One that is `requested` has no answer from its provider yet. */
export const refundStates = refundMessages.states
export type RefundState = keyof typeof refundStates

/** How a refund is paid out, and whether a second operator has to approve it first. */
export type RefundRoute = { needsSecond: boolean; asCredits: boolean }

/** Returns the state of a refund that no operator has to approve anymore. Credits arrive at once. */
export const getReleasedRefundState = ({ asCredits }: Pick<RefundRoute, 'asCredits'>) =>
  asCredits ? 'succeeded' : 'requested'

/** Returns the state of a new refund. */
export const getInitialRefundState = (route: RefundRoute): RefundState =>
  route.needsSecond ? 'waiting' : getReleasedRefundState(route)

type RefundChangeRule = {
  from: readonly RefundState[]
  to: (route: Pick<RefundRoute, 'asCredits'>) => RefundState
}

/**
 * All changes of a refund. The machine is built from this table, and the platform makes no other
 * change. A refund that failed stays failed: a retry is another refund. Events can arrive in any
 * order, so nothing leads back: a refund that succeeded is never processing again.
 */
export const refundChanges = {
  approve: { from: ['waiting'], to: getReleasedRefundState },
  reject: { from: ['waiting'], to: () => 'rejected' },
  withdraw: { from: ['waiting'], to: () => 'withdrawn' },
  accept: { from: ['requested'], to: () => 'processing' },
  succeed: { from: ['requested', 'processing'], to: () => 'succeeded' },
  // The member's bank can return a refund days after it succeeded.
  fail: { from: ['requested', 'processing', 'succeeded'], to: () => 'failed' },
} as const satisfies Record<DecisionName | 'accept' | 'succeed' | 'fail', RefundChangeRule>
export type RefundChange = keyof typeof refundChanges

/** The change that each outcome at the provider makes. */
export const refundOutcomes = {
  processing: 'accept',
  succeeded: 'succeed',
  failed: 'fail',
} as const satisfies Partial<Record<RefundState, RefundChange>>
export type RefundOutcome = keyof typeof refundOutcomes

/**
 * Whether a refund in this state allows the change. Credits that were given don't fail, and
 * `isOwnRequest` says whether the operator who decides also requested the refund.
 */
export function isRefundChangeAllowed(
  change: RefundChange,
  state: RefundState,
  { asCredits, isOwnRequest = false }: { asCredits: boolean; isOwnRequest?: boolean },
): boolean {
  if (!(refundChanges[change].from as readonly RefundState[]).includes(state)) return false
  if (isDecision(change)) return canDecide(change, isOwnRequest)
  return !asCredits
}

/** Whether another refund can be made in place of this one. */
export const isRefundRetryable = (state: RefundState): boolean => state === 'failed'

/** States in which a refund gives nothing to the member and no longer can. */
const uncountedStates: readonly RefundState[] = ['failed', 'rejected', 'withdrawn']

/** Whether the amount of a refund in this state counts toward what was refunded. */
export const isRefundCounted = (state: RefundState): boolean => !uncountedStates.includes(state)

type RefundAmount = { amount: number; currency: string; state: RefundState }

/**
 * Returns what can still be refunded of a charge, in minor units of its currency. Refunds that wait
 * or have no answer yet count too, and those that were made at the provider. Never below 0.
 */
export function getRefundable(
  charge: { amount: number; currency: string },
  refunds: readonly RefundAmount[],
): number {
  const counted = refunds.filter(
    ({ currency, state }) => currency === charge.currency && isRefundCounted(state),
  )
  return Math.max(
    0,
    counted.reduce((left, { amount }) => left - amount, charge.amount),
  )
}
