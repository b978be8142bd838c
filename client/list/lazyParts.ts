import { createLazyPart } from '../runtime/lazyPart.ts'

/** What can be done with chosen records. */
export const lazyBulkBar = createLazyPart(async () => (await import('./bulk/BulkBar.tsx')).BulkBar)

/** What stands where a list has no rows. */
export const lazyEmptyList = createLazyPart(
  async () => (await import('./table/EmptyList.tsx')).EmptyList,
)
