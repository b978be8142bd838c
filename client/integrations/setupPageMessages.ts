export const setupPageMessages = {
  nextFix: (check: string) => `Next fix: ${check}`,
  backToStore: 'Back to the store',
  viewIncident: 'View incident',
  fixProblemBelow: 'Fix the error below, then test and activate the settings.',
  unchecked: (steps: number) =>
    steps === 1 ? "The test couldn't check 1 step." : `The test couldn't check ${steps} steps.`,
  degraded: 'This integration stopped working.',
  settings: 'Settings',
  steps: 'Next steps',
  next: [
    ['Save', 'This creates a draft.'],
    ['Test', 'Each step shows what it found and how to fix a failure.'],
    ['Activate', 'You can activate once the saved settings pass a test.'],
  ],
  toEnter: (values: number) =>
    values === 1
      ? "Enter this value in the provider's settings"
      : "Enter these values in the provider's settings",
  schedule: { activate: 'Schedule activation...', disable: 'Schedule disabling...' },
  life: 'Integration status',
  test: 'Connection test',
  testTitle: (name: string) => `Test ${name}`,
  run: 'Test',
  again: 'Run test',
  goToTest: 'Go to the connection test',
  savedAlone: 'The test uses the saved settings.',
  refresh: 'Refresh',
  never: 'Not tested yet.',
  needed: 'Required',
  older: (version: number) =>
    `This result is for version ${version} of the settings, which have changed since then. Test again.`,
  running: 'running',
  results: { passed: 'passed', failed: 'failed', skipped: 'skipped', unknown: 'not checked' },
  timedResults: {
    passed: (ms: number) => `passed, ${ms} ms`,
    failed: (ms: number) => `failed, ${ms} ms`,
  },
  goToField: 'Go to field',
  history: 'History',
  statusFailing: 'Status changed to Failing',
  statusFailingBecause: (reason: string) => `Status changed to Failing: ${reason}`,
  found: (when: string) => `Results of the automatic check on ${when}`,
  empty: 'No tests yet',
  version: (version: number) => `Settings version ${version}`,
  activate: 'Activate',
  disable: 'Disable',
  stops: (name: string, stores: number) => ({
    reaches: () =>
      stores > 0
        ? `Disable ${name}? Until you activate it again:`
        : `Disable ${name}? No stores use it.`,
  }),
  prove: 'Test the current settings first. You can activate them once the test passes.',
  despite: "The test couldn't check these steps:",

  activateDespite: 'Activate anyway',
  remove: (kind: string) => `Delete this ${kind}`,
  removeExplain: 'This deletes the settings and secrets. The history is kept.',
  removeUsed: (kind: string) => `Disable this ${kind} before you delete it.`,
  typeName: (name: string) => `Enter "${name}" to confirm`,
  notTyped: 'Enter the name first.',
  tests: 'Test and history',
  testSignIn: 'Test sign-in...',
  lastTest: 'Last test sign-in',
  noTest:
    "No test sign-in yet. A test opens the provider's sign-in page and doesn't start a session.",
  claims: (count: number) => (count === 1 ? '1 claim' : `${count} claims`),
} as const
