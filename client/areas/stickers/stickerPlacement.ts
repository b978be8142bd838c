import type { stickerPositions } from '#shared/areas/stickers/stickers.ts'

export type StickerPosition = keyof typeof stickerPositions

/** The properties of a sticker that decide its position and which stickers it competes with. */
export type StickerPlacement = {
  /** 0 for a new sticker. */
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

/** Why a sticker isn't shown on the card: the sticker it lost to, and the rule. */
export type PlacementLoss<Of> = { to: Of; by: 'place' | 'exclusive' | 'alone' }
export type PlacementResult<Of> = { sticker: Of; loss: PlacementLoss<Of> | null }

const targetFields = ['storeIds', 'groupIds', 'categoryIds', 'catalogIds'] as const

/**
 * Returns whether a card can show both stickers. An empty target list means all. A product may be
 * new, on sale, and low in stock at once, so triggers don't exclude each other.
 */
export const canShareCard = (one: StickerPlacement, other: StickerPlacement): boolean =>
  targetFields.every(
    (limit) =>
      one[limit].length === 0 ||
      other[limit].length === 0 ||
      one[limit].some((id) => other[limit].includes(id)),
  )

/**
 * Returns whether the other sticker's targets are narrower: there are cards with this sticker but
 * without the other one.
 */
export const hasNarrowerTargets = (other: StickerPlacement, one: StickerPlacement): boolean =>
  targetFields.some(
    (limit) =>
      other[limit].length > 0 &&
      (one[limit].length === 0 || one[limit].some((id) => !other[limit].includes(id))),
  )

/**
 * Places stickers on a card. The highest priority, then the oldest, gets a position. An exclusive
 * sticker is shown alone or not at all.
 */
export function assignStickerPositions<Of extends StickerPlacement>(
  stickers: readonly Of[],
): PlacementResult<Of>[] {
  const getAge = ({ id }: Of) => id || Infinity
  const ranked = stickers.toSorted((a, b) => b.priority - a.priority || getAge(a) - getAge(b))
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
