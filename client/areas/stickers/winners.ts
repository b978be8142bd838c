import type { stickerPositions } from '#shared/areas/stickers/stickers.ts'

export type Place = keyof typeof stickerPositions

/** A sticker as far as it decides where it stands, and beside which. */
export type Contender = {
  /** 0 for one that is being made. */
  id: number
  name: string
  position: Place
  priority: number
  exclusive: boolean
  storeIds: readonly number[]
  groupIds: readonly number[]
  categoryIds: readonly number[]
  catalogIds: readonly number[]
}

/** Why one that applies does not stand on the card: whoever won, and by what. */
export type Loss<Of> = { to: Of; by: 'place' | 'exclusive' | 'alone' }
export type Standing<Of> = { sticker: Of; lost: Loss<Of> | null }

const limits = ['storeIds', 'groupIds', 'categoryIds', 'catalogIds'] as const

/** Whether there can be a card that both stand on. A product may be new, on sale and low in stock at once; no limit is all. */
export const canMeet = (one: Contender, other: Contender): boolean =>
  limits.every(
    (limit) =>
      one[limit].length === 0 ||
      other[limit].length === 0 ||
      one[limit].some((id) => other[limit].includes(id)),
  )

/** Whether the other one is for less: there are cards of the one that it does not stand on. */
export const isNarrower = (other: Contender, one: Contender): boolean =>
  limits.some(
    (limit) =>
      other[limit].length > 0 &&
      (one[limit].length === 0 || one[limit].some((id) => !other[limit].includes(id))),
  )

/** Who stands where on a card of all these: highest priority, then oldest, takes a place; an exclusive one alone or not at all. */
export function standings<Of extends Contender>(stickers: readonly Of[]): Standing<Of>[] {
  const age = ({ id }: Of) => id || Infinity
  const ranked = stickers.toSorted((a, b) => b.priority - a.priority || age(a) - age(b))
  const [first] = ranked
  const taken = new Map<Place, Of>()
  return ranked.map((sticker) => {
    const lost = lossOf(sticker, first, taken)
    if (!lost) taken.set(sticker.position, sticker)
    return { sticker, lost }
  })
}

function lossOf<Of extends Contender>(
  sticker: Of,
  first: Of | undefined,
  taken: ReadonlyMap<Place, Of>,
): Loss<Of> | null {
  if (!first || sticker === first) return null
  if (first.exclusive) return { to: first, by: 'exclusive' }
  if (sticker.exclusive) return { to: first, by: 'alone' }
  const holder = taken.get(sticker.position)
  return holder ? { to: holder, by: 'place' } : null
}
