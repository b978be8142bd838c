import type { JobAction, RowOutcome } from '#shared/engine/jobs/jobCalls.ts'
import { formatNumber } from '#shared/format/numbers.ts'

export const bulkMessages = {
  all: (total: string) => `Select all ${total}`,
  full: (beyond: number, most: number) =>
    beyond === 1
      ? `You can select at most ${most} rows one by one, so 1 row isn't selected. Select all matching rows, or work in batches.`
      : `You can select at most ${most} rows one by one, so ${beyond} rows aren't selected. Select all matching rows, or work in batches.`,
  onlyPage: (rows: number) =>
    rows === 1
      ? 'Only 1 row on this page is selected, not all matching rows.'
      : `Only ${formatNumber(rows)} rows on this page are selected, not all matching rows.`,
  page: (rows: number) => `Select this page (${formatNumber(rows)})`,
  more: 'More',
  actions: 'Actions',
  moreActions: 'More actions',
  export: 'Export',
  clear: 'Clear selection',
  seek: 'Find more',
  seekHint: 'Search or filter to find more rows. Your selection is kept.',
  showSelected: 'Show selected',
  showAll: 'Show all rows',
  save: 'Save selection...',
  field: 'Field to change',
  choose: 'Choose',
  next: 'Preview changes',
  nothingYet: 'Nothing has changed yet',
  nothingChosen: 'No records are selected. Close this panel, select rows, then try again.',
  unknown: "This list doesn't support this action.",
  plan: 'Preview of changes',
  will: 'will change',
  asBefore: 'unchanged',
  refusedCount: 'rejected',
  reaches: 'Consequences',
  goes: 'will be deleted',
  none: 'No records would change.',
  back: 'Back',
  changes: { cancel: 'Cancel', retry: 'Retry', undo: 'Undo' } satisfies Record<JobAction, string>,
  groups: {
    failed: (count) => `${formatNumber(count)} failed`,
    refused: (count) => `${formatNumber(count)} rejected`,
    done: (count) => `${formatNumber(count)} done`,
    unchanged: (count) => `${formatNumber(count)} unchanged`,
  } satisfies Record<RowOutcome, (count: number) => string>,
  rowsFile: 'Download results',
  firstRows: (shown: number) => `Showing the first ${formatNumber(shown)} rows.`,
  close: 'Close',
  of: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  ended: 'Finished.',
  undoUntil: (when: string) => `You can undo this until ${when}.`,
  again: 'Refresh',
  seeUndo: 'View undo job',
  scheduleStep: 'Schedule...',
  schedule: 'Schedule',
  scheduleAnyway: 'Schedule anyway',
  scheduleExplain:
    'Only the records in the preview will change, even if others match the filters at the start. Records whose values changed by then are skipped and reported.',
  overlap: {
    reaches: (counted: string) =>
      `Other scheduled changes set the same fields of ${counted} at the same time.`,
  },
} as const
