import { canDecide, isDecision } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { scheduleMessages } from './messages.ts'

/**
 * States of a scheduled change. One that is `inEffect` was made and will be undone at its end; one
 * that was `missed` came due while nothing ran it, and is too late.
 */
export const scheduledChangeStates = scheduleMessages.states
export type ScheduledChangeState = keyof typeof scheduledChangeStates

/** Whether a scheduled change has an end, and whether a second operator has to approve it. */
export type ScheduleTerms = { hasEnd: boolean; needsApproval: boolean }

type Rule = {
  from: readonly ScheduledChangeState[]
  to: (terms: Pick<ScheduleTerms, 'hasEnd'>) => ScheduledChangeState
}

/**
 * All changes of a scheduled change's state. The machine is built from this table, and the platform
 * makes no other. `start` and `end` happen at their times, or earlier if an operator wants it.
 */
export const scheduleTransitions = {
  approve: { from: ['waiting'], to: () => 'scheduled' },
  reject: { from: ['waiting'], to: () => 'rejected' },
  withdraw: { from: ['waiting'], to: () => 'withdrawn' },
  /** A change of its times, which a second operator may have to approve again. */
  askAgain: { from: ['scheduled'], to: () => 'waiting' },
  cancel: { from: ['scheduled', 'running'], to: () => 'canceled' },
  start: { from: ['scheduled'], to: () => 'running' },
  miss: { from: ['scheduled', 'waiting'], to: () => 'missed' },
  fail: { from: ['scheduled'], to: () => 'failed' },
  complete: {
    from: ['running', 'ending'],
    to: ({ hasEnd }) => (hasEnd ? 'inEffect' : 'done'),
  },
  /** The guard stopped it before all records were changed. */
  pause: { from: ['running'], to: () => 'inEffect' },
  end: { from: ['inEffect'], to: () => 'ending' },
  keep: { from: ['inEffect'], to: () => 'done' },
} as const satisfies Record<DecisionName, Rule> & Record<string, Rule>
export type ScheduleTransition = keyof typeof scheduleTransitions

/** Returns the state of a new scheduled change. */
export const getInitialScheduleState = ({
  needsApproval,
}: Pick<ScheduleTerms, 'needsApproval'>): ScheduledChangeState =>
  needsApproval ? 'waiting' : 'scheduled'

/** Returns the state that a transition leads to, from a state that allows it. */
export function getNextScheduleState(
  transition: ScheduleTransition,
  state: ScheduledChangeState,
  terms: Pick<ScheduleTerms, 'hasEnd'>,
): ScheduledChangeState {
  // What is ending has no other end.
  const hasEnd = terms.hasEnd && state !== 'ending'
  return scheduleTransitions[transition].to({ hasEnd })
}

/** Whether a scheduled change in this state allows the transition. */
export function isScheduleTransitionAllowed(
  transition: ScheduleTransition,
  state: ScheduledChangeState,
  { isOwnRequest = false, hasEnd = true }: { isOwnRequest?: boolean; hasEnd?: boolean } = {},
): boolean {
  // Only a change with an end can have a guard.
  if (transition === 'pause' && !hasEnd) return false
  const { from }: Rule = scheduleTransitions[transition]
  return from.includes(state) && (!isDecision(transition) || canDecide(transition, isOwnRequest))
}

/** States of a change that is still to be made, or to be undone. */
export const openScheduleStates = [
  'waiting',
  'scheduled',
  'running',
  'inEffect',
  'ending',
] as const satisfies ScheduledChangeState[]

/** The actions of operators on a scheduled change, other than approving or rejecting it. */
export const scheduleActions = ['cancel', 'start', 'end', 'keep'] as const
export type ScheduleAction = (typeof scheduleActions)[number]
