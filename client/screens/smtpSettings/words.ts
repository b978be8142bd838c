import { formatNumber } from '#shared/numbers.ts'

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
  waiting: (count: number) => `${count} ${count === 1 ? 'email is' : 'emails are'} waiting`,
  /** In the narrow column of the list, beside the state. */
  waitingInList: (count: number) => `${formatNumber(count)} waiting`,
  whyWaiting: {
    paused: 'Sending is paused.',
    untested: "This setting isn't active. Once its test passes, they're sent.",
    inactive: "This setting isn't active. Activate it to send them.",
  },
  release: {
    paused: 'Resume sending',
    untested: 'Test and send',
    inactive: 'Activate and send',
  },
  titles: {
    default: (name: string) => `Make ${name} the platform default`,
    assign: (name: string) => `Assign ${name} to stores`,
    duplicate: (name: string) => `Duplicate ${name}`,
  },
  defaultExplain:
    'It then serves every store that has no setting of its own, and mail to operators. The default of now is kept, for chosen stores.',
  defaultNext: 'See what changes',
  assignExplain: 'What that changes is told first. It is done as a job, which can be undone.',
  assignNext: 'See what changes',
  servesAll: 'Stores: The platform default serves all that have no setting of their own',
  chooseStores: 'Stores: Choose at least one',
  duplicateExplain:
    'It is a draft with the same relay and password, for chosen stores. Test and activate it.',
  duplicateSubmit: 'Duplicate',
  copyOf: (name: string) => `${name} (copy)`,
  mails: 'Mails',
  retry: 'Send once more',
  retryTitle: (to: string) => `Send the mail to ${to} once more`,
  retryExplain: 'It is tried at once, and again later where the server is not there.',
  notFailed: 'Only mail that failed is sent once more.',
} as const
