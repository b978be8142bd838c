/**
 * The parameter that names the check that the page was opened to fix, so that it can suggest the
 * next one once it's fixed.
 */
export const fixParam = 'fix'

/** The parameter that names the store whose check it is, on pages outside a store. */
export const fixStoreParam = 'of'

/** Both parameters. A list keeps them in the URLs of its panels. */
export const fixParams = [fixStoreParam, fixParam] as const
