import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { sameValues } from '#server/platform/core/bulk/updateJob.ts'
import type { BulkHandler } from '#server/platform/core/records/bulkHandler.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findProgramsNeedingApproval } from './forecastPrograms.ts'
import type { ProgramDraft } from './forecastPrograms.ts'
import { memberGroupCallMessages } from './messages.ts'
import type { Program } from './programApproval.ts'

type NamedProgramDraft = ProgramDraft & { name: string }
type NoteContext = { caller: Account; now: string }

/** The maximum number of groups that a note names. */
const maxNamedGroups = 3

/**
 * Describes how many of these groups a second operator has to approve, with some names; nothing if
 * none.
 */
async function describeWaitingPrograms(
  connection: Connection,
  context: NoteContext,
  { drafts, total }: { drafts: readonly NamedProgramDraft[]; total: number },
): Promise<string[]> {
  const waiting = await findProgramsNeedingApproval(connection, context, drafts)
  if (waiting.length === 0) return []
  const names = waiting.slice(0, maxNamedGroups).map(({ name }) => name)
  return [memberGroupCallMessages.groupsNeedApproval(waiting.length, total, names)]
}

/**
 * Whether a change increases what a program gives, or changes its unit or period. This resets the
 * approval.
 */
const resetsApproval = (before: AnyRecord, after: AnyRecord) =>
  Number(after['creditAmount'] ?? 0) > Number(before['creditAmount'] ?? 0) ||
  before['unit'] !== after['unit'] ||
  before['creditPeriod'] !== after['creditPeriod']

/** Warns which programs will wait for approval, before many groups are changed. */
const findProgramApprovalWarnings: NonNullable<BulkHandler['getWarnings']> = async (
  { trx, caller, now },
  changes,
) => {
  const changed = changes.map(({ before, values }) => ({ before, after: { ...before, ...values } }))
  const programs = changed.filter(
    ({ before, after }) =>
      after['creditAmount'] &&
      after['creditPeriod'] &&
      after['unit'] &&
      resetsApproval(before, after),
  )
  const counts = await countMembers(
    trx,
    programs.map(({ before }) => before.id),
  )
  const drafts = programs.map(({ after }): NamedProgramDraft => ({
    id: after.id,
    name: String(after['name']),
    storeId: Number(after['storeId']),
    unit: String(after['unit']),
    amount: Number(after['creditAmount']),
    period: after['creditPeriod'] as Program['period'], // One of the options of its field.
    count: counts.get(after.id) ?? 0,
    programApproved: null,
  }))
  const total = changes.length
  const all = await describeWaitingPrograms(trx, { caller, now }, { drafts, total })
  return { byId: new Map(), all }
}

/** Changes a field of many groups. */
export const changeGroupsHandler: BulkHandler = {
  ...sameValues,
  getWarnings: findProgramApprovalWarnings,
}

async function countMembers(connection: Connection, groupIds: readonly number[]) {
  const { rows } = await sql<{ groupId: number; count: number }>`
    select group_id, count(*)::integer as count from members
    where group_id = any(${[...groupIds]}::int[]) and active group by 1`.execute(connection)
  return new Map(rows.map(({ groupId, count }) => [groupId, count]))
}

/**
 * Describes which programs will wait for approval, before an import adds members to their groups.
 * New members without a group join the default one.
 */
export async function findMemberImportApprovalNotes(
  db: Connection,
  { importId, caller, now }: { importId: number } & NoteContext,
): Promise<string[]> {
  const { rows } = await sql<NamedProgramDraft & { hasProgram: boolean }>`
    with lines as (
      select coalesce((record ->> 'groupId')::integer, defaults.id) as group_id,
        members.group_id as left_group_id,
        coalesce((record ->> 'active')::boolean, members.active, true) as active
      from import_lines
        left join members on members.id = target_id
        left join member_groups as defaults on members.id is null and defaults.is_default
          and defaults.type = 'manual' and defaults.store_id = (record ->> 'storeId')::integer
      where import_id = ${importId} and action in ('create', 'change')),
    joining as (
      select group_id, count(*) filter (where active) as count from lines
      where group_id is not null and left_group_id is distinct from group_id group by 1)
    select member_groups.id, name, store_id, unit, credit_amount as amount, credit_period as period,
      program_approved, credit_amount is not null and credit_period is not null and unit is not null
        as has_program,
      (joining.count + (select count(*) from members
        where group_id = member_groups.id and active))::integer as count
    from joining join member_groups on member_groups.id = joining.group_id`.execute(db)
  const drafts = rows.filter(({ hasProgram }) => hasProgram)
  return describeWaitingPrograms(db, { caller, now }, { drafts, total: rows.length })
}
