import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { stores } from '#shared/areas/stores/stores.ts'

/** Separate from the panel's messages, because every form of a record loads these. */
export const storeSummaryMessages = {
  count: (count: number) => (count === 0 ? 'No stores' : formatRecordCount(stores, count)),
  show: 'View stores',
} as const
