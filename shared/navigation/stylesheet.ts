/** The cookie that names the stylesheet in the browser's cache. */
export const stylesheetCookieName = 'stylesheet'

/** The attribute of an inline style with the URL of its stylesheet. */
export const stylesheetAttribute = 'data-stylesheet'
