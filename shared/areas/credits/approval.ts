import type { AnyRecord } from '#shared/engine/resource.ts'
import { getFractionDigits, points } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import type { Id } from '#shared/engine/user.ts'
import { creditApprovalMessages } from './messages.ts'

/** Units of credits. */
export const creditUnits = { [points]: creditApprovalMessages.points, ...currencies }

/** Returns the unit in which a store counts credits. */
export const getStoreCreditUnit = ({ type, defaultCurrency }: Record<string, unknown>): string =>
  type === points ? points : String(defaultCurrency ?? '')

/** States of a credit request. */
export const approvalStates = creditApprovalMessages.states
export type ApprovalState = keyof typeof approvalStates

type Decision = {
  to: ApprovalState
  /** Whether the requester decides this, or any other operator. */
  by: 'asker' | 'another'
  label: string
  reason: boolean
  /** The notification after it (shared/navigation/flashMessage.ts). */
  notice: FlashMessage['notice']
}

/**
 * Decisions on a waiting request. The machine is built from this table, and the platform rejects
 * any other decision with 409.
 */
export const creditDecisions = {
  approve: {
    to: 'posted',
    by: 'another',
    label: creditApprovalMessages.approve,
    reason: false,
    notice: 'request-approved',
  },
  reject: {
    to: 'rejected',
    by: 'another',
    label: creditApprovalMessages.reject,
    reason: true,
    notice: 'request-rejected',
  },
  withdraw: {
    to: 'withdrawn',
    by: 'asker',
    label: creditApprovalMessages.withdraw,
    reason: false,
    notice: 'request-withdrawn',
  },
} as const satisfies Record<string, Decision>
export type DecisionName = keyof typeof creditDecisions

export const isDecision = (name: string): name is DecisionName =>
  Object.hasOwn(creditDecisions, name)

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
  (creditDecisions[decision].by === 'asker') === isOwnRequest

/**
 * Number of days before the request in which, and since the request, the requester must not have
 * created or changed the approver's account.
 */
export const independentDays = 30

/**
 * The most that one operator can enter without approval: points, or whole units of a currency
 * (creditLimits.ts).
 */
export type ApprovalLimits = { points: number; currency: number }

/** The limits within `approvalWindowHours`, for one member and for one store. */
export type ScopedApprovalLimits = { member: ApprovalLimits; store: ApprovalLimits }

/** How far back entries without approval count toward the limits, in hours. */
export const approvalWindowHours = 24

/** Returns the limit for a unit, in its minor units. */
export const getApprovalLimit = (unit: string, approvalLimits: ApprovalLimits): number =>
  unit === points ? approvalLimits.points : approvalLimits.currency * 10 ** getFractionDigits(unit)

/** Whether a single amount in minor units is above the limit. */
export const needsApproval = (
  amount: number,
  unit: string,
  approvalLimits: ApprovalLimits,
): boolean => Math.abs(amount) > getApprovalLimit(unit, approvalLimits)

/**
 * A limit in minor units, and how much of it entries without approval have used within
 * `approvalWindowHours`.
 */
export type LimitUse = { limit: number; used: number }

/** The amounts that an operator can still enter without approval, for a store and for a member. */
export type CreditAllowance = { unit: string; store: LimitUse; member: LimitUse | null }

export const getRemaining = ({ limit, used }: LimitUse): number => Math.max(0, limit - used)

/** Whether an amount in minor units, issued or debited, needs a second operator. */
export const exceedsAllowance = (amount: number, { store, member }: CreditAllowance): boolean =>
  [store, ...(member ? [member] : [])].some(({ limit, used }) => used + Math.abs(amount) > limit)
