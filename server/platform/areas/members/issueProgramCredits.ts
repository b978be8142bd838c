import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getApprovalWindowStart, postEntries } from '../credits/index.ts'
import {
  getPeriodTotal,
  isAboveLimits,
  lockProgram,
  toProgramReference,
} from './programApproval.ts'
import type { Program } from './programApproval.ts'

/**
 * Issues the credits of all programs for the current period. The ledger accepts only one entry per
 * member and period.
 */
export async function issueProgramCredits(
  { db, now, log }: Platform,
  batchSize = 500,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from member_groups
    where credit_amount is not null and credit_period is not null and unit is not null
    order by id`.execute(db)
  for (const { id: groupId } of rows) {
    const issueAfter = (after: number) =>
      db
        .transaction()
        .execute((trx) =>
          issueNextBatch(trx, groupId, { now: now(), after, inOneGo: batchSize, log }),
        )
    await (async () => {
      for (let last: number | null = 0; last !== null;) last = await issueAfter(last)
    })().catch((err: unknown) =>
      log.warn({ err, groupId }, "A program's credits couldn't be issued"),
    )
  }
}

type IssueOptions = { now: Date; after: number; inOneGo: number; log: Platform['log'] }

/**
 * Issues credits to the next members after `after`. Returns the last of them; null if there are no
 * more.
 */
async function issueNextBatch(
  trx: Connection,
  groupId: number,
  { now, after, inOneGo: batchSize, log }: IssueOptions,
): Promise<number | null> {
  // The second of two processes waits, and sees what the first one issued.
  await sql`select pg_advisory_xact_lock(hashtext(${`programme ${groupId}`}))`.execute(trx)
  const program = await lockProgram(trx, groupId)
  if (!program) return null
  const { storeId, name, unit, own, amount, days } = program
  if (unit !== own) {
    log.warn({ groupId, unit, own }, "A program's unit doesn't match its store's unit")
    return null
  }
  const at = now.toISOString()
  const approvedRemainder = await loadApprovedRemainder(trx, program, at)
  if (approvedRemainder === null) return null
  const reference = toProgramReference(program, at)
  const { rows } = await sql<{ id: number }>`
    select id from members where group_id = ${groupId} and active and id > ${after} and not exists (
      select from credit_once where kind = 'programme' and whose = members.id || ' ' || ${reference})
    order by id limit ${batchSize} for key share`.execute(trx)
  const expiresAt = days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString()
  await postEntries(
    trx,
    at,
    rows.map((member, index) => ({
      storeId,
      memberId: member.id,
      type: 'issue',
      amount,
      unit,
      reason: name,
      issuedBy: 'platform',
      expiresAt,
      reference,
      enteredAloneBy: (index + 1) * amount > approvedRemainder ? program.programSetBy : null,
    })),
  )
  return rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
}

/**
 * Returns how much the program can still issue in this period by its approval; null while it waits
 * for one. Counts everything still to be issued in the period, so a program issues all of it or
 * waits.
 */
async function loadApprovedRemainder(
  trx: Connection,
  program: Program,
  now: string,
): Promise<number | null> {
  const { id, amount, programWaiting } = program
  const approved = program.programApproved ?? 0
  const total = getPeriodTotal(program)
  const { given: issued, alone, open } = await loadIssuedCredits(trx, program, now)
  const remaining = Math.max(0, approved - issued)
  const isAbove = (unapproved: number) =>
    isAboveLimits(trx, program, { unapproved: Math.max(0, unapproved), now })
  const toGive = Math.max(0, open * amount - remaining)
  const mustWait =
    (programWaiting !== null && (await isAbove(total - approved))) ||
    (toGive > 0 && (await isAbove(toGive + alone)))
  const waiting = mustWait ? total : null
  if (waiting !== programWaiting)
    await sql`update member_groups set program_waiting = ${waiting} where id = ${id}`.execute(trx)
  return mustWait ? null : remaining
}

type IssuedCredits = { given: number; alone: number; open: number }

/**
 * Loads what the program issued in this period, how much of that counts toward limits now, and how
 * many members haven't received theirs.
 */
async function loadIssuedCredits(
  trx: Connection,
  program: Program,
  now: string,
): Promise<IssuedCredits> {
  const { id, storeId } = program
  const reference = toProgramReference(program, now)
  const { rows } = await sql<IssuedCredits>`
    select coalesce(sum(amount), 0)::float8 as given,
      coalesce(sum(amount) filter (where entered_alone_by is not null
        and entered_at > ${getApprovalWindowStart(now)}), 0)::float8 as alone,
      (select count(*)::integer from members where group_id = ${id} and active and not exists (
        select from credit_once where kind = 'programme' and whose = members.id || ' ' || ${reference})) as open
    from credit_entries where store_id = ${storeId} and reference = ${reference}
      and entered_at > ${now}::timestamptz - interval '400 days'`.execute(trx)
  return rows[0] ?? { given: 0, alone: 0, open: 0 }
}
