import { canDecide, isDecision } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { refundMessages } from './refundMessages.ts'

/**
 * States of a refund. One that is `requested` has no answer from its provider yet; one that is
 * `unknown` waits for an operator, because the provider can't be expected to answer anymore.
 */
export const refundStates = refundMessages.states
export type RefundState = keyof typeof refundStates

/** How a refund is paid out, and whether a second operator has to approve it first. */
export type RefundRoute = { needsApproval: boolean; asCredits: boolean }

/** Returns the state of a refund that needs no approval anymore. Credits arrive at once. */
export const getReleasedRefundState = ({ asCredits }: Pick<RefundRoute, 'asCredits'>) =>
  asCredits ? 'succeeded' : 'requested'

/** Returns the state of a new refund. */
export const getInitialRefundState = (route: RefundRoute): RefundState =>
  route.needsApproval ? 'waiting' : getReleasedRefundState(route)

type RefundChangeRule = {
  from: readonly RefundState[]
  /** States that it changes too if an operator recorded them. */
  fromRecorded?: readonly RefundState[]
  to: (route: Pick<RefundRoute, 'asCredits'>) => RefundState
}

/**
 * All changes of a refund. The machine is built from this table, and the platform makes no other
 * change. A refund that failed stays failed: a retry is another refund. Events can arrive in any
 * order, so nothing leads back: a refund that succeeded is never processing again. Only what an
 * operator recorded can be corrected by what the provider reports later.
 */
export const refundChanges = {
  approve: { from: ['waiting'], to: getReleasedRefundState },
  reject: { from: ['waiting'], to: () => 'rejected' },
  withdraw: { from: ['waiting'], to: () => 'withdrawn' },
  accept: { from: ['requested', 'unknown'], fromRecorded: ['failed'], to: () => 'processing' },
  succeed: {
    from: ['requested', 'processing', 'unknown'],
    fromRecorded: ['failed'],
    to: () => 'succeeded',
  },
  // The member's bank can return a refund days after it succeeded.
  fail: {
    from: ['requested', 'processing', 'unknown', 'succeeded'],
    fromRecorded: ['failed'],
    to: () => 'failed',
  },
  lose: { from: ['requested', 'processing'], to: () => 'unknown' },
  recordRefunded: { from: ['unknown'], to: () => 'succeeded' },
  recordNotRefunded: { from: ['unknown'], to: () => 'failed' },
} as const satisfies Record<DecisionName, RefundChangeRule> & Record<string, RefundChangeRule>
export type RefundChange = keyof typeof refundChanges

/** The change that each outcome at the provider makes; `unknown` if it can't be learned anymore. */
export const refundOutcomes = {
  processing: 'accept',
  succeeded: 'succeed',
  failed: 'fail',
  unknown: 'lose',
} as const satisfies Partial<Record<RefundState, RefundChange>>
export type RefundOutcome = keyof typeof refundOutcomes

/** The change that each result makes which an operator found at the provider. */
export const recordedRefundChanges = {
  refunded: 'recordRefunded',
  notRefunded: 'recordNotRefunded',
} as const satisfies Record<keyof typeof refundMessages.results, RefundChange>

type RefundFacts = {
  asCredits: boolean
  /** Whether the operator who decides also requested the refund. */
  isOwnRequest?: boolean
  /** Whether an operator recorded the state. */
  isRecorded?: boolean
}

/** Whether a refund in this state allows the change. Credits that were given don't fail. */
export function isRefundChangeAllowed(
  change: RefundChange,
  state: RefundState,
  { asCredits, isOwnRequest = false, isRecorded = false }: RefundFacts,
): boolean {
  const { from, fromRecorded = [] }: RefundChangeRule = refundChanges[change]
  if (!from.includes(state) && !(isRecorded && fromRecorded.includes(state))) return false
  if (isDecision(change)) return canDecide(change, isOwnRequest)
  return !asCredits
}

const openStates: readonly RefundState[] = ['requested', 'processing', 'unknown']

/** Whether the provider can be asked for the outcome of a refund in this state. */
export const isRefundOpen = (state: RefundState): boolean => openStates.includes(state)

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

type RefundableCharge = { id: number; refundable: number; reference: string | null }

/**
 * Returns what to refund of an order's charges, oldest first: everything that is left, or all but
 * the first payment. Charges without the provider's ID can't be distinguished, so they aren't
 * duplicates.
 */
export function chooseRefunds(
  charges: readonly RefundableCharge[],
  scope: keyof typeof refundMessages.scopes,
): { chargeId: number; amount: number }[] {
  const open = charges
    .filter(({ refundable }) => refundable > 0)
    .toSorted((one, other) => one.id - other.id)
  const selected =
    scope === 'all' ? open : open.filter(({ reference }) => reference !== null).slice(1)
  return selected.map(({ id, refundable }) => ({ chargeId: id, amount: refundable }))
}
