import { formatMemberMove } from '#shared/areas/members/memberMoves.ts'

/** The maximum number of members that a log entry lists. It only counts the rest. */
export const maxNamedMembers = 200

/**
 * Who moved. Members are identified by number, since an email address in a log can't be deleted.
 */
type MovedMember = { who: string; from?: string | null; to?: string | null }

/**
 * Builds the log's description of a move: how many members, and each one's group before or after,
 * if it isn't the entry's own group.
 */
export function buildMoveAudit(moved: readonly MovedMember[], count = moved.length) {
  const named = moved
    .slice(0, maxNamedMembers)
    .map(({ who, from, to }) => formatMemberMove({ who, from, to }))
  const remaining = count - named.length
  return { members: count, moved: remaining > 0 ? [...named, `${remaining} more`] : named }
}
