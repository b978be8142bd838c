/** The panel of a scheduled change, in the URL of their list. */
export const scheduledChangePanel = 'details'

/** The panel that asks when a plan starts, in the URL of the same list. */
export const schedulePlanPanel = 'schedule'

/** Returns the console's URL where a plan is scheduled. */
export const buildSchedulePlanUrl = (plan: number): string =>
  `/scheduledChanges?${schedulePlanPanel}=${plan}`

/** Returns the console's URL of a scheduled change. */
export const buildScheduledChangeUrl = (id: number): string =>
  `/scheduledChanges?${scheduledChangePanel}=${id}`
