import { formatNumber } from '#shared/format/numbers.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'

/**
 * The number of other stores with the problem that was just fixed, as text, and where to fix it in
 * the next one.
 */
export type NextStore = { label: string; to: string | null }

export const nextStoreMessages = {
  next: (count: number) =>
    count === 1
      ? 'Next: 1 more store that needs this fix'
      : `Next: ${formatNumber(count)} more stores that need this fix`,
  none: {
    draft: 'No other draft stores need this fix.',
    active: 'No other active stores need this fix.',
    suspended: 'No other suspended stores need this fix.',
    maintenance: 'No other stores in maintenance need this fix.',
    archived: 'No other archived stores need this fix.',
  } satisfies Record<StoreStatus, string>,
  noneWithStatus: 'No other stores with this status need this fix.',
}
