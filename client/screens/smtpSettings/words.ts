/** What the screen of mail settings says. */
export const smtpWords = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  makeDefault: 'Set as platform default',
  assign: 'Assign to stores',
  duplicate: 'Duplicate',
  sent: 'Its mails',
  delete: 'Delete',
  default: 'Default',
  storesOf: (count: number, name: string) =>
    `${count} ${count === 1 ? 'store uses' : 'stores use'} ${name}`,
  mailsOf: (count: number, status: 'sent' | 'failed') => `${count} ${status} in 24 hours`,
  paused: 'Paused',
  defaultAsks: 'Is it to be the platform default?',
  defaultExplain:
    'It then serves every store that has no setting of its own, and mail to operators. The default of now is kept, for chosen stores.',
  defaultNext: 'See what changes',
  assignAsks: 'Which stores are to use it?',
  assignExplain: 'What that changes is told first. It is done as a job, which can be undone.',
  assignNext: 'See what changes',
  chooseStores: 'Stores: Choose at least one',
  duplicateAsks: 'What is the copy to be called?',
  duplicateExplain:
    'It is a draft with the same relay and password, for chosen stores. Test and activate it.',
  duplicateSubmit: 'Duplicate',
  copyOf: (name: string) => `${name} (copy)`,
  mails: 'Mails',
  retry: 'Send once more',
  retryAsks: 'Is it to be sent once more?',
  retryExplain: 'It is tried at once, and again later where the server is not there.',
  notFailed: 'Only mail that failed is sent once more.',
} as const
