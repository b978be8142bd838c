import { createLazyPart } from '../runtime/lazyPart.ts'

/**
 * One module for the panel, its loader, and its forms, as in lists. More modules would split the
 * chunks that first loads share.
 */
export const importStoreListModule = () => import('../list/storeLists/panels.tsx')

/** The panel of a setup's stores, shown over its page. */
export const lazyStoresPanel = createLazyPart(
  async () => (await importStoreListModule()).StoreListPanel,
)
