import { sql } from 'kysely'
import { exceedsAllowance } from '#shared/areas/credits/approval.ts'
import { getWindowStart, lockApprovalBudget } from '../credits/approvalBudget.ts'
import { refreshApprovalAlerts } from '../alerts/refreshAlerts.ts'
import { storeUnitSql } from '../credits/storeUnit.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * A group's credit program. A second operator approves what it gives in a period (`programApproved`, minor units); what is above
 * that counts toward the limits of those who set it up or added members (`programSetBy`). While it's above the limits, the
 * program waits (`programWaiting`: what it would give in a period) and gives nothing.
 */
export type Program = {
  id: number
  storeId: number
  name: string
  /** What it gives, and what its store counts in. */
  unit: string
  own: string
  amount: number
  period: 'month' | 'quarter' | 'year'
  days: number | null
  programSetBy: number[]
  programApproved: number | null
  programWaiting: number | null
  /** Active members, who get it. */
  count: number
}

/** The period that a day is in: `2026-11`, `2026-Q4`, `2026`. */
export function getProgramPeriod(day: string, period: Program['period']): string {
  const [year = '', month = ''] = day.split('-')
  if (period === 'year') return year
  return period === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/** What its entries in the ledger name, so that each member gets it once in a period. */
export const toProgramReference = (
  { id, period }: Pick<Program, 'id' | 'period'>,
  now: string,
): string => ['programme', id, getProgramPeriod(now.slice(0, 10), period)].join(' ')

/** Loads and locks the program of a group until the transaction ends; undefined if the group has none. */
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

/** What it gives in a period. */
export const getPeriodTotal = ({ amount, count }: Pick<Program, 'amount' | 'count'>): number =>
  amount * count

/** Whether this unapproved amount is above the limits of those who set the program up. */
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
  const isFree = (memberId: number) => {
    const { member } = budget.getAllowance({ storeId, memberId, unit })
    return member === null || member.used + amount <= member.limit
  }
  return !isFree(0) || !(await findMembersWithEntries(trx, id, now)).every(isFree)
}

/** Without accounts the limits that are set count. */
async function findSetterAccounts(trx: Connection, { programSetBy }: Program) {
  const { rows } = await sql<Pick<Account, 'id' | 'email'>>`
    select id, email from users where id = any(${programSetBy}::int[]) order by id`.execute(trx)
  return rows.length > 0 ? rows : [{ id: 0, email: '' }]
}

/** Only members who got something of late can be near their limit. */
async function findMembersWithEntries(
  trx: Connection,
  groupId: number,
  now: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct members.id from members join credit_entries on member_id = members.id
    where members.group_id = ${groupId} and members.active and entered_alone_by is not null
      and entered_at > ${getWindowStart(now)}`.execute(trx)
  return rows.map(({ id }) => id)
}

type ProgramChangeContext = { trx: Connection; now: string; caller: Pick<Account, 'id'> }

/**
 * Runs after every change of a program, its rules, or its group's members. The account that made the change answers for what the
 * program gives, and the program waits for approval if that is above the account's limits.
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
  const waits = await isAboveLimits(trx, changed, { unapproved, now })
  await sql`update member_groups set program_set_by = ${setBy}::int[], program_approved = ${approved},
      program_waiting = ${waits ? total : null} where id = ${groupId}`.execute(trx)
  if (waits !== (programWaiting !== null)) await refreshApprovalAlerts(trx, now)
}

/** The same for groups that members came into, in the order of their IDs so that two changes can't deadlock. */
export async function refreshProgramApprovals(
  change: ProgramChangeContext,
  groupIds: readonly number[],
): Promise<void> {
  for (const id of [...new Set(groupIds)].toSorted((one, other) => one - other))
    await refreshProgramApproval(change, id)
}

/** What a group would give in a period with these members too, if a second operator had to approve that; null otherwise. */
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
