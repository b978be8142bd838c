import { sql } from 'kysely'
import { exceedsAllowance } from '#shared/areas/credits/approval.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { ApprovalBudget, getApprovalLimits, getApprovalWindowStart } from '../credits/index.ts'
import type { Spending } from '../credits/index.ts'
import { findAccountsSharingLimits } from '#server/platform/core/approval/relatedAccounts.ts'
import { getPeriodTotal, toProgramReference } from './programApproval.ts'
import type { Program } from './programApproval.ts'

/** A program as a change would leave it. A group that doesn't exist yet has the ID 0. */
export type ProgramDraft = Pick<Program, 'id' | 'storeId' | 'unit' | 'amount' | 'period'> & {
  /** Active members, including those that the change adds. */
  count: number
  /** The amount per period that a second operator has approved, in minor units; null if none. */
  programApproved: number | null
}

type ForecastContext = { caller: Pick<Account, 'id' | 'email'>; now: string }
type CountedEntry = Spending & { reference: string; groupId: number | null }

/**
 * Finds the programs that would wait for a second operator if this account made the change. Locks
 * nothing, so entries made in the meantime can change the result. The change itself decides.
 */
export async function findProgramsNeedingApproval<Draft extends ProgramDraft>(
  connection: Connection,
  { caller, now }: ForecastContext,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  if (drafts.length === 0) return []
  const limits = await getApprovalLimits(connection, caller)
  const entries = await findCountedEntries(connection, { caller, now }, drafts)
  return drafts.filter((draft) => {
    const { id, storeId, unit, amount, programApproved } = draft
    const unapproved = getPeriodTotal(draft) - (programApproved ?? 0)
    if (unapproved <= 0) return false
    const ownReference = toProgramReference(draft, now)
    const otherEntries = (entries.get(storeId) ?? []).filter(
      ({ reference }) => reference !== ownReference,
    )
    const budget = new ApprovalBudget([limits], otherEntries)
    const members = otherEntries
      .filter(({ groupId }) => groupId === id)
      .map(({ memberId }) => memberId)
    return (
      exceedsAllowance(unapproved, budget.getAllowance({ storeId, memberId: null, unit })) ||
      [0, ...members].some((memberId) =>
        exceedsAllowance(amount, {
          ...budget.getAllowance({ storeId, memberId, unit }),
          store: noLimit,
        }),
      )
    )
  })
}

const noLimit = { limit: Number.MAX_SAFE_INTEGER, used: 0 }

/** Finds the entries that count toward the limits of an account in these stores, by store. */
async function findCountedEntries(
  connection: Connection,
  { caller, now }: ForecastContext,
  drafts: readonly ProgramDraft[],
): Promise<Map<number, CountedEntry[]>> {
  const related = await findAccountsSharingLimits(connection, [caller.id], now)
  const storeIds = [...new Set(drafts.map(({ storeId }) => storeId))]
  const { rows } = await sql<CountedEntry>`
    select entry.store_id, member_id, unit, coalesce(reference, '') as reference,
      members.group_id, sum(abs(amount))::float8 as amount
    from credit_entries as entry left join members on members.id = member_id
    where entry.store_id = any(${storeIds}::int[]) and entered_at > ${getApprovalWindowStart(now)}
      and entered_alone_by && ${related}::int[]
    group by 1, 2, 3, 4, 5`.execute(connection)
  return Map.groupBy(rows, ({ storeId }) => storeId)
}
