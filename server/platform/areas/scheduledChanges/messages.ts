import { formatInstant } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { utcZone } from '#shared/format/zones.ts'

const countRecords = (count: number) =>
  count === 1 ? '1 record' : `${formatNumber(count)} records`

/** Formats a local time such as `2026-11-28T22:00` as operators read it. */
const formatLocal = (local: string) => formatInstant(`${local}:00.000Z`, utcZone)

/** Texts about scheduled changes: rejections, problems, alerts, and results. */
export const scheduledChangeMessages = {
  timesBody:
    'The body must contain "startsAt", a local time like 2026-11-28T22:00, and "timeZone".',
  actionBody: (names: string) => `The body must contain "action", one of ${names}.`,
  required: (label: string) => `Enter the ${label.toLowerCase()}.`,
  notLocalTime: 'Enter a valid date and time.',
  notZone: 'Choose a time zone from the list.',
  onlyStores: "Only changes of stores can use each store's own time zone.",
  past: 'The start must be in the future.',
  tooFar: 'The start must be within the next 366 days.',
  endNotAfterStart: 'The end must be after the start.',
  noUndo: "This change can't be undone, so it can't have an end.",
  skipped: (local: string, zone: string) =>
    `${formatLocal(local)} doesn't exist in ${zone}, because clocks are set forward then. Choose another time.`,
  twice: (local: string, zone: string) =>
    `${formatLocal(local)} occurs twice in ${zone}, because clocks are set back then. Choose which one.`,
  guardNeedsEnd:
    'Enter an end, or choose Nothing here. Only a change with an end can restore the previous values.',
  guardTripped: (rise: string) =>
    `${rise} End the change now to restore the previous values, or keep it.`,
  planUsed: 'This preview was already used. Preview the change again.',
  planExpired: 'This preview has expired. Preview the change again.',
  nothingToChange: 'No records would change.',
  onlyMaintenanceNotice: 'Only the start of maintenance can be announced to store admins.',
  unknownNotice: 'Choose one of the listed times to email store admins.',
  noticeTooLate: 'The start is too soon for this notice. Choose a shorter one.',
  limitRaised: (stores: number) =>
    `Other operators can then change up to ${formatStores(stores)} without approval.`,
  immediateLimitRaised: (stores: number) =>
    `Other operators can then change up to ${formatStores(stores)} at once without approval.`,
  scheduleInstead: (stores: number, limit: number) =>
    `This change affects ${formatStores(stores)}, but you can change at most ${formatNumber(limit)} at once without approval. Schedule the change, so that another operator can approve it.`,
  withoutApproval: (changes: number) =>
    changes === 1
      ? "1 change in the last 30 days wouldn't have needed approval."
      : `${formatNumber(changes)} changes in the last 30 days wouldn't have needed approval.`,
  overlaps: (title: string) => `Overlaps with a scheduled change: ${title}`,
  overlapsFound: (count: number) =>
    count === 1
      ? 'Another scheduled change overlaps with this one.'
      : `${formatNumber(count)} other scheduled changes overlap with this one.`,
  notPossible: (state: string) => `You can't do this while the change has the status ${state}.`,
  authorGone: (author: string) => `${author} scheduled this change, but can't sign in anymore.`,
  noPermission: (author: string) =>
    `${author} scheduled this change, but no longer has the permission for it.`,
  startBlocked: (reason: string) => `${reason} Schedule the change again.`,
  endBlocked: (reason: string) =>
    `The previous values couldn't be restored. ${reason} Choose "End now" to restore them.`,
  unknownAction: "This version of the platform doesn't have this action anymore.",
  noRecords: 'None of the records can be changed anymore.',
  missed: 'The platform was down at the start and came back too late to make the change.',
  notApproved: "The change wasn't approved before the start.",
  changedSince: (labels: string) => `${labels} changed after this was scheduled.`,
  recordGone: "This record doesn't exist anymore.",
  skippedRecords: (count: number) => `${countRecords(count)} skipped or failed.`,
  notRestored: (count: number) => `${countRecords(count)} couldn't be restored.`,
  jobFailed: 'The job failed. See Jobs for the reason.',
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
  noticeSubject: (store: string) => `Scheduled maintenance of ${store}`,
  noticeText: (store: string, start: string, end: string | null) =>
    ['Hello,', formatMaintenance(store, start, end), maintenanceEffect, store].join('\n\n'),
  movedSubject: (store: string) => `Maintenance of ${store} moved`,
  movedText: (
    store: string,
    { announcedStart, start, end }: { announcedStart: string; start: string; end: string | null },
  ) =>
    [
      'Hello,',
      `The maintenance of ${store} that we announced for ${announcedStart} has new times.`,
      formatMaintenance(store, start, end),
      maintenanceEffect,
      store,
    ].join('\n\n'),
  canceledSubject: (store: string) => `Maintenance of ${store} canceled`,
  canceledText: (store: string, announcedStart: string) =>
    [
      'Hello,',
      `The maintenance of ${store} that we announced for ${announcedStart} was canceled.`,
      store,
    ].join('\n\n'),
} as const

const maintenanceEffect = "Members can't use the store during that time."

const formatMaintenance = (store: string, start: string, end: string | null) =>
  end === null
    ? `${store} will be in maintenance from ${start} until further notice.`
    : `${store} will be in maintenance from ${start} to ${end}.`

const formatStores = (stores: number) =>
  stores === 1 ? '1 store' : `${formatNumber(stores)} stores`
