/** Texts of the page that the link of a message leads to. */
export const alertPageMessages = {
  what: 'alert',
  states: {
    open: 'Open',
    snoozed: 'Snoozed',
    resolved: 'Dismissed',
    fixed: 'Fixed',
    decided: 'Decided',
  },
  facts: {
    since: 'Since',
    stores: 'Stores',
    owner: 'Assigned to',
    unassigned: 'Unassigned',
    snoozedUntil: 'Snoozed until',
    reason: 'Reason',
  },
  acknowledge: 'Acknowledge',
  acknowledged: 'You acknowledged this alert.',
  acknowledgeHint: 'This assigns the alert to you. Alert channels then send no reminders.',
  details: 'Details',
  assign: 'Assign',
  snooze: 'Snooze',
  reopen: 'Reopen',
  comments: 'Comments',
  fixedAt: (time: string) => `This alert was fixed on ${time}. Nothing more needs to be done.`,
  decidedAt: (time: string) =>
    `All requests in this alert were decided on ${time}. Nothing more needs to be done.`,
  linkFailed: "This link doesn't work",
  linkFailedText: "The link isn't valid, or you can't view its alert.",
  all: 'Open all alerts',
} as const
