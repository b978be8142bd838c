import { formatNumber } from '../format/numbers.ts'

/** Messages of outcomes, by their name in the URL. */
export const flashTexts = {
  created: 'Created',
  saved: 'Saved',
  'saved-untested':
    "Saved but not tested, because you've run too many tests. Wait a minute, then test.",
  unchanged: 'Nothing changed',
  deleted: 'Deleted',
  reordered: 'List order saved',
  'columns-kept': 'Columns saved',
  reset: 'Reset to the platform default',
  'status-changed': 'Status changed',
  'signed-out-user': 'Sessions ended',
  'session-ended': 'Session ended',
  'other-sessions-ended': 'All your other sessions ended',
  'factors-reset': 'Second factors removed',
  'factor-removed': 'Second factor removed',
  'passkey-renamed': 'Passkey renamed',
  'password-set': 'Your password is set. Sign in with it now.',
  'store-admin-set': 'Your password is set. Sign in at your store.',
  reassigned: 'Deleted. Its users are now in the group you chose.',
  'deletion-planned': 'The store is archived and scheduled for deletion.',
  'request-approved': 'Approved',
  'request-rejected': 'Rejected',
  'request-withdrawn': 'Withdrawn',
  'taken-back': 'Entry reversed',
  expired: 'Expired',
  'reversal-waits': 'A second operator must approve the reversal.',
  'credit-waits': 'Saved. A second operator must approve these credits first.',
  'program-waits': "Saved. A second operator must approve this group's credits first.",
  'program-approved': 'Credits approved',
  'refund-requested': "Refund sent. The provider hasn't responded yet.",
  'refund-waits': 'Saved. A second operator must approve this refund first.',
  'refund-processing': 'The provider is processing the refund.',
  'refund-unknown': "We still don't know whether the provider made the refund.",
  'refund-succeeded': 'Refunded',
  'refund-failed': 'The refund failed. Its entry under Refunds says why.',
  restored: 'Store restored',
  duplicated: 'Store duplicated. This is the new draft.',
  copied: 'Copied',
  'copies-wait': 'Copied. A second operator must approve the credits for some copies.',
  'view-first': 'This is now your default view.',
  'view-shared': 'Shared with everyone who can see the list',
  'view-unshared': 'Now only you can see this view.',
  'put-back': 'Change undone',
  undone: 'Undone, except for records that have changed since then.',
  'view-ended': 'You stopped viewing as another user.',
  'zone-kept': 'Times are now shown in your time zone.',
  'store-created': 'Store created',
  'job-started': 'Started. Follow its progress under Jobs in the top bar.',
  posted: 'Resent',
  pinged: 'Test event sent',
  replayed: 'Deliveries are being sent again.',
  revoked: 'Revoked',
  scheduled: 'Scheduled',
  'schedule-started': 'Started',
  'schedule-failed': "The change couldn't start. Open it to see why.",
  'schedule-canceled': 'Canceled',
  'schedule-ending': 'The previous values are being restored.',
  'schedule-kept': 'Kept permanently',
  'test-started': 'The test is running.',
  activated: 'Activated',
  disabled: 'Disabled',
  refreshed: 'Refreshed',
  taken: 'Assigned to you',
  released: 'Unassigned',
  snoozed: 'Alert snoozed',
  resolved: 'Alert dismissed',
  reopened: 'Reopened',
  'already-fixed': 'Already fixed',
  frozen: "Gift cards are frozen and won't be sent.",
  unfrozen: 'Gift cards unfrozen',
  'comment-saved': 'Comment saved',
  'comment-deleted': 'Comment deleted',
  'invitation-sent': 'Email sent',
  erased: 'Member erased',
  'signed-out': "You're signed out.",
  'password-changed': 'Your password was changed. Your other sessions were ended.',
} as const

export type FlashKey = keyof typeof flashTexts

