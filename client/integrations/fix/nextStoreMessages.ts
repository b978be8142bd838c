import { formatNumber } from '#shared/format/numbers.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'

/**
 * The number of other stores with the problem that was just fixed, as text, and where to fix it in
 * the next one.
 */
export type NextStore = { label: string; to: string | null }

export const nextStoreMessages = {
  next: (count: number) =>
    `Next: ${count === 1 ? '1 more store' : `${formatNumber(count)} more stores`} with this problem`,
  none: {
    draft: 'No other draft stores have the same problem.',
    active: 'No other active stores have the same problem.',
    suspended: 'No other suspended stores have the same problem.',
    maintenance: 'No other stores in maintenance have the same problem.',
    archived: 'No other archived stores have the same problem.',
  } satisfies Record<StoreStatus, string>,
  noneWithStatus: 'No other stores with this status have the same problem.',
}
