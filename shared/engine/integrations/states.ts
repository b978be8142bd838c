import { integrationLabels as say } from './messages.ts'

/** The states of an integration (screens.md, "Every integration"). */
export const integrationStates = {
  not_configured: say.notConfigured,
  draft: say.draft,
  verified: say.verified,
  active: say.active,
  degraded: say.degraded,
  disabled: say.disabled,
} as const
export type IntegrationState = keyof typeof integrationStates