/** Messages of outcomes that name the record, which a flash with one of these keys must have. */
export const recordFlashTexts = {
  created: (name: string) => `Created ${name}`,
  saved: (name: string) => `Saved ${name}`,
  'saved-untested': (name: string) =>
    `Saved ${name} but didn't test it, because you've run too many tests. Wait a minute, then test.`,
  unchanged: (name: string) => `Nothing changed in ${name}`,
  reordered: (name: string) => `Saved ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  'columns-kept': (name: string) => `Saved your columns for ${name}`,
  copied: (name: string) => `Copied ${name}`,
  'copies-wait': (name: string) =>
    `Copied ${name}. A second operator must approve the credits for some copies.`,
  reassigned: (name: string) => `Deleted ${name}. Its users are now in the group you chose.`,
  'request-approved': (name: string) => `Approved ${name}`,
  'request-rejected': (name: string) => `Rejected ${name}`,
  'request-withdrawn': (name: string) => `Withdrew ${name}`,
  'refund-requested': (name: string) => `Refund sent. The provider hasn't responded yet: ${name}`,
  'refund-waits': (name: string) => `A second operator must approve this refund: ${name}`,
  'refund-processing': (name: string) => `The provider is processing the refund: ${name}`,
  'refund-unknown': (name: string) =>
    `We still don't know whether the provider made the refund: ${name}`,
  'refund-succeeded': (name: string) => `Refunded: ${name}`,
  'refund-failed': (name: string) => `The refund failed. Open it to see why: ${name}`,
  'taken-back': (name: string) => `Reversed ${name}`,
  pinged: (name: string) => `Sent a test event to ${name}`,
  replayed: (name: string) => `Failed deliveries to ${name} are being sent again.`,
  revoked: (name: string) => `Revoked ${name}`,
  expired: (name: string) => `Expired the remaining credits in ${name}`,
  'reversal-waits': (name: string) => `A second operator must approve this reversal: ${name}`,
  'credit-waits': (name: string) => `Waiting for a second operator to approve ${name}`,
  'program-waits': (name: string) =>
    `Saved. A second operator must approve the credits for ${name}.`,
  'program-approved': (name: string) => `Approved credits for ${name}`,
  scheduled: (name: string) => `Scheduled: ${name}`,
  'schedule-started': (name: string) => `Started: ${name}`,
  'schedule-failed': (name: string) => `The change couldn't start. Open it to see why: ${name}`,
  'schedule-canceled': (name: string) => `Canceled: ${name}`,
  'schedule-ending': (name: string) => `Restoring the previous values: ${name}`,
  'schedule-kept': (name: string) => `Kept permanently: ${name}`,
  refreshed: (name: string) => `Refreshed ${name}`,
  taken: (name: string) => `Assigned to you: ${name}`,
  released: (name: string) => `Unassigned ${name}`,
  snoozed: (name: string) => `Snoozed ${name}`,
  resolved: (name: string) => `Dismissed ${name}`,
  reopened: (name: string) => `Reopened ${name}`,
  'already-fixed': (name: string) => `Already fixed: ${name}`,
  frozen: (name: string) => `Frozen. ${name} won't send gift cards.`,
  unfrozen: (name: string) => `Unfrozen. ${name} can send gift cards again.`,
  'view-first': (name: string) => `${name} is now your default view.`,
  'view-shared': (name: string) => `Shared ${name} with everyone who can see the list`,
  'view-unshared': (name: string) => `Stopped sharing ${name}`,
  'put-back': (name: string) => `Undid the change to ${name}`,
  undone: (name: string) =>
    `Undid the change to ${name}, except for records that have changed since then.`,
  reset: (name: string) => `Reset 1 setting for ${name} to the platform default`,
  'status-changed': (name: string) => `Changed the status of ${name}`,
  'signed-out-user': (name: string) => `Ended all sessions for ${name}`,
  'factors-reset': (name: string) => `Removed the second factors for ${name}`,
  'deletion-planned': (name: string) => `Archived ${name} and scheduled it for deletion`,
  restored: (name: string) => `Restored ${name}`,
  duplicated: (name: string) => `Duplicated as a draft: ${name}`,
  'store-created': (name: string) => `Created ${name}`,
  'job-started': (name: string) => `Running: ${name}`,
  posted: (name: string) => `Resent to ${name}`,
  'test-started': (name: string) => `Testing ${name}`,
  activated: (name: string) => `Activated ${name}`,
  disabled: (name: string) => `Disabled ${name}`,
  'invitation-sent': (name: string) => `Sent the email to ${name}`,
} satisfies { [Name in FlashKey]?: (name: string) => string }

export type RecordFlashKey = keyof typeof recordFlashTexts

const formatMembers = (count: number) =>
  count === 1 ? '1 member' : `${formatNumber(count)} members`

/** Messages of outcomes with a count and a record's name. */
export const countFlashTexts = {
  created: (_count: number, name: string) => `Created ${name}`,
  added: (count: number, name: string) => `Moved ${formatMembers(count)} to ${name}`,
  removed: (count: number, name: string) => `Removed ${formatMembers(count)} from ${name}`,
}

/** Key of an outcome with a count, such as `created-3`. */
export type CountFlashKey = `${keyof typeof countFlashTexts}-${number}`

/** Messages of outcomes with a count, if the record's name isn't known. */
export const unnamedCountTexts: Record<keyof typeof countFlashTexts, (count: number) => string> = {
  created: (count) =>
    count === 1
      ? 'Created 1 record. The list shows the newest first.'
      : `Created ${formatNumber(count)} records. The list shows the newest first.`,
  added: (count) => `Moved ${formatMembers(count)}`,
  removed: (count) => `Removed ${formatMembers(count)}`,
}
