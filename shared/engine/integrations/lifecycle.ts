import type { IntegrationState } from './states.ts'

/** Tests of all steps passed or failed, checks by themselves (`checkPass`, `checkFail`, `degrade`), or what operators do. */
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

/** Where each state leads; machine and platform read this. Changed settings are a draft again until a test of them passed. */
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

/** So many failed checks in a row make an active one degraded. */
export const failuresUntilDegraded = 3

/** Where an integration stands: whether the last test of its present settings passed, and how many checks failed since one did not. */
export type IntegrationHealth = { state: IntegrationState; proven: boolean; failures: number }

/** Where a record of an integration stands; an unknown state of another platform allows nothing. */
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

/** Nothing was set up yet. */
export const unconfiguredHealth: IntegrationHealth = {
  state: 'not_configured',
  proven: false,
  failures: 0,
}

/** What an event makes of it; null where its state does not allow that, or nothing was proven. */
export function getNextStatus(
  standing: IntegrationHealth,
  event: LifecycleEvent,
): IntegrationHealth | null {
  const { state, proven } = standing
  const allowed: Partial<Record<LifecycleEvent, IntegrationState>> = integrationLifecycle[state]
  const next = allowed[event]
  if (!next || (event === 'activate' && !proven)) return null
  if (event === 'checkFail') {
    const failures = Math.min(standing.failures + 1, failuresUntilDegraded)
    const isTooMuch = failures === failuresUntilDegraded
    return { state: (isTooMuch && allowed.degrade) || next, proven, failures }
  }
  if (event === 'degrade') return { state: next, proven, failures: failuresUntilDegraded }
  const failures = event === 'fail' ? standing.failures : 0
  return { state: next, proven: getNextProven(proven, event), failures }
}

function getNextProven(proven: boolean, event: LifecycleEvent): boolean {
  if (event === 'pass') return true
  return proven && !['fail', 'change', 'configure', 'remove'].includes(event)
}
