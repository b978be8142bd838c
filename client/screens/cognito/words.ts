/** What the screen of the Cognito setup says. */
export const cognitoWords = {
  title: 'Cognito setup',
  compare: 'Compare with the live pool',
  compareTitle: 'Compared with the live pool',
  compareExplain:
    'With AWS keys the settings here can be compared with those of the pool, and theirs taken over.',
  compareWith: 'It takes keys of AWS: give and save them under "Live pool" above.',
  same: 'Nothing differs: the pool is set up as it says here.',
  differences: 'Differences',
  field: 'Setting',
  ours: 'Here',
  theirs: 'In the pool',
  choose: (field: string) => `Take over ${field}`,
  takeOver: 'Take over theirs',
  none: 'Choose what to take over',
  isSet: 'Set',
  isNotSet: 'Not set',
  differs: 'Set, another one',
  empty: 'None',
} as const
