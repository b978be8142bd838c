/** The panel of a scheduled change, in the URL of their list. */
export const scheduledChangePanel = 'details'

/** Returns the console's URL of a scheduled change. */
export const buildScheduledChangeUrl = (id: number): string =>
  `/scheduledChanges?${scheduledChangePanel}=${id}`
