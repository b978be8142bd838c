import { sql } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import { formatMemberNumber } from '#shared/areas/members/memberMoves.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { buildMoveAudit } from '#shared/areas/members/memberMoves.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { moveMessages } from './moveMessages.ts'
import type { MovableMember } from './planMemberMove.ts'
import { refreshProgramApprovals } from './programApproval.ts'

type MoveTargetGroup = RecordOf<typeof memberGroups>

const undoPeriod = '30 days'

/**
 * Saves which members were moved and from where, so that the move can be undone. Deletes moves that
 * can no longer be undone.
 */
export async function saveMemberMoveUndoData(
  { trx, request, now }: RequestContext,
  {
    group,
    into,
    moving,
  }: { group: MoveTargetGroup; into: number | null; moving: readonly MovableMember[] },
): Promise<number> {
  // The versions after the move.
  const members = moving.map(({ id, version, fromId }) => ({
    id,
    version: version + 1,
    was: fromId,
  }))
  await sql`delete from member_moves where moved_at < ${now}::timestamptz - interval ${sql.lit(undoPeriod)}`.execute(
    trx,
  )
  const { rows } = await sql<{ id: number }>`
    insert into member_moves (group_id, request_id, moved_at, into_id, members)
    values (${group.id}, ${request.id}, ${now}, ${into}, ${JSON.stringify(members)}) returning id`.execute(
    trx,
  )
  return rows[0]?.id ?? 0 // The row was just inserted.
}

type SavedMove = { id: number; intoId: number | null; count: number; undoneAt: string | null }
type RestoredMember = { id: number; toId: number | null; to: string | null }

/**
 * POST /memberGroups/ID/undo/MOVE: moves members back to their earlier groups. Skips members that
 * changed since then, and those whose earlier group was deleted or now uses rules.
 */
export async function undoMove(
  context: RequestContext,
  group: MoveTargetGroup,
): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const { move: moveParam = '' } = request.params
  const id = /^[1-9]\d{0,8}$/.test(moveParam) ? Number(moveParam) : 0
  const { rows: moves } = await sql<SavedMove>`
    select id, into_id, jsonb_array_length(members) as count, undone_at from member_moves
    where id = ${id} and group_id = ${group.id}
      and moved_at >= ${now}::timestamptz - interval ${sql.lit(undoPeriod)} for update`.execute(trx)
  const [move] = moves
  if (!move) throw invalidState(moveMessages.gone)
  if (move.undoneAt !== null) throw invalidState(moveMessages.undone)
  const { rows: restored } = await sql<RestoredMember>`
    with told as (
      select one.* from member_moves, jsonb_to_recordset(members) as one (id integer, version integer, was integer)
      where member_moves.id = ${id}),
    free as (
      select told.id, told.was, goal.name as "to" from told
      join members on members.id = told.id and members.version = told.version
        and members.group_id is not distinct from ${move.intoId}::integer
      left join member_groups as goal on goal.id = told.was and (goal.type = 'manual' or goal.rules = '{}')
      where told.was is null or goal.id is not null
      order by members.id for update of members)
    update members set group_id = free.was, version = members.version + 1, updated_at = ${now},
      updated_by = ${caller.email}
    from free where members.id = free.id returning members.id, free.was as to_id, free."to"`.execute(
    trx,
  )
  const inOrder = restored.toSorted((one, other) => one.id - other.id)
  if (restored.length === 0) throw invalidState(moveMessages.noneRestored)
  await refreshProgramApprovals(
    context,
    restored.flatMap(({ toId }) => toId ?? []),
  )
  await sql`update member_moves set undone_at = ${now} where id = ${id}`.execute(trx)
  await audit({
    event: `${memberGroups.name}.moveUndone`,
    target: toAuditTarget(memberGroups, group),
    after: buildMoveAudit(inOrder.map((one) => ({ who: formatMemberNumber(one.id), to: one.to }))),
  })
  const unmovedCount = move.count - restored.length
  const formatMessage = move.intoId === null ? moveMessages.inAgain : moveMessages.back
  return {
    status: 200,
    body: {
      moved: restored.length,
      stays: unmovedCount,
      told: formatMessage(group.name, restored.length, unmovedCount),
    },
  }
}
