import { attemptChangeMessages, attemptChoiceMessages } from './messages.ts'

/** Who takes payments. `manual` is whoever sends the store's invoices. */
export const gateways = attemptChoiceMessages.gateways
export type Gateway = keyof typeof gateways

/** Why a payment fails (screens.md, Failed-order payment attempts). */
export const failureReasons = attemptChoiceMessages.reasons
export type FailureReason = keyof typeof failureReasons

/** Whether this reason lies with the card or its bank: only then may the card never be charged again. */
export const isCardForbidden = (reason: FailureReason): boolean =>
  reason !== 'gateway_error' && reason !== 'configuration'

/** Whether charging the same card again can help: by itself, never, or once the customer did something. */
export const retryOptions = attemptChoiceMessages.retryables
export type RetryOption = keyof typeof retryOptions

/** Who has to act before a failed payment can succeed. */
export const requiredActors = attemptChoiceMessages.actors
export type RequiredActor = keyof typeof requiredActors

/** Where the payment of an order stands that failed; all attempts of the order stand alike. */
export const attemptStates = attemptChoiceMessages.states
export type AttemptState = keyof typeof attemptStates

/** What is known of an attempt when something is to be done about it. */
export type AttemptFacts = {
  reason: FailureReason
  retryable: RetryOption
  attempt: number
  /** A charge was asked for, and its provider has forgotten by now what came of it: only an operator can find out. */
  unclear: boolean
}

type AttemptChangeRule = {
  label: string
  from: readonly AttemptState[]
  /** Null where it stays what it is. */
  to: AttemptState | null
  /** Whether this attempt allows it besides its state. */
  when?: (facts: AttemptFacts) => boolean
}

const unresolvedStates = ['open', 'scheduled', 'waiting'] as const
/** Whether an operator or a retry may still do something about the payment. */
export const isUnresolved = (state: AttemptState): boolean =>
  (unresolvedStates as readonly AttemptState[]).includes(state)
const isClear = ({ unclear }: AttemptFacts) => !unclear
const canRetry = (facts: AttemptFacts) => facts.retryable === 'yes' && isClear(facts)

/** Whether the payment failed because of our payment setup, and the setup hasn't passed a test since. */
export const needsSetupFix = ({
  reason,
  retryable,
}: Pick<AttemptFacts, 'reason' | 'retryable'>): boolean =>
  reason === 'configuration' && retryable === 'no'

/**
 * All that may become of a failed payment. The machine is built from this, and the platform refuses everything else with
 * 409. Nothing charges a card again whose bank said never to: schemes fine that.
 */
export const attemptChanges = {
  retry: { label: attemptChangeMessages.retry, from: unresolvedStates, to: null, when: canRetry },
  schedule: {
    label: attemptChangeMessages.schedule,
    from: unresolvedStates,
    to: 'scheduled',
    when: canRetry,
  },
  // As long as the payment setup fails, a payment by the link fails too.
  link: {
    label: attemptChangeMessages.link,
    from: unresolvedStates,
    to: 'waiting',
    when: (facts) => !needsSetupFix(facts) && isClear(facts),
  },
  // The provider decides within days. Meanwhile another charge could be a second one: nothing else may begin.
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

/** Whether a payment in this state takes the change. */
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

/** When each class is charged again by itself, after each failure in turn; a class that is not here never is. */
export const retryRules: Partial<Record<FailureReason, readonly number[]>> = {
  insufficient_funds: [retryDayMs, 2 * retryDayMs, 2 * retryDayMs],
  gateway_error: [retryHourMs, 6 * retryHourMs, retryDayMs],
}

/** The latest that a retry may be scheduled for: a bank believes an order's consent no longer. */
export const maxRetryDelayMs = 30 * retryDayMs

/** A payment that nobody recovered is given up so long after its last attempt. */
export const abandonAfterMs = 6 * retryDayMs

/** When an attempt that failed at this moment is charged again by itself; null where it is not. */
export function getNextRetry(
  facts: AttemptFacts,
  failedAt: string,
  rules = retryRules,
): string | null {
  const wait = canRetry(facts) ? rules[facts.reason]?.[facts.attempt - 1] : undefined
  return wait === undefined ? null : new Date(Date.parse(failedAt) + wait).toISOString()
}

/** Where a payment stands that just failed. */
export function getStateAfterFailure(facts: AttemptFacts, next: string | null): AttemptState {
  if (next !== null) return 'scheduled'
  return facts.retryable === 'customer' ? 'waiting' : 'open'
}

/** A card as it is shown: its brand and last four digits. */
export const formatCard = (brand: unknown, last4: unknown): string =>
  [capitalizeBrand(brand), last4 && `•••• ${String(last4)}`].filter(Boolean).join(' ')

/** Providers write brands small. */
const capitalizeBrand = (brand: unknown) =>
  typeof brand === 'string' ? brand.charAt(0).toUpperCase() + brand.slice(1) : brand
