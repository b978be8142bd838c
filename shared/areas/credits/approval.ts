import type { AnyRecord } from '#shared/engine/resource.ts'
import { getFractionDigits, points } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'
import type { Id } from '#shared/engine/user.ts'
import { creditApprovalMessages } from './messages.ts'

/** What credits are counted in. */
export const creditUnits = { [points]: creditApprovalMessages.points, ...currencies }

/** What a store counts credits in, by its record. */
export const getStoreUnit = ({ type, defaultCurrency }: Record<string, unknown>): string =>
  type === points ? points : String(defaultCurrency ?? '')

/** Where a request for credits stands. */
export const approvalStates = creditApprovalMessages.states
export type ApprovalState = keyof typeof approvalStates

type Decision = {
  to: ApprovalState
  /** Whether it is for who asked, or for any other operator. */
  by: 'asker' | 'another'
  label: string
  reason: boolean
}

/** What may become of a request that waits; the machine is built from this, and the platform refuses everything else with 409. */
export const creditDecisions = {
  approve: { to: 'posted', by: 'another', label: creditApprovalMessages.approve, reason: false },
  reject: { to: 'rejected', by: 'another', label: creditApprovalMessages.reject, reason: true },
  withdraw: { to: 'withdrawn', by: 'asker', label: creditApprovalMessages.withdraw, reason: false },
} as const satisfies Record<string, Decision>
export type DecisionName = keyof typeof creditDecisions

export const isDecision = (name: string): name is DecisionName =>
  Object.hasOwn(creditDecisions, name)

/** Whether this operator asked for it: by their account, for addresses change; by its address where the request tells no account. */
export const isRequester = (
  { askerId, createdBy }: AnyRecord,
  { id, email }: { id: Id; email?: string },
): boolean => ((askerId ?? null) === null ? createdBy === email : askerId === id)

/** Whether an operator may decide so who asked for it, or did not. */
export const canDecide = (decision: DecisionName, asked: boolean): boolean =>
  (creditDecisions[decision].by === 'asker') === asked

/** So many days before they ask, and from then on, who asked must not have made or changed the account of who approves. */
export const independentDays = 30

/** What one operator enters without approval: points, or whole units of a currency (resources/creditLimits.ts). */
export type ApprovalLimits = { points: number; currency: number }

/** The same within `approvalWindowHours`, for one member and in one store. */
export type ScopedApprovalLimits = { member: ApprovalLimits; store: ApprovalLimits }

/** How far back entries without approval count toward the limits. */
export const approvalWindowHours = 24

/** A limit for one unit, in its minor units. */
export const getApprovalLimit = (unit: string, alone: ApprovalLimits): number =>
  unit === points ? alone.points : alone.currency * 10 ** getFractionDigits(unit)

/** Whether a single amount is above a limit; it is in minor units. */
export const needsApproval = (amount: number, unit: string, alone: ApprovalLimits): boolean =>
  Math.abs(amount) > getApprovalLimit(unit, alone)

/** A limit in minor units, and how much of it entries without approval used within `approvalWindowHours`. */
export type LimitUse = { limit: number; used: number }

/** What an operator can still enter in a store, and for a member, without approval. */
export type CreditAllowance = { unit: string; store: LimitUse; member: LimitUse | null }

export const getRemaining = ({ limit, used }: LimitUse): number => Math.max(0, limit - used)

/** Whether an amount, a credit or a debit in minor units, needs a second operator. */
export const exceedsAllowance = (amount: number, { store, member }: CreditAllowance): boolean =>
  [store, ...(member ? [member] : [])].some(({ limit, used }) => used + Math.abs(amount) > limit)
