/**
 * ID of a store page's actions menu. A URL with this fragment opens the menu, even without
 * JavaScript.
 */
export const storeActionsId = 'actions'

/** Builds the URL of a store's page with its actions menu open. */
export const buildStoreActionsMenuUrl = (page: string): string => `${page}#${storeActionsId}`
