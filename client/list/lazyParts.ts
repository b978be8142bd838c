import { createLazyPart } from '../runtime/lazyPart.ts'

/** Actions on selected records. */
export const lazyBulkBar = createLazyPart(async () => (await import('./bulk/BulkBar.tsx')).BulkBar)

/** Content of a list without rows. */
export const lazyEmptyList = createLazyPart(
  async () => (await import('./table/EmptyList.tsx')).EmptyList,
)
