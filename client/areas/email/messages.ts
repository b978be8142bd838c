import { formatNumber } from '#shared/format/numbers.ts'

export const smtpSettingsMessages = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  makeDefault: 'Set as platform default',
  assign: 'Assign to stores',
  duplicate: 'Duplicate',
  sent: 'View emails',
  delete: 'Delete',
  default: 'Default',
  storesOf: (count: number, name: string) =>
    `${count} ${count === 1 ? 'store uses' : 'stores use'} ${name}`,
  mailsOf: (count: number, status: 'sent' | 'failed') =>
    `${count} ${count === 1 ? 'email' : 'emails'} ${status} in the last 24 hours`,
  paused: 'Paused',
  waiting: (count: number) => `${count} ${count === 1 ? 'email is' : 'emails are'} waiting`,
  /** Short, for the narrow column beside the state. */
  waitingInList: (count: number) => `${formatNumber(count)} waiting`,
  whyWaiting: {
    paused: 'Sending is paused.',
    untested: "This setting isn't active. We'll send waiting emails once its test passes.",
    inactive: "This setting isn't active. Activate it to send the waiting emails.",
  },
  release: {
    paused: 'Resume sending',
    untested: 'Test and send',
    inactive: 'Activate and send',
  },
  titles: {
    default: (name: string) => `Set ${name} as platform default`,
    assign: (name: string) => `Assign ${name} to stores`,
    duplicate: (name: string) => `Duplicate ${name}`,
  },
  defaultExplain:
    'Operator emails and stores without their own setting will use this setting. Stores assigned to the current default keep it.',
  defaultNext: 'Preview changes',
  assignExplain:
    "First, you'll see a preview of the changes. The assignment runs as a job that you can undo.",
  assignNext: 'Preview changes',
  servesAll:
    'The platform default already serves all stores without their own setting, so remove the stores you selected here.',
  chooseStores: 'Select at least one store.',
  duplicateExplain:
    'The copy is a draft with the same mail server and password. To use the copy, test and activate it, then assign it to stores.',
  duplicateSubmit: 'Duplicate',
  copyOf: (name: string) => `${name} (copy)`,
  retry: 'Resend',
  retryTitle: (to: string) => `Resend email to ${to}`,
  retryExplain: "We'll send the email now and retry later if the server doesn't respond.",
  actions: 'Actions',
  textWhat: 'text',
  notFailed: 'You can only resend failed emails.',
} as const
