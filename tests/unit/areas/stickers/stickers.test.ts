import { describe, expect, test } from 'vitest'
import {
  canShareCard,
  hasNarrowerTargets,
  assignStickerPositions,
} from '#client/areas/stickers/stickerPlacement.ts'
import type { StickerPlacement } from '#client/areas/stickers/stickerPlacement.ts'

const buildSticker = (
  id: number,
  priority: number,
  more: Partial<StickerPlacement> = {},
): StickerPlacement => ({
  id,
  name: `S${id}`,
  position: 'top_left',
  priority,
  exclusive: false,
  storeIds: [],
  groupIds: [],
  categoryIds: [],
  catalogIds: [],
  ...more,
})
const listPlacements = (stickers: StickerPlacement[]) =>
  assignStickerPositions(stickers).map(({ sticker: { id }, loss }) =>
    loss ? `${id} ${loss.by} ${loss.to.id}` : `${id}`,
  )

describe('Sticker placement', () => {
  test('the highest priority wins a place, and the older sticker wins a tie', () => {
    expect(
      listPlacements([
        buildSticker(1, 10),
        buildSticker(2, 30),
        buildSticker(3, 20, { position: 'top_right' }),
      ]),
    ).toEqual(['2', '3', '1 place 2'])
    expect(listPlacements([buildSticker(2, 10), buildSticker(1, 10)])).toEqual(['1', '2 place 1'])
  })

  test('an unsaved sticker counts as the youngest', () => {
    expect(listPlacements([buildSticker(0, 10), buildSticker(7, 10)])).toEqual(['7', '0 place 7'])
  })

  test('an exclusive sticker that wins hides all others', () => {
    const other = buildSticker(2, 20, { position: 'bottom' })
    expect(listPlacements([buildSticker(1, 30, { exclusive: true }), other])).toEqual([
      '1',
      '2 exclusive 1',
    ])
  })

  test('an exclusive sticker that loses is hidden and leaves its place free', () => {
    const exclusive = buildSticker(2, 20, { exclusive: true, position: 'bottom' })
    const later = buildSticker(3, 10, { position: 'bottom' })
    expect(listPlacements([buildSticker(1, 30), exclusive, later])).toEqual(['1', '2 alone 1', '3'])
  })

  test.each([
    [false, {}, {}],
    [true, { storeIds: [1] }, {}],
    [true, { categoryIds: [1] }, { storeIds: [1] }],
    [true, { storeIds: [1] }, { storeIds: [1, 2] }],
    [false, { storeIds: [1, 2] }, { storeIds: [1] }],
    [false, {}, { storeIds: [1] }],
  ])('isNarrower is %s for %o compared with %o', (narrower, other, one) => {
    expect(hasNarrowerTargets(buildSticker(2, 1, other), buildSticker(1, 1, one))).toBe(narrower)
  })

  test.each([
    [true, {}, {}],
    [true, { storeIds: [1] }, {}],
    [true, { storeIds: [1, 2] }, { storeIds: [2, 3] }],
    [false, { storeIds: [1] }, { storeIds: [2] }],
    [false, { groupIds: [1] }, { groupIds: [2] }],
    [false, { categoryIds: [1] }, { categoryIds: [2] }],
    [false, { catalogIds: [1] }, { catalogIds: [2] }],
    [false, { storeIds: [1], categoryIds: [1] }, { storeIds: [1], categoryIds: [2] }],
  ])('canOverlap is %s for %o and %o', (overlaps, one, other) => {
    expect(canShareCard(buildSticker(1, 1, one), buildSticker(2, 1, other))).toBe(overlaps)
    expect(canShareCard(buildSticker(2, 1, other), buildSticker(1, 1, one))).toBe(overlaps)
  })
})
