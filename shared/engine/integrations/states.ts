import { integrationMessages } from './messages.ts'

/** States of an integration (screens.md, "Every integration"). */
export const integrationStates = {
  not_configured: integrationMessages.notConfigured,
  draft: integrationMessages.draft,
  verified: integrationMessages.verified,
  active: integrationMessages.active,
  degraded: integrationMessages.degraded,
  disabled: integrationMessages.disabled,
} as const
export type IntegrationState = keyof typeof integrationStates
