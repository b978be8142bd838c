import { lazyPart } from '../runtime/lazyPart.ts'

/** What can be done with chosen records. */
export const bulkBar = lazyPart(async () => (await import('./bulk/BulkBar.tsx')).BulkBar)

/** What stands where a list has no rows. */
export const noRows = lazyPart(async () => (await import('./table/NoRows.tsx')).NoRows)
