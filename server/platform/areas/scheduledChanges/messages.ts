import { formatNumber } from '#shared/format/numbers.ts'

const countRecords = (count: number) =>
  count === 1 ? '1 record' : `${formatNumber(count)} records`

/** Texts about scheduled changes: rejections, problems, alerts, and results. */
export const scheduledChangeMessages = {
  timesBody:
    'The body must contain "startsAt", a local time like 2026-11-28T22:00, and "timeZone".',
  actionBody: (names: string) => `The body must contain "action", one of ${names}.`,
  required: (label: string) => `Enter the ${label.toLowerCase()}.`,
  notLocalTime: 'Enter a date and a time, like 2026-11-28T22:00.',
  notZone: 'Choose a time zone from the list.',
  onlyStores: "Only changes of stores can use each store's own time zone.",
  past: 'The start must be in the future.',
  tooFar: 'The start must be within the next 366 days.',
  endNotAfterStart: 'The end must be after the start.',
  noUndo: "This change can't be undone, so it can't have an end.",
  skipped: (local: string, zone: string) =>
    `${local} doesn't exist in ${zone}, because clocks are set forward then. Choose another time.`,
  twice: (local: string, zone: string) =>
    `${local} occurs twice in ${zone}, because clocks are set back then. Choose which one.`,
  guardNeedsEnd:
    'Only a change with an end can be stopped: until the end, the previous values can be restored.',
  guardTripped: (rise: string) =>
    `${rise} End the change now to restore the previous values, or keep it.`,
  planUsed: 'This preview was already used. Preview the change again.',
  planExpired: 'This preview has expired. Preview the change again.',
  nothingToChange: 'No records would change.',
  onlyMaintenanceNotice: 'Only the start of maintenance can be announced to store admins.',
  unknownNotice: 'Choose when to email store admins from the list.',
  noticeTooLate: 'There is too little time before the start. Choose a shorter notice.',
  limitRaised: (stores: number) =>
    `Other operators can then change up to ${formatStores(stores)} without approval.`,
  immediateLimitRaised: (stores: number) =>
    `Other operators can then change up to ${formatStores(stores)} at once without approval.`,
  scheduleInstead: (stores: number, limit: number) =>
    `This change reaches ${formatStores(stores)}, and more than ${formatNumber(limit)} need a second operator. Schedule it, so that one can approve it.`,
  withoutApproval: (changes: number) =>
    changes === 1
      ? '1 change of the last 30 days would have needed no approval.'
      : `${formatNumber(changes)} changes of the last 30 days would have needed no approval.`,
  overlaps: (title: string) => `Overlaps with a scheduled change: ${title}`,
  overlapsFound: (count: number) =>
    count === 1
      ? 'Another scheduled change overlaps with this one.'
      : `${formatNumber(count)} other scheduled changes overlap with this one.`,
  notPossible: (state: string) => `This isn't possible: the change has the status ${state}.`,
  authorGone: (author: string) =>
    `${author} scheduled this change, but can't sign in anymore. Schedule it again.`,
  noPermission: (author: string) =>
    `${author} scheduled this change, but no longer has the permission for it.`,
  endBlocked: (reason: string) => `The end couldn't be carried out. ${reason}`,
  unknownAction: "This version of the platform doesn't have this action anymore.",
  noRecords: 'None of its records can be changed anymore.',
  missed: 'The platform was down at the start, and it was too late afterward.',
  notApproved: 'The change was not approved before the start.',
  changedSince: (labels: string) => `${labels} changed after this was scheduled.`,
  recordGone: "This record doesn't exist anymore.",
  skippedRecords: (count: number) => `${countRecords(count)} skipped or failed.`,
  notRestored: (count: number) => `${countRecords(count)} couldn't be restored.`,
  jobFailed: 'Its job failed.',
  alertTitle: {
    missed: (title: string) => `Scheduled change missed: ${title}`,
    failed: (title: string) => `Scheduled change failed: ${title}`,
    stopped: (title: string) => `Scheduled change stopped by its guard: ${title}`,
    partly: (title: string) => `Scheduled change incomplete: ${title}`,
  },
  approvalTitle: (title: string) => `Scheduled change waiting for approval: ${title}`,
  approvalDetail: (author: string, start: string) =>
    `Scheduled by ${author}, to start on ${start}.`,
  starts: (title: string) => `${title} (start)`,
  ends: (title: string) => `${title} (end)`,
  noticeSubject: (store: string) => `Maintenance of ${store}`,
  noticeText: (store: string, start: string, end: string | null) =>
    end === null
      ? `${store} will be in maintenance from ${start}. Members can't use it during that time.`
      : `${store} will be in maintenance from ${start} to ${end}. Members can't use it during that time.`,
} as const

const formatStores = (stores: number) =>
  stores === 1 ? '1 store' : `${formatNumber(stores)} stores`
