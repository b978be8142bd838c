import { sql } from 'kysely'
import { formatMoveSentence } from '#shared/areas/members/moveSentence.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type HistoryRow = Record<string, unknown>
type MoveChanges = { members?: { after?: unknown }; moved?: { after?: unknown } }

/** Describes the member moves in history entries, and finds the moves that can still be undone. */
export async function loadMemberMoveDetails(
  db: Connection,
  rows: readonly HistoryRow[],
  now: Date,
) {
  const sentences = rows.map(({ event, changes }) => {
    const { members, moved } = changes as MoveChanges // Only written by `buildMoveAudit`.
    return formatMoveSentence(String(event), { members: members?.after, moved: moved?.after })
  })
  const requests = rows.flatMap(({ requestId }, index) =>
    sentences[index] === null ? [] : [requestId],
  )
  if (requests.length === 0) return sentences.map(() => ({ says: null, undo: null }))
  const { rows: undoableMoves } = await sql<{
    id: number
    groupId: number
    requestId: string
    at: string
  }>`
    select id, group_id, request_id, moved_at as at from member_moves
    where group_id = ${rows[0]?.['targetId']} and request_id = any(${requests}::text[])
      and undone_at is null and moved_at >= ${now.toISOString()}::timestamptz - interval '30 days'`.execute(
    db,
  )
  return rows.map(({ requestId, time }, index) => {
    const move = undoableMoves.find((one) => one.requestId === requestId && one.at === time)
    return {
      says: sentences[index] ?? null,
      undo: sentences[index] === null ? null : (move?.id ?? null),
    }
  })
}
