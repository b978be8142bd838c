import { attemptChangeLabels as labels, paymentChoiceLabels } from './messages.ts'

/** Who takes payments. `manual` is whoever sends the store's invoices. */
export const gateways = paymentChoiceLabels.gateways
export type Gateway = keyof typeof gateways

/** Why a payment fails (screens.md, Failed-order payment attempts). */
export const reasons = paymentChoiceLabels.reasons
export type Reason = keyof typeof reasons

/** Whether this reason lies with the card or its bank: only then may the card never be charged again. */
export const forbidsCard = (reason: Reason): boolean =>
  reason !== 'gateway_error' && reason !== 'configuration'

/** Whether charging the same card again can help: by itself, never, or once the customer did something. */
export const retryables = paymentChoiceLabels.retryables
export type Retryable = keyof typeof retryables

/** Who has to act before a failed payment can succeed. */
export const actors = paymentChoiceLabels.actors
export type Actor = keyof typeof actors

/** Where the payment of an order stands that failed; all attempts of the order stand alike. */
export const attemptStates = paymentChoiceLabels.states
export type AttemptState = keyof typeof attemptStates

/** What is known of an attempt when something is to be done about it. */
export type AttemptFacts = {
  reason: Reason
  retryable: Retryable
  attempt: number
  /** A charge was asked for, and its provider has forgotten by now what came of it: only an operator can find out. */
  unclear: boolean
}

type Change = {
  label: string
  from: readonly AttemptState[]
  /** Null where it stays what it is. */
  to: AttemptState | null
  /** Whether this attempt allows it besides its state. */
  when?: (facts: AttemptFacts) => boolean
}

const unsettled = ['open', 'scheduled', 'waiting'] as const
/** Whether an operator or a retry may still do something about the payment. */
export const isUnsettled = (state: AttemptState): boolean =>
  (unsettled as readonly AttemptState[]).includes(state)
const isClear = ({ unclear }: AttemptFacts) => !unclear
const helps = (facts: AttemptFacts) => facts.retryable === 'yes' && isClear(facts)

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
  retry: { label: labels.retry, from: unsettled, to: null, when: helps },
  schedule: { label: labels.schedule, from: unsettled, to: 'scheduled', when: helps },
  // As long as the payment setup fails, a payment by the link fails too.
  link: {
    label: labels.link,
    from: unsettled,
    to: 'waiting',
    when: (facts) => !needsSetupFix(facts) && isClear(facts),
  },
  // The provider decides within days. Meanwhile another charge could be a second one: nothing else may begin.
  accept: { label: labels.accept, from: unsettled, to: 'processing' },
  dismiss: { label: labels.dismiss, from: unsettled, to: 'dismissed', when: isClear },
  reopen: { label: labels.reopen, from: ['dismissed', 'abandoned'], to: 'open' },
  recover: {
    label: labels.recover,
    from: [...unsettled, 'processing', 'abandoned', 'dismissed'],
    to: 'recovered',
  },
  abandon: { label: labels.abandon, from: unsettled, to: 'abandoned', when: isClear },
  lose: {
    label: labels.lose,
    from: [...unsettled, 'processing'],
    to: 'open',
  },
  settle: {
    label: labels.settle,
    from: unsettled,
    to: null,
    when: ({ unclear }) => unclear,
  },
  miss: { label: labels.miss, from: ['scheduled'], to: 'open' },
} as const satisfies Record<string, Change>
export type AttemptChange = keyof typeof attemptChanges

/** Whether a payment in this state takes the change. */
export function takes(change: AttemptChange, state: AttemptState, facts: AttemptFacts): boolean {
  const { from, when }: Change = attemptChanges[change]
  return from.includes(state) && (when?.(facts) ?? true)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When each class is charged again by itself, after each failure in turn; a class that is not here never is. */
export const retryRules: Partial<Record<Reason, readonly number[]>> = {
  insufficient_funds: [dayMs, 2 * dayMs, 2 * dayMs],
  gateway_error: [hourMs, 6 * hourMs, dayMs],
}

/** The latest that a retry may be scheduled for: a bank believes an order's consent no longer. */
export const longestWait = 30 * dayMs

/** A payment that nobody recovered is given up so long after its last attempt. */
export const settledAfter = 6 * dayMs

/** When an attempt that failed at this moment is charged again by itself; null where it is not. */
export function nextRetry(
  facts: AttemptFacts,
  failedAt: string,
  rules = retryRules,
): string | null {
  const wait = helps(facts) ? rules[facts.reason]?.[facts.attempt - 1] : undefined
  return wait === undefined ? null : new Date(Date.parse(failedAt) + wait).toISOString()
}

/** Where a payment stands that just failed. */
export function stateAfter(facts: AttemptFacts, next: string | null): AttemptState {
  if (next !== null) return 'scheduled'
  return facts.retryable === 'customer' ? 'waiting' : 'open'
}

/** A card as it is shown: its brand and last four digits. */
export const cardNamed = (brand: unknown, last4: unknown): string =>
  [capital(brand), last4 && `•••• ${String(last4)}`].filter(Boolean).join(' ')

/** Providers write brands small. */
const capital = (brand: unknown) =>
  typeof brand === 'string' ? brand.charAt(0).toUpperCase() + brand.slice(1) : brand
