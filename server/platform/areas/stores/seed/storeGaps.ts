/**
 * The active stores with gaps that cause alerts, by their index in the plans. All other stores are
 * ready, so the dashboard shows a few things to do among many stores that work.
 */
export const storeGaps = {
  admin: [5, 93],
  domain: [3, 65, 145],
  contrast: [48, 128, 208],
  theme: [73, 153],
} as const satisfies Record<string, readonly number[]>

type StoreGap = keyof typeof storeGaps

export const hasGap = (gap: StoreGap, index: number): boolean => {
  const places: readonly number[] = storeGaps[gap]
  return places.includes(index)
}
