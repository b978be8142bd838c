/** The page of the operator's own account, and the parameter that names its section. */
export const accountPath = '/account'
export const accountSectionParam = 'section'

/** Builds the URL of a section; without a name, of the first one. */
export const buildAccountUrl = (section?: string): string =>
  section === undefined ? accountPath : `${accountPath}?${accountSectionParam}=${section}`
