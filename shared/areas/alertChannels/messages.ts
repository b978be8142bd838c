/** The severities of alerts, most severe last. */
export const alertSeverityLabels = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
} as const

/** Why a text can't be the filter of an alert rule. */
export const alertRuleMessages = {
  noFilter: 'Paste the URL of a list of stores that is filtered or searched.',
  savedSelection: "A saved selection isn't a filter. Choose its stores in the field Stores.",
  ignoredParam: (name: string, reason: string) =>
    `All Stores can't be filtered like this: ${name} ${reason}.`,
} as const
