import { formatNumber } from '#shared/format/numbers.ts'
import { parseMemberMoves } from './memberMoves.ts'
import { memberGroupMessages } from './messages.ts'

export const formatMemberCount = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`

const moveVerbs: Record<string, string> = {
  'memberGroups.membersAdded': memberGroupMessages.movedHere,
  'memberGroups.membersMoved': memberGroupMessages.movedByRules,
  'memberGroups.membersRemoved': memberGroupMessages.removed,
  'memberGroups.moveUndone': memberGroupMessages.movedBack,
}

/**
 * Formats how a log entry moved members of a group, such as "8 members moved here from Head
 * office"; null if the entry doesn't record a move.
 */
export function formatMoveSentence(
  event: string,
  { members: count, moved }: { members: unknown; moved: unknown },
): string | null {
  const verb = Object.hasOwn(moveVerbs, event) ? moveVerbs[event] : undefined
  if (verb === undefined || typeof count !== 'number' || !Array.isArray(moved)) return null
  const prefix = `${formatMemberCount(count)} ${verb}`
  const groups = Map.groupBy(
    parseMemberMoves(moved.map(String)).flatMap((one) =>
      'member' in one && one.way ? [one.way] : [],
    ),
    (direction) => direction,
  )
  const namedCount = [...groups.values()].reduce((sum, moves) => sum + moves.length, 0)
  if (namedCount === 0) return prefix
  const [firstDirection] = groups.keys()
  if (groups.size === 1 && namedCount === count) return `${prefix} ${firstDirection}`
  const sortedGroups = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  const parts = sortedGroups.map(
    ([direction, moves]) => `${formatNumber(moves.length)} ${direction}`,
  )
  const rest = count - namedCount
  const others = rest > 0 ? [rest === 1 ? '1 other' : `${formatNumber(rest)} others`] : []
  return `${prefix}: ${[...parts, ...others].join(', ')}`
}
