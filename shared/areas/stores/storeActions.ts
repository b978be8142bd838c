/** What holds the actions of a store on its page; an address that leads there opens their menu, without a script too. */
export const storeActionsId = 'actions'

/** The page of a store at this address with its actions in sight. */
export const buildStoreActionsUrl = (page: string): string => `${page}#${storeActionsId}`
