import { memberGroupMessages } from './messages.ts'
/** Where somebody was, or is, who is in no group. */
export const noGroupLabel = memberGroupMessages.noGroup

/** How the log calls a member. */
export const formatMemberNumber = (id: number) => `#${id}`

type MemberMove = { who: string; from?: string | null | undefined; to?: string | null | undefined }

/** How the log tells of one who was moved; `undefined` is the group that the entry is about. */
export function formatMemberMove({ who, from, to }: MemberMove): string {
  const parts = [
    ...(from === undefined ? [] : [`from ${from ?? noGroupLabel}`]),
    ...(to === undefined ? [] : [`to ${to ?? noGroupLabel}`]),
  ]
  return [who, ...parts].join(' ')
}

/** Who was moved by what an entry of the log tells: a member, by number, and from or to where; or how many more, whom it does not name. */
export type ParsedMove = { member: number; way: string } | { more: number } | { who: string }

const memberMovePattern = /^#(\d{1,10})(?: ((?:from|to) .+))?$/s
const moreMembersPattern = /^(\d+) more$/

/** Reads what `formatMemberMove` wrote; of anything else the words are kept. */
export function parseMemberMoves(texts: readonly string[]): ParsedMove[] {
  return texts.map((text) => {
    const [, more] = moreMembersPattern.exec(text) ?? []
    if (more !== undefined) return { more: Number(more) }
    const [, member, way = ''] = memberMovePattern.exec(text) ?? []
    return member === undefined ? { who: text } : { member: Number(member), way }
  })
}
