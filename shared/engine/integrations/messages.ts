/** Texts of the states, tests, and histories of integrations. */
export const integrationMessages = {
  email: 'Email',
  sso: 'SSO',
  payment: 'Payments',
  giftCards: 'Gift cards',
  printOnDemand: 'Print on demand',
  notConfigured: 'Not configured',
  draft: 'Draft',
  verified: 'Verified',
  active: 'Active',
  degraded: 'Failing',
  disabled: 'Disabled',
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Skipped',
  unknown: 'Not checked',
  incomplete: 'Incomplete',
  running: 'Running',
  test: 'Test',
  check: 'Automatic check',
  testSignIn: 'Test sign-in',
  activated: 'Activated',
  recovered: 'Active again',
  changed: 'Settings changed',
  status: 'Status',
  lastTest: 'Last test',
  lastResult: 'Last test result',
  lastError: 'Last error',
  activate: 'Activate',
  disable: 'Disable',
} as const

type StepCounts = { passed: number; skipped: number; unknown: number }

/** Summarizes the steps of a test that didn't fail: "3 steps passed, 1 skipped". */
export function formatStepCounts({ passed, skipped, unknown }: StepCounts): string {
  if (skipped === 0 && unknown === 0) return 'All steps passed'
  return [
    passed === 1 ? '1 step passed' : `${passed} steps passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unknown > 0 ? [`${unknown} not checked`] : []),
  ].join(', ')
}
