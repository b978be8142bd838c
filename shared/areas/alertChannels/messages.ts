/** The severities of alerts, most severe last. */
export const alertSeverityLabels = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
} as const
