import { memberGroupMessages } from './messages.ts'
/** The text for a member without a group. */
export const noGroupLabel = memberGroupMessages.noGroup

/** Formats a member as the log names it. */
export const formatMemberNumber = (id: number) => `#${id}`

type MemberMove = { who: string; from?: string | null | undefined; to?: string | null | undefined }

/**
 * Formats one member's move for the log. An `undefined` side is the group that the entry is about.
 */
function formatMemberMove({ who, from, to }: MemberMove): string {
  const parts = [
    ...(from === undefined ? [] : [`from ${from ?? noGroupLabel}`]),
    ...(to === undefined ? [] : [`to ${to ?? noGroupLabel}`]),
  ]
  return [who, ...parts].join(' ')
}

/**
 * A parsed move of a log entry: a member by number with the groups it came from or went to, a count
 * of further members, or unrecognized text.
 */
export type ParsedMove = { member: number; way: string } | { more: number } | { who: string }

const memberMovePattern = /^#(\d{1,10})(?: ((?:from|to) .+))?$/s
const moreMembersPattern = /^(\d+) more$/

/** Parses what `formatMemberMove` wrote. Other text is kept in `who`. */
export function parseMemberMoves(texts: readonly string[]): ParsedMove[] {
  return texts.map((text) => {
    const [, more] = moreMembersPattern.exec(text) ?? []
    if (more !== undefined) return { more: Number(more) }
    const [, member, direction = ''] = memberMovePattern.exec(text) ?? []
    return member === undefined ? { who: text } : { member: Number(member), way: direction }
  })
}

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
