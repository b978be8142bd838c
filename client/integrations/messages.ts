/** Texts for testing and activating in setup forms. */
export const setupMessages = {
  testTyped: 'Test without saving',
  saveAndTest: 'Save and test',
  saveAndActivate: 'Save, test, and activate',
  testLegend: 'Test',
  typedResult: 'Test of unsaved settings',
  typedPassed: 'The test passed. Nothing has been saved yet.',
  typedFailed: 'The test failed. Nothing was saved.',
  typedUnknown: "No steps failed, but some couldn't be checked. Nothing has been saved yet.",
  next: 'The test passed.',
  nextUnknown: (count: number) =>
    count === 1
      ? "The test passed, but 1 step couldn't be checked:"
      : `The test passed, but ${count} steps couldn't be checked:`,
  unknownRisk: (count: number) =>
    count === 1
      ? "If you activate now, you'll find out only later whether this step works."
      : "If you activate now, you'll find out only later whether these steps work.",
  activateAnyway: 'Activate anyway',
  assign: 'Assign to stores',
  assignExplain: 'No stores use these settings yet.',
} as const
