import { instant, optional, select, text } from '../fields/fields.ts'
import { integrationStates } from './states.ts'
import { testOutcomes } from './tests.ts'
import { integrationMessages } from './messages.ts'

/** A record with settings is always configured. */
const { not_configured: _unset, ...configuredStates } = integrationStates

/**
 * Fields of integrations in addition to their settings: `derived: { ...integrationFields },
 * extraColumns: integrationColumns`. `addLifecycleColumns` creates the columns.
 */
export const integrationFields = {
  state: select(integrationMessages.status, configuredStates, { initial: 'draft' }),
  lastTestAt: optional(instant(integrationMessages.lastTest)),
  lastOutcome: optional(select(integrationMessages.lastResult, testOutcomes)),
  /** Reason why the last test or check failed. */
  problem: optional(text(integrationMessages.lastError, { max: 500 })),
}

/** Version of the settings, version that last passed a test, and how many checks failed since. */
export const integrationColumns = ['settingsVersion', 'provenVersion', 'failures'] as const
