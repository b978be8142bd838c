import { formatNumber } from '#shared/format/numbers.ts'
import { movedIn } from './movedText.ts'
import { ruleMessages } from './messages.ts'

export const members = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`

const verbs: Record<string, string> = {
  'memberGroups.membersAdded': ruleMessages.movedHere,
  'memberGroups.membersMoved': ruleMessages.movedByRules,
  'memberGroups.membersRemoved': ruleMessages.removed,
  'memberGroups.moveUndone': ruleMessages.movedBack,
}

/** What happened to the members of a group, where an entry of the log tells that: "8 members moved here from Head office". */
export function moveSentence(
  event: string,
  { members: count, moved }: { members: unknown; moved: unknown },
): string | null {
  const verb = Object.hasOwn(verbs, event) ? verbs[event] : undefined
  if (verb === undefined || typeof count !== 'number' || !Array.isArray(moved)) return null
  const said = `${members(count)} ${verb}`
  const ways = Map.groupBy(
    movedIn(moved.map(String)).flatMap((one) => ('member' in one && one.way ? [one.way] : [])),
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
