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
  const said = `${formatMemberCount(count)} ${verb}`
  const ways = Map.groupBy(
    parseMemberMoves(moved.map(String)).flatMap((one) =>
      'member' in one && one.way ? [one.way] : [],
    ),
    (way) => way,
  )
  const named = [...ways.values()].reduce((sum, those) => sum + those.length, 0)
  if (named === 0) return said
  const [only] = ways.keys()
  if (ways.size === 1 && named === count) return `${said} ${only}`
  const inOrder = [...ways].toSorted(([, one], [, other]) => other.length - one.length)
  const parts = inOrder.map(([way, those]) => `${formatNumber(those.length)} ${way}`)
  const others = count > named ? [`${formatNumber(count - named)} others`] : []
  return `${said}: ${[...parts, ...others].join(', ')}`
}
