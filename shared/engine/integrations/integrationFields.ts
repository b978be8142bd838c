import { instant, optional, select, text } from '../fields/fields.ts'
import { integrationStates } from './states.ts'
import { testOutcomes } from './tests.ts'
import { integrationMessages } from './messages.ts'

/** What has settings is no longer without a set-up. */
const { not_configured: _unset, ...configuredStates } = integrationStates

/** What is kept of integrations beside settings: `derived: { ...standing }, also: integrationColumns`; columns by `addStanding`. */
export const integrationFields = {
  state: select(integrationMessages.status, configuredStates, { initial: 'draft' }),
  lastTestAt: optional(instant(integrationMessages.lastTest)),
  lastOutcome: optional(select(integrationMessages.lastResult, testOutcomes)),
  /** What the last test or check failed at. */
  problem: optional(text(integrationMessages.lastError, { max: 500 })),
}

/** Which version its settings have, which of them a test passed for last, and how many checks failed since. */
export const integrationColumns = ['settingsVersion', 'provenVersion', 'failures'] as const
