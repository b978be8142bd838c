export const templateWords = {
  more: (name: string) => `More actions for ${name}`,
  preview: 'Preview',
  test: 'Send a test',
  duplicate: 'Duplicate',
  pause: 'Pause',
  resume: 'Go on',
  cards: 'Cards sent by it',
  delete: 'Delete',
  sync: 'Synchronise catalogue',
  syncExplain:
    'All products of Runa are read anew, of each environment that has a key. What Runa has no more is flagged in the templates that name it. It is done every hour, too.',
  withdrawn: (count: number) =>
    count === 1
      ? 'One of its products cannot be ordered any more. Choose another one.'
      : `${count} of its products cannot be ordered any more. Choose others.`,
  allFrozen: (environment: string, reason: string) =>
    `${environment}: all gift cards are frozen, nothing is sent. ${reason}`,
  frozen: 'Frozen',
  lifted: 'Where that is lifted',
  of: (sent: string, cap: string) => `${sent} of ${cap}`,
  titles: {
    test: (name: string) => `Send a test of ${name}`,
    duplicate: (name: string) => `Duplicate ${name}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Go on with ${name}`,
    preview: (name: string) => `Preview of ${name}`,
  },
  duplicateExplain: 'The copy sends nothing before it is made active.',
  copyOf: (name: string) => `Copy of ${name}`.slice(0, 80),
  pauseExplain: 'Stores send no gift card by it until it goes on. What waits is sent.',
  resumeExplain: 'Stores send gift cards by it again, within its schedule.',
  testExplain:
    'A card of the sandbox is ordered, which is worth nothing, and its mail sent. It counts towards the caps.',
  testLive: 'Tests are sent in the sandbox alone. Duplicate the template for the sandbox.',
  amount: 'Amount',
  mail: 'Mail',
  page: 'Page',
  sample: 'Names in braces are filled with samples.',
  again: 'Send once more',
  againTitle: (recipient: string) => `Send the gift card of ${recipient} once more`,
  againExplain: 'It is ordered as a new card, within what the caps have left.',
  show: 'Link and code',
  showTitle: (recipient: string) => `Link and code of ${recipient}`,
  showExplain: 'Whoever has them can spend the card. That you looked is logged.',
  link: 'Link',
  code: 'Code',
} as const
