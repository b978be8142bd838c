/** Texts for testing and activating in setup forms. */
export const setupMessages = {
  testTyped: 'Test only',
  saveAndTest: 'Save and test',
  saveAndActivate: 'Save, test, and activate',
  testAsks: 'Test',
  typedResult: 'Test of unsaved settings',
  typedPassed: 'The test passed. Nothing has been saved yet.',
  typedFailed: 'The test failed. Nothing was saved.',
  typedUnknown: "No steps failed, but some couldn't be checked. Nothing has been saved yet.",
  next: 'The test passed.',
  nextUnknown: (count: number) =>
    `The test passed, but ${count} ${count === 1 ? 'step' : 'steps'} couldn't be checked:`,
  activateAnyway: 'Activate anyway',
  assign: 'Assign to stores',
  assignExplain: 'No stores use these settings yet.',
} as const
