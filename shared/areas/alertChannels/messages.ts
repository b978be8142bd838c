/** The severities of alerts, most severe last. */
export const alertSeverityLabels = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
} as const

/** Why a text can't be the filter of an alert rule, if it has no parameters of a list. */
export const noFilterMessage = 'Paste the URL of a filtered list of stores.'
