import { formatMemberMove } from '#shared/areas/members/memberMoves.ts'

/** Whom an entry of the log names; of the others it tells how many they are. */
export const maxNamedMembers = 200

/** Whom to name: members by their number, since addresses in a log cannot be taken back. */
type MovedMember = { who: string; from?: string | null; to?: string | null }

/** Who was moved, for the log: how many, and who from or to which group, where that is not the one that the entry is about. */
export function buildMoveAudit(moved: readonly MovedMember[], count = moved.length) {
  const named = moved
    .slice(0, maxNamedMembers)
    .map(({ who, from, to }) => formatMemberMove({ who, from, to }))
  const left = count - named.length
  return { members: count, moved: left > 0 ? [...named, `${left} more`] : named }
}
