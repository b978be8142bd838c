import { sql } from 'kysely'
import {
  approvalWindowHours,
  getApprovalLimit,
  exceedsAllowance,
} from '#shared/areas/credits/approval.ts'
import type { ScopedApprovalLimits, CreditAllowance } from '#shared/areas/credits/approval.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findAccountsSharingLimits } from '#server/platform/core/approval/relatedAccounts.ts'
import { getApprovalLimits } from './approvalLimits.ts'

/**
 * A credit or a debit in minor units. Its sign doesn't matter, so a debit doesn't make room for a
 * credit.
 */
export type Spending = { storeId: number; memberId: number; unit: string; amount: number }

type BudgetAccount = { id: number; email: string }

type BudgetOptions = {
  /** The entry counts toward the limits of each of these accounts, and the lowest limit applies. */
  accounts: readonly BudgetAccount[]
  storeIds: readonly number[]
  now: string
  /** Entries with this reference don't count: those of a program in the same period. */
  exceptReference?: string
}

type UsedAmount = Spending

/** The amounts that some accounts can still enter without approval. */
export class ApprovalBudget {
  readonly #used = new Map<string, number>()
  readonly #limits: readonly ScopedApprovalLimits[]

  constructor(limits: readonly ScopedApprovalLimits[], used: readonly UsedAmount[]) {
    this.#limits = limits
    for (const one of used) this.#add(one)
  }

  #add({ storeId, memberId, unit, amount }: Spending): void {
    for (const key of [toBudgetKey('store', storeId, unit), toBudgetKey('member', memberId, unit)])
      this.#used.set(key, (this.#used.get(key) ?? 0) + Math.abs(amount))
  }

  /** Returns the limits for a store and, if given, a member, with the amounts used. */
  getAllowance({
    storeId,
    memberId,
    unit,
  }: Omit<Spending, 'memberId' | 'amount'> & { memberId: number | null }): CreditAllowance {
    const toUse = (scope: 'store' | 'member', id: number) => ({
      limit: Math.min(...this.#limits.map((limits) => getApprovalLimit(unit, limits[scope]))),
      used: this.#used.get(toBudgetKey(scope, id, unit)) ?? 0,
    })
    return {
      unit,
      store: toUse('store', storeId),
      member: memberId === null ? null : toUse('member', memberId),
    }
  }

  /** Takes an amount from the budget. Returns false and takes nothing if it needs approval. */
  spend(spending: Spending): boolean {
    if (exceedsAllowance(spending.amount, this.getAllowance(spending))) return false
    this.#add(spending)
    return true
  }
}

const toBudgetKey = (scope: 'store' | 'member', id: number, unit: string) =>
  `${scope} ${id} ${unit}`

export const toSpending = ({
  storeId,
  memberId,
  unit,
  amount,
}: Record<string, unknown>): Spending => ({
  storeId: Number(storeId),
  memberId: Number(memberId),
  unit: String(unit),
  amount: Number(amount),
})

/**
 * Makes other writers of these stores' credits wait until the transaction ends. Call it before
 * locking any balance. Locks stores by ID, so that two writes can't deadlock.
 */
export async function lockStoreCredits(
  trx: Connection,
  storeIds: readonly number[],
): Promise<void> {
  for (const storeId of storeIds.toSorted((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtext(${`store credits ${storeId}`}))`.execute(trx)
}

/** Loads a budget that no other writer spends from until the transaction ends. */
export async function lockApprovalBudget(
  trx: Connection,
  options: BudgetOptions,
): Promise<ApprovalBudget> {
  await lockStoreCredits(trx, options.storeIds)
  return loadApprovalBudget(trx, options)
}

/**
 * Returns the time after which entries count: an entry that is exactly `approvalWindowHours` old
 * doesn't.
 */
export const getApprovalWindowStart = (now: string): string =>
  new Date(Date.parse(now) - approvalWindowHours * 3_600_000).toISOString()

/** No entry has this reference, since references are trimmed. */
const noReference = ' '

/** Loads a budget to show it or to forecast. Locks nothing. */
export async function loadApprovalBudget(
  connection: Connection,
  { accounts, storeIds, now, exceptReference }: BudgetOptions,
): Promise<ApprovalBudget> {
  const limits: ScopedApprovalLimits[] = []
  for (const account of accounts) limits.push(await getApprovalLimits(connection, account))
  const related = await findAccountsSharingLimits(
    connection,
    accounts.map(({ id }) => id),
    now,
  )
  const { rows } = await sql<UsedAmount>`
    select store_id, member_id, unit, sum(abs(amount))::float8 as amount from credit_entries
    where store_id = any(${[...storeIds]}::int[]) and entered_at > ${getApprovalWindowStart(now)}
      and entered_alone_by && ${related}::int[]
      and coalesce(reference, '') <> ${exceptReference ?? noReference}
    group by store_id, member_id, unit`.execute(connection)
  return new ApprovalBudget(limits, rows)
}
