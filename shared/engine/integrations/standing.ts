import { instant, optional, select, text } from '../fields/fields.ts'
import { integrationStates } from './states.ts'
import { testOutcomes } from './tests.ts'
import { integrationLabels as say } from './messages.ts'

/** What has settings is no longer without a set-up. */
const { not_configured: _unset, ...kept } = integrationStates

/** What is kept of integrations beside settings: `derived: { ...standing }, also: standingAlso`; columns by `addStanding`. */
export const standing = {
  state: select(say.status, kept, { initial: 'draft' }),
  lastTestAt: optional(instant(say.lastTest)),
  lastOutcome: optional(select(say.lastResult, testOutcomes)),
  /** What the last test or check failed at. */
  problem: optional(text(say.lastError, { max: 500 })),
}

/** Which version its settings have, which of them a test passed for last, and how many checks failed since. */
export const standingAlso = ['settingsVersion', 'provenVersion', 'failures'] as const
