/** Where the forms that start and stop a view of another account go. */
export const viewPath = '/view-as'
export const stopViewPath = '/view-as/stop'

/** The field with the ID of the account to view. */
export const viewedUserField = 'userId'

/** The panel of Users that asks before a view, and the parameter that says why none started. */
export const viewPanelParam = 'viewAs'
export const viewFailureParam = 'failed'

/** Why a view didn't start. */
export const viewFailures = ['refused', 'unavailable'] as const
export type ViewFailure = (typeof viewFailures)[number]

/** Builds the URL of the panel that asks before a view. */
export const buildViewPanelUrl = (userId: number | string, failure?: ViewFailure): string =>
  `/users?${new URLSearchParams({
    [viewPanelParam]: String(userId),
    ...(failure && { [viewFailureParam]: failure }),
  })}`
