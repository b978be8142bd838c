import type { IntegrationState } from './states.ts'

/** Results of tests and of checks (`checkPass`, `checkFail`, `degrade`), and what operators do. */
export type LifecycleEvent =
  | 'configure'
  | 'change'
  | 'pass'
  | 'fail'
  | 'checkPass'
  | 'checkFail'
  | 'degrade'
  | 'activate'
  | 'disable'
  | 'remove'

/**
 * Transitions of each state; machine and platform read this. Changed settings are a draft again
 * until a test of them passes.
 */
export const integrationLifecycle = {
  not_configured: { configure: 'draft' },
  draft: { change: 'draft', pass: 'verified', fail: 'draft', remove: 'not_configured' },
  verified: {
    change: 'draft',
    pass: 'verified',
    fail: 'draft',
    activate: 'active',
    remove: 'not_configured',
  },
  active: {
    change: 'draft',
    pass: 'active',
    fail: 'active',
    checkPass: 'active',
    checkFail: 'active',
    degrade: 'degraded',
    disable: 'disabled',
  },
  degraded: {
    change: 'draft',
    pass: 'active',
    fail: 'degraded',
    checkPass: 'active',
    checkFail: 'degraded',
    disable: 'disabled',
  },
  disabled: {
    change: 'draft',
    pass: 'disabled',
    fail: 'disabled',
    activate: 'active',
    remove: 'not_configured',
  },
} as const satisfies Record<IntegrationState, Partial<Record<LifecycleEvent, IntegrationState>>>

/** This many failed checks in a row degrade an active integration. */
export const failuresUntilDegraded = 3

/**
 * Health of an integration: whether the last test of its current settings passed, and how many
 * checks failed since the last success.
 */
export type IntegrationHealth = { state: IntegrationState; proven: boolean; failures: number }

/** Converts a record of an integration; an unknown state of another platform allows nothing. */
export const toIntegrationHealth = ({
  state,
  settingsVersion,
  provenVersion,
  failures,
}: Readonly<Record<string, unknown>>): IntegrationHealth => ({
  state: state as IntegrationState,
  proven: settingsVersion === provenVersion,
  failures: Number(failures),
})

/** Health before anything is set up. */
export const unconfiguredHealth: IntegrationHealth = {
  state: 'not_configured',
  proven: false,
  failures: 0,
}

/**
 * Returns the health after an event; null if the state doesn't allow the event, or if it activates
 * what isn't proven.
 */
export function getNextStatus(
  health: IntegrationHealth,
  event: LifecycleEvent,
): IntegrationHealth | null {
  const { state, proven } = health
  const allowed: Partial<Record<LifecycleEvent, IntegrationState>> = integrationLifecycle[state]
  const next = allowed[event]
  if (!next || (event === 'activate' && !proven)) return null
  if (event === 'checkFail') {
    const failures = Math.min(health.failures + 1, failuresUntilDegraded)
    const isLimitReached = failures === failuresUntilDegraded
    return { state: (isLimitReached && allowed.degrade) || next, proven, failures }
  }
  if (event === 'degrade') return { state: next, proven, failures: failuresUntilDegraded }
  const failures = event === 'fail' ? health.failures : 0
  return { state: next, proven: getNextProven(proven, event), failures }
}

function getNextProven(proven: boolean, event: LifecycleEvent): boolean {
  if (event === 'pass') return true
  return proven && !['fail', 'change', 'configure', 'remove'].includes(event)
}
