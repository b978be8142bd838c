/** The three cookies of a signed-in visitor (spec.md section 3; attributes: http.md "Cookies"). */
export const cookieNames = ['apiToken', 'storeId', 'userId'] as const
export type CookieName = (typeof cookieNames)[number]
