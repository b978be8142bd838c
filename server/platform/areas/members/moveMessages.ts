import { formatMemberCount } from '#shared/areas/members/moveSentence.ts'
import { noGroupLabel } from '#shared/areas/members/memberMoves.ts'
import { formatNumber } from '#shared/format/numbers.ts'

/** Adds a sentence about members that weren't moved back. */
const addUnmovedCount = (sentence: string, stays: number) => {
  if (stays === 0) return sentence
  return stays === 1
    ? `${sentence} 1 member wasn't moved back, because the member has changed since the move, or the previous group was deleted or now uses rules.`
    : `${sentence} ${formatMemberCount(stays)} weren't moved back, because they've changed since the move, or their previous group was deleted or now uses rules.`
}

/** The texts shown before members move, and when a move is undone. */
export const moveMessages = {
  from: (group: string | null) => `From ${group ?? noGroupLabel}`,
  already: (group: string) => `Already in ${group}`,
  held: (group: string) => `Kept in ${group} by its rules`,
  unknown: (count: number, named: readonly string[]) => {
    const emails = named.length < count ? `${named.join(', ')}, ...` : named.join(', ')
    return count === 1
      ? `No member of this store has this email address: ${emails}`
      : `No member of this store has these ${formatNumber(count)} email addresses: ${emails}`
  },
  gone: "This move can't be undone anymore. You can undo a move for 30 days.",
  undone: 'This move was already undone.',
  noneRestored:
    "No members were moved back, because they've changed since the move, or their previous group was deleted or now uses rules.",
  back: (group: string, count: number, stays: number) =>
    addUnmovedCount(
      count === 1
        ? `Moved 1 member from ${group} back to their previous group.`
        : `Moved ${formatMemberCount(count)} from ${group} back to their previous groups.`,
      stays,
    ),
  inAgain: (group: string, count: number, stays: number) =>
    addUnmovedCount(`Moved ${formatMemberCount(count)} back into ${group}.`, stays),
} as const
