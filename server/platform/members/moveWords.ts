import { members } from '#shared/members/moveSentence.ts'
import { noGroup } from '#shared/members/movedText.ts'
import { formatNumber } from '#shared/numbers.ts'

const since = 'changed since, or their group is gone or by rule now'

const stay = (count: number) =>
  count === 0 ? '' : ` ${members(count)} ${count === 1 ? 'stays' : 'stay'}: they ${since}.`

/** What is said before members are moved, and when a move is taken back. */
export const moveWords = {
  from: (group: string | null) => `From ${group ?? noGroup}`,
  already: (group: string) => `In ${group} already`,
  held: (group: string) => `Stay, because the rules of ${group} hold them`,
  unknown: (count: number, named: readonly string[]) =>
    `${formatNumber(count)} ${count === 1 ? 'address is' : 'addresses are'} of no member of this store: ${named.join(', ')}${named.length < count ? ', ...' : ''}`,
  gone: 'There is no such move any more: it can be undone for 30 days.',
  undone: 'It was taken back already.',
  nobody: `Nobody was moved back: all of them ${since}.`,
  back: (group: string, count: number, stays: number) =>
    `Moved ${members(count)} back from ${group} to where they were.${stay(stays)}`,
  inAgain: (group: string, count: number, stays: number) =>
    `Moved ${members(count)} back into ${group}.${stay(stays)}`,
} as const
