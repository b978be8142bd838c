import { ruleMessages } from './messages.ts'
/** Where somebody was, or is, who is in no group. */
export const noGroup = ruleMessages.noGroup

/** How the log calls a member. */
export const memberNumber = (id: number) => `#${id}`

type Moved = { who: string; from?: string | null | undefined; to?: string | null | undefined }

/** How the log tells of one who was moved; `undefined` is the group that the entry is about. */
export function movedText({ who, from, to }: Moved): string {
  const parts = [
    ...(from === undefined ? [] : [`from ${from ?? noGroup}`]),
    ...(to === undefined ? [] : [`to ${to ?? noGroup}`]),
  ]
  return [who, ...parts].join(' ')
}

/** Who was moved by what an entry of the log tells: a member, by number, and from or to where; or how many more, whom it does not name. */
export type MovedOne = { member: number; way: string } | { more: number } | { who: string }

const inWords = /^#(\d{1,10})(?: ((?:from|to) .+))?$/s
const others = /^(\d+) more$/

/** Reads what `movedText` wrote; of anything else the words are kept. */
export function movedIn(texts: readonly string[]): MovedOne[] {
  return texts.map((text) => {
    const [, more] = others.exec(text) ?? []
    if (more !== undefined) return { more: Number(more) }
    const [, member, way = ''] = inWords.exec(text) ?? []
    return member === undefined ? { who: text } : { member: Number(member), way }
  })
}
