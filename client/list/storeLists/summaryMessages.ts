import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'

/** Separate from the panel's messages, because every form of a record loads these. */
export const storeSummaryMessages = {
  count: (count: number) => (count === 0 ? 'No stores' : formatRecordCount(storeReference, count)),
  show: 'View stores',
} as const
