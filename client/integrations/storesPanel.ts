import { createLazyPart } from '../runtime/lazyPart.ts'

/** One module for the panel, its loader, and its forms, as lists have it: each more would split what first loads share. */
export const importStoreLists = () => import('../list/storeLists/panels.tsx')

/** The stores of a setup, over its page. */
export const lazyStoresPanel = createLazyPart(async () => (await importStoreLists()).StoreListPanel)
