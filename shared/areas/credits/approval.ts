import { decisions } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { getFractionDigits, points } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'
import { creditApprovalMessages } from './messages.ts'

/** Units of credits. */
export const creditUnits = { [points]: creditApprovalMessages.points, ...currencies }

/** Returns the unit in which a store counts credits. */
export const getStoreCreditUnit = ({ type, defaultCurrency }: Record<string, unknown>): string =>
  type === points ? points : String(defaultCurrency ?? '')

/** States of a credit request. */
export const approvalStates = creditApprovalMessages.states
export type ApprovalState = keyof typeof approvalStates

/**
 * Decisions on a waiting request, and the states that they lead to. The machine is built from this
 * table.
 */
export const creditDecisions = {
  approve: { ...decisions.approve, to: 'posted' },
  reject: { ...decisions.reject, to: 'rejected' },
  withdraw: { ...decisions.withdraw, to: 'withdrawn' },
} as const satisfies Record<DecisionName, { to: ApprovalState }>

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
