import { instant, select, text } from '#shared/engine/fields/fields.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { attemptChangeMessages, attemptChoiceMessages, attemptFieldMessages } from './messages.ts'

/** Why a payment fails (screens.md, Failed-order payment attempts). */
export const failureReasons = attemptChoiceMessages.reasons
export type FailureReason = keyof typeof failureReasons

/**
 * Whether the reason lies with the card or its bank. Only then can the card be barred from further
 * charges.
 */
export const isCardFailure = (reason: FailureReason): boolean =>
  reason !== 'gateway_error' && reason !== 'configuration'

/** Whether charging the same card again can help: yes, never, or only after the member acts. */
export const retryOptions = attemptChoiceMessages.retryables
export type RetryOption = keyof typeof retryOptions

/** Who has to act before a failed payment can succeed. */
export const requiredActors = attemptChoiceMessages.actors
export type RequiredActor = keyof typeof requiredActors

/** States of an order's failed payment. All attempts of an order share one state. */
export const attemptStates = attemptChoiceMessages.states
export type AttemptState = keyof typeof attemptStates

/** The facts about an attempt that decide which changes it allows. */
export type AttemptFacts = {
  reason: FailureReason
  retryable: RetryOption
  attempt: number
  /**
   * A charge was requested, but its provider no longer knows the result. Only an operator can find
   * out.
   */
  unclear: boolean
}

type AttemptChangeRule = {
  label: string
  from: readonly AttemptState[]
  /** Null keeps the state. */
  to: AttemptState | null
  /** Whether this attempt allows the change, in addition to its state. */
  when?: (facts: AttemptFacts) => boolean
}

const unresolvedStates = ['open', 'scheduled', 'waiting'] as const
/** Whether an operator or an automatic retry can still act on the payment. */
export const isUnresolved = (state: AttemptState): boolean =>
  (unresolvedStates as readonly AttemptState[]).includes(state)
const isClear = ({ unclear }: AttemptFacts) => !unclear
const canRetry = (facts: AttemptFacts) => facts.retryable === 'yes' && isClear(facts)

/** Whether the payment failed because of our payment setup, which hasn't passed a test since. */
export const needsSetupFix = ({
  reason,
  retryable,
}: Pick<AttemptFacts, 'reason' | 'retryable'>): boolean =>
  reason === 'configuration' && retryable === 'no'

/**
 * All changes of a failed payment. The machine is built from this table, and the platform rejects
 * any other change with 409. Nothing charges a card whose bank said never to charge it again,
 * because card schemes fine that.
 */
export const attemptChanges = {
  retry: { label: attemptChangeMessages.retry, from: unresolvedStates, to: null, when: canRetry },
  schedule: {
    label: attemptChangeMessages.schedule,
    from: unresolvedStates,
    to: 'scheduled',
    when: canRetry,
  },
  // A payment by link fails too while the payment setup fails.
  link: {
    label: attemptChangeMessages.link,
    from: unresolvedStates,
    to: 'waiting',
    when: (facts) => !needsSetupFix(facts) && isClear(facts),
  },
  // The provider decides within days. Until then, another charge could be a duplicate, so no other
  // action may start.
  accept: { label: attemptChangeMessages.accept, from: unresolvedStates, to: 'processing' },
  dismiss: {
    label: attemptChangeMessages.dismiss,
    from: unresolvedStates,
    to: 'dismissed',
    when: isClear,
  },
  reopen: { label: attemptChangeMessages.reopen, from: ['dismissed', 'abandoned'], to: 'open' },
  recover: {
    label: attemptChangeMessages.recover,
    from: [...unresolvedStates, 'processing', 'abandoned', 'dismissed'],
    to: 'recovered',
  },
  abandon: {
    label: attemptChangeMessages.abandon,
    from: unresolvedStates,
    to: 'abandoned',
    when: isClear,
  },
  lose: {
    label: attemptChangeMessages.lose,
    from: [...unresolvedStates, 'processing'],
    to: 'open',
  },
  settle: {
    label: attemptChangeMessages.settle,
    from: unresolvedStates,
    to: null,
    when: ({ unclear }) => unclear,
  },
  miss: { label: attemptChangeMessages.miss, from: ['scheduled'], to: 'open' },
} as const satisfies Record<string, AttemptChangeRule>
export type AttemptChange = keyof typeof attemptChanges

/** Whether a payment in this state allows the change. */
export function isChangeAllowed(
  change: AttemptChange,
  state: AttemptState,
  facts: AttemptFacts,
): boolean {
  const { from, when }: AttemptChangeRule = attemptChanges[change]
  return from.includes(state) && (when?.(facts) ?? true)
}

const retryHourMs = 3_600_000
const retryDayMs = 24 * retryHourMs

/**
 * Delay before each automatic retry, by reason and counted from each failure in turn. A reason that
 * isn't listed is never retried automatically.
 */
export const retryRules: Partial<Record<FailureReason, readonly number[]>> = {
  insufficient_funds: [retryDayMs, 2 * retryDayMs, 2 * retryDayMs],
  gateway_error: [retryHourMs, 6 * retryHourMs, retryDayMs],
}

/** The longest delay of a scheduled retry: banks don't accept an order's consent for longer. */
export const maxRetryDelayMs = 30 * retryDayMs

/** How long after its last attempt an unpaid payment is abandoned. */
export const abandonAfterMs = 6 * retryDayMs

/** Returns when a failed attempt is retried automatically, or null if it isn't. */
export function getNextRetry(
  facts: AttemptFacts,
  failedAt: string,
  rules = retryRules,
): string | null {
  const delayMs = canRetry(facts) ? rules[facts.reason]?.[facts.attempt - 1] : undefined
  return delayMs === undefined ? null : new Date(Date.parse(failedAt) + delayMs).toISOString()
}

/** Returns the state of a payment that just failed. */
export function getStateAfterFailure(
  facts: AttemptFacts,
  nextRetryAt: string | null,
): AttemptState {
  if (nextRetryAt !== null) return 'scheduled'
  return facts.retryable === 'customer' ? 'waiting' : 'open'
}

/** Formats a card as its brand and last four digits. */
export const formatCard = (brand: unknown, last4: unknown): string =>
  [capitalizeBrand(brand), last4 && `•••• ${String(last4)}`].filter(Boolean).join(' ')

/** Capitalizes a brand, because providers send it in lowercase. */
const capitalizeBrand = (brand: unknown) =>
  typeof brand === 'string' ? brand.charAt(0).toUpperCase() + brand.slice(1) : brand

/** Fields of the forms for a failed payment. */
export const attemptFields = {
  at: instant(attemptFieldMessages.when),
  reason: text(attemptFieldMessages.dismissalReason, { max: 200 }),
  ownerId: ownerField,
  outcome: select(attemptFieldMessages.result, attemptFieldMessages.results),
}
