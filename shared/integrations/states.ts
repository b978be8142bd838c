/** The states of an integration (screens.md, "Every integration"). */
export const integrationStates = {
  not_configured: 'Not configured',
  draft: 'Draft',
  verified: 'Verified',
  active: 'Active',
  degraded: 'Degraded',
  disabled: 'Disabled',
} as const
export type IntegrationState = keyof typeof integrationStates
