import { lazyPart } from '../lazyPart.ts'

/** The stores of a setup, over its page. */
export const storesPanel = lazyPart(
  async () => (await import('../storeLists/StoreListPanel.tsx')).StoreListPanel,
)
