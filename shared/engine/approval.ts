import type { AnyRecord } from './resource.ts'
import { select } from './fields/fields.ts'
import { approvalMessages } from './messages.ts'
import type { Id } from './user.ts'

type Decision = {
  /** Whether the requester decides this, or any other operator. */
  by: 'asker' | 'another'
  label: string
  reason: boolean
  /** The notification after it (shared/navigation/flashMessage.ts). */
  notice: string
}

/**
 * Decisions on a request that waits for a second operator. The platform rejects any other decision
 * with 409.
 */
export const decisions = {
  approve: {
    by: 'another',
    label: approvalMessages.approve,
    reason: false,
    notice: 'request-approved',
  },
  reject: {
    by: 'another',
    label: approvalMessages.reject,
    reason: true,
    notice: 'request-rejected',
  },
  withdraw: {
    by: 'asker',
    label: approvalMessages.withdraw,
    reason: false,
    notice: 'request-withdrawn',
  },
} as const satisfies Record<string, Decision>
export type DecisionName = keyof typeof decisions

export const decisionNames = Object.keys(decisions) as DecisionName[] // The keys of the table.

export const isDecision = (name: string): name is DecisionName => Object.hasOwn(decisions, name)

/** The field that names a decision. */
export const decisionField = select(
  approvalMessages.decision,
  Object.fromEntries(decisionNames.map((name) => [name, decisions[name].label])),
)

/**
 * Whether this operator made the request. Compares accounts, because email addresses can change,
 * and the address only if the request has no account.
 */
export const isRequester = (
  { askerId, createdBy }: AnyRecord,
  { id, email }: { id: Id; email?: string },
): boolean => ((askerId ?? null) === null ? createdBy === email : askerId === id)

/** Whether an operator can make this decision, given whether they made the request. */
export const canDecide = (decision: DecisionName, isOwnRequest: boolean): boolean =>
  (decisions[decision].by === 'asker') === isOwnRequest

/**
 * Number of days before the request in which, and since the request, the requester must not have
 * created or changed the approver's account.
 */
export const independentDays = 30
