import { sql } from 'kysely'
import { exceedsAllowance } from '#shared/areas/credits/approval.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { getApprovalWindowStart, lockApprovalBudget, storeUnitSql } from '../credits/index.ts'

/**
 * A group's credit program. A second operator approves its total per period (`programApproved`,
 * minor units). Amounts above that count toward the limits of the accounts that set it up or added
 * members (`programSetBy`). While these exceed the limits, the program waits (`programWaiting`: its
 * total per period) and issues nothing.
 */
export type Program = {
  id: number
  storeId: number
  name: string
  /** The program's unit, and its store's. */
  unit: string
  own: string
  amount: number
  period: 'month' | 'quarter' | 'year'
  days: number | null
  programSetBy: number[]
  programApproved: number | null
  programWaiting: number | null
  /** The number of active members, who get the credits. */
  count: number
}

/** Returns the period of a day: `2026-11`, `2026-Q4`, `2026`. */
export function getProgramPeriod(day: string, period: Program['period']): string {
  const [year = '', month = ''] = day.split('-')
  if (period === 'year') return year
  return period === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/**
 * Returns the reference of the program's ledger entries, so that each member gets one per period.
 */
export const toProgramReference = (
  { id, period }: Pick<Program, 'id' | 'period'>,
  now: string,
): string => ['programme', id, getProgramPeriod(now.slice(0, 10), period)].join(' ')

/**
 * Loads and locks the program of a group until the transaction ends; undefined if the group has
 * none.
 */
export async function lockProgram(trx: Connection, groupId: number): Promise<Program | undefined> {
  const { rows } = await sql<Program>`
    select programme.id, store_id, programme.name, unit, ${storeUnitSql} as own, credit_amount as amount,
      credit_period as period, credit_days as days, program_set_by, program_approved, program_waiting,
      (select count(*)::integer from members where group_id = programme.id and active) as count
    from member_groups as programme join stores on stores.id = store_id
    where programme.id = ${groupId} and credit_amount is not null and credit_period is not null
      and unit is not null
    for update of programme`.execute(trx)
  return rows[0]
}

/** Returns the program's total per period. */
export const getPeriodTotal = ({ amount, count }: Pick<Program, 'amount' | 'count'>): number =>
  amount * count

/** Whether this unapproved amount is above the limits of the accounts that set the program up. */
export async function isAboveLimits(
  trx: Connection,
  program: Program,
  { unapproved, now }: { unapproved: number; now: string },
): Promise<boolean> {
  const { id, storeId, unit, amount } = program
  const budget = await lockApprovalBudget(trx, {
    accounts: await findSetterAccounts(trx, program),
    storeIds: [storeId],
    now,
    exceptReference: toProgramReference(program, now),
  })
  if (unapproved === 0) return false
  const allowance = budget.getAllowance({ storeId, memberId: null, unit })
  if (exceedsAllowance(unapproved, allowance)) return true
  const isWithinLimit = (memberId: number) => {
    const { member } = budget.getAllowance({ storeId, memberId, unit })
    return member === null || member.used + amount <= member.limit
  }
  return !isWithinLimit(0) || !(await findMembersWithEntries(trx, id, now)).every(isWithinLimit)
}

/** If these accounts no longer exist, the limits as set apply. */
async function findSetterAccounts(trx: Connection, { programSetBy }: Program) {
  const { rows } = await sql<Pick<Account, 'id' | 'email'>>`
    select id, email from users where id = any(${programSetBy}::int[]) order by id`.execute(trx)
  return rows.length > 0 ? rows : [{ id: 0, email: '' }]
}

/** Finds the members with recent entries, since only they can be near their limit. */
async function findMembersWithEntries(
  trx: Connection,
  groupId: number,
  now: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct members.id from members join credit_entries on member_id = members.id
    where members.group_id = ${groupId} and members.active and entered_alone_by is not null
      and entered_at > ${getApprovalWindowStart(now)}`.execute(trx)
  return rows.map(({ id }) => id)
}

type ProgramChangeContext = { trx: Connection; now: string; caller: Pick<Account, 'id'> }

/**
 * Runs after every change of a program, its rules, or its group's members. The change counts toward
 * the limits of its account, and the program waits for approval if that exceeds them.
 */
export async function refreshProgramApproval(
  { trx, now, caller }: ProgramChangeContext,
  groupId: number,
  resetsApproval = false,
): Promise<void> {
  const program = await lockProgram(trx, groupId)
  if (!program) {
    await sql`update member_groups set program_approved = null, program_waiting = null, program_set_by = '{}'
      where id = ${groupId} and (program_approved is not null or program_waiting is not null)`.execute(
      trx,
    )
    return
  }
  const { programWaiting, programSetBy } = program
  const setBy = programWaiting === null ? [caller.id] : [...new Set([...programSetBy, caller.id])]
  const approved = resetsApproval ? null : program.programApproved
  const changed = { ...program, programSetBy: setBy, programApproved: approved }
  const total = getPeriodTotal(changed)
  const unapproved = Math.max(0, total - (approved ?? 0))
  const mustWait = await isAboveLimits(trx, changed, { unapproved, now })
  await sql`update member_groups set program_set_by = ${setBy}::int[], program_approved = ${approved},
      program_waiting = ${mustWait ? total : null} where id = ${groupId}`.execute(trx)
  if (mustWait !== (programWaiting !== null)) await refreshApprovalAlerts(trx, now)
}

/** Refreshes the approval of several groups, sorted by ID so that two changes can't deadlock. */
export async function refreshProgramApprovals(
  context: ProgramChangeContext,
  groupIds: readonly number[],
): Promise<void> {
  for (const id of [...new Set(groupIds)].toSorted((one, other) => one - other))
    await refreshProgramApproval(context, id)
}

/**
 * Returns a group's total per period with these additional members, if a second operator would have
 * to approve it; otherwise null.
 */
export async function findTotalAboveLimits(
  { trx, now, caller }: ProgramChangeContext,
  groupId: number,
  added: readonly number[],
): Promise<{ total: number; unit: string } | null> {
  const program = await lockProgram(trx, groupId)
  if (!program) return null
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from members
    where id = any(${[...added]}::int[]) and active`.execute(trx)
  const count = program.count + (rows[0]?.count ?? 0)
  const total = getPeriodTotal({ amount: program.amount, count })
  const unapproved = Math.max(0, total - (program.programApproved ?? 0))
  const changed = { ...program, programSetBy: [caller.id] }
  const isAbove = await isAboveLimits(trx, changed, { unapproved, now })
  return isAbove ? { total, unit: program.unit } : null
}
