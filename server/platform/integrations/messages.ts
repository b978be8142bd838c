/** What integrations of every kind say to operators. */
export const integrationMessages = {
  testedOnceSaved: 'Tested once the settings are saved.',
  activated: 'All steps passed, and it is active now.',
  signedOnceSaved: 'The key that signs requests is made when the settings are saved.',
} as const
