import type { stickerPositions } from '#shared/areas/stickers/stickers.ts'

export type StickerPosition = keyof typeof stickerPositions

/** A sticker as far as it decides where it stands, and beside which. */
export type StickerPlacement = {
  /** 0 for one that is being made. */
  id: number
  name: string
  position: StickerPosition
  priority: number
  exclusive: boolean
  storeIds: readonly number[]
  groupIds: readonly number[]
  categoryIds: readonly number[]
  catalogIds: readonly number[]
}

/** Why one that applies does not stand on the card: whoever won, and by what. */
export type PlacementLoss<Of> = { to: Of; by: 'place' | 'exclusive' | 'alone' }
export type PlacementResult<Of> = { sticker: Of; loss: PlacementLoss<Of> | null }

const targetFields = ['storeIds', 'groupIds', 'categoryIds', 'catalogIds'] as const

/** Whether there can be a card that both stand on. A product may be new, on sale and low in stock at once; no limit is all. */
export const canOverlap = (one: StickerPlacement, other: StickerPlacement): boolean =>
  targetFields.every(
    (limit) =>
      one[limit].length === 0 ||
      other[limit].length === 0 ||
      one[limit].some((id) => other[limit].includes(id)),
  )

/** Whether the other one is for less: there are cards of the one that it does not stand on. */
export const isNarrower = (other: StickerPlacement, one: StickerPlacement): boolean =>
  targetFields.some(
    (limit) =>
      other[limit].length > 0 &&
      (one[limit].length === 0 || one[limit].some((id) => !other[limit].includes(id))),
  )

/** Who stands where on a card of all these: highest priority, then oldest, takes a place; an exclusive one alone or not at all. */
export function placeStickers<Of extends StickerPlacement>(
  stickers: readonly Of[],
): PlacementResult<Of>[] {
  const age = ({ id }: Of) => id || Infinity
  const ranked = stickers.toSorted((a, b) => b.priority - a.priority || age(a) - age(b))
  const [first] = ranked
  const taken = new Map<StickerPosition, Of>()
  return ranked.map((sticker) => {
    const loss = findLoss(sticker, first, taken)
    if (!loss) taken.set(sticker.position, sticker)
    return { sticker, loss }
  })
}

function findLoss<Of extends StickerPlacement>(
  sticker: Of,
  first: Of | undefined,
  taken: ReadonlyMap<StickerPosition, Of>,
): PlacementLoss<Of> | null {
  if (!first || sticker === first) return null
  if (first.exclusive) return { to: first, by: 'exclusive' }
  if (sticker.exclusive) return { to: first, by: 'alone' }
  const holder = taken.get(sticker.position)
  return holder ? { to: holder, by: 'place' } : null
}
