/** The parameter that says which check the page was opened to mend: it tells the next one when that is done. */
export const fixParam = 'fix'

/** The parameter by which a page of no store knows whose check that is. */
export const fixStoreParam = 'of'

/** Both, as what a list's panel has of an address for its own. */
export const fixParams = [fixStoreParam, fixParam] as const
