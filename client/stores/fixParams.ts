/** The parameter that says which check the page was opened to mend: it tells the next one when that is done. */
export const fixParam = 'fix'

/** The parameter by which a page of no store knows whose check that is. */
export const fixStoreParam = 'of'
