/**
 * Which active stores lack something that operators are told of, by their places in the plans. All others are ready, so that the
 * dashboard shows a few things to do among many stores that work.
 */
export const storeGaps = {
  admin: [5, 93],
  domain: [3, 65, 145],
  contrast: [48, 128, 208],
  theme: [73, 153],
} as const satisfies Record<string, readonly number[]>

export type StoreGap = keyof typeof storeGaps

export const hasGap = (gap: StoreGap, index: number): boolean => {
  const places: readonly number[] = storeGaps[gap]
  return places.includes(index)
}
