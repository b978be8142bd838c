/** The fields of changes to an alert. */
export const alertFieldMessages = { state: 'Status', days: 'Days', reason: 'Reason' }
