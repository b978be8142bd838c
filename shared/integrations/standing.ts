import { instant, optional, select, text } from '../engine/fields/fields.ts'
import { integrationStates } from './states.ts'
import { testOutcomes } from './tests.ts'

/** What has settings is no longer without a set-up. */
const { not_configured: _unset, ...kept } = integrationStates

/** What is kept of integrations beside settings: `derived: { ...standing }, also: standingAlso`; columns by `addStanding`. */
export const standing = {
  state: select('Status', kept, { initial: 'draft' }),
  lastTestAt: optional(instant('Last test')),
  lastOutcome: optional(select('Outcome of last test', testOutcomes)),
  /** What the last test or check failed at. */
  problem: optional(text('Problem', { max: 500 })),
}

/** Which version its settings have, which of them a test passed for last, and how many checks failed since. */
export const standingAlso = ['settingsVersion', 'provenVersion', 'failures'] as const
