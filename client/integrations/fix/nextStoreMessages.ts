import { formatNumber } from '#shared/format/numbers.ts'

/** How many other stores have the problem that was just fixed, in words, and where the next of them is fixed. */
export type NextStore = { label: string; to: string | null }

export const nextStoreMessages = {
  next: (count: number) =>
    `Next: ${count === 1 ? '1 more store' : `${formatNumber(count)} more stores`} with this problem`,
  none: 'No other stores with this status have this problem.',
}
