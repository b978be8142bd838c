/** The kinds of alerts, with their labels. */
export const alertKinds = {
  incident: 'Incident',
  integration: 'Integration',
  expiry: 'Expiration',
  deadline: 'Deadline',
  readiness: 'Readiness',
  approval: 'Approval',
} as const
export type AlertKind = keyof typeof alertKinds
