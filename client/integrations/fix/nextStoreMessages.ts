import { formatNumber } from '#shared/format/numbers.ts'

/**
 * The number of other stores with the problem that was just fixed, as text, and where to fix it in
 * the next one.
 */
export type NextStore = { label: string; to: string | null }

export const nextStoreMessages = {
  next: (count: number) =>
    `Next: ${count === 1 ? '1 more store' : `${formatNumber(count)} more stores`} with this problem`,
  none: (status: string) => `No other stores with the status ${status} have this problem.`,
}
