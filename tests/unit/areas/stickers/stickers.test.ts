import { describe, expect, test } from 'vitest'
import { canOverlap, isNarrower, placeStickers } from '#client/areas/stickers/stickerPlacement.ts'
import type { StickerPlacement } from '#client/areas/stickers/stickerPlacement.ts'

const sticker = (
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
const told = (stickers: StickerPlacement[]) =>
  placeStickers(stickers).map(({ sticker: { id }, loss: lost }) =>
    lost ? `${id} ${lost.by} ${lost.to.id}` : `${id}`,
  )

describe('who wins where', () => {
  test('each place is for the highest priority, of equal ones for the older', () => {
    expect(
      told([sticker(1, 10), sticker(2, 30), sticker(3, 20, { position: 'top_right' })]),
    ).toEqual(['2', '3', '1 place 2'])
    expect(told([sticker(2, 10), sticker(1, 10)])).toEqual(['1', '2 place 1'])
  })

  test('one that is being made is the youngest', () => {
    expect(told([sticker(0, 10), sticker(7, 10)])).toEqual(['7', '0 place 7'])
  })

  test('an exclusive one that wins stands alone', () => {
    const other = sticker(2, 20, { position: 'bottom' })
    expect(told([sticker(1, 30, { exclusive: true }), other])).toEqual(['1', '2 exclusive 1'])
  })

  test('an exclusive one that does not win stands nowhere, and takes no place', () => {
    const exclusive = sticker(2, 20, { exclusive: true, position: 'bottom' })
    const later = sticker(3, 10, { position: 'bottom' })
    expect(told([sticker(1, 30), exclusive, later])).toEqual(['1', '2 alone 1', '3'])
  })

  test.each([
    [false, {}, {}],
    [true, { storeIds: [1] }, {}],
    [true, { categoryIds: [1] }, { storeIds: [1] }],
    [true, { storeIds: [1] }, { storeIds: [1, 2] }],
    [false, { storeIds: [1, 2] }, { storeIds: [1] }],
    [false, {}, { storeIds: [1] }],
  ])('whether one is for less is %s of %o beside %o', (less, other, one) => {
    expect(isNarrower(sticker(2, 1, other), sticker(1, 1, one))).toBe(less)
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
  ])('whether two can meet on a card is %s for %o and %o', (meets, one, other) => {
    expect(canOverlap(sticker(1, 1, one), sticker(2, 1, other))).toBe(meets)
    expect(canOverlap(sticker(2, 1, other), sticker(1, 1, one))).toBe(meets)
  })
})
