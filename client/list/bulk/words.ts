import type { JobChange, Outcome } from '#shared/jobs/jobCalls.ts'
import { formatNumber } from '#shared/numbers.ts'

export const bulkWords = {
  all: (total: string) => `Select all ${total}`,
  full: (beyond: number, most: number) =>
    `At most ${most} rows can be chosen one by one, so ${beyond} more ${beyond === 1 ? 'is' : 'are'} not. Select all that match, or do it in parts.`,
  onlyPage: (rows: number) =>
    `Only ${formatNumber(rows)} of this page ${rows === 1 ? 'stays' : 'stay'} selected, and no other that matches.`,
  page: (rows: number) => `Select this page, ${formatNumber(rows)}`,
  more: 'More',
  actions: 'Actions',
  moreActions: 'More actions',
  export: 'Export',
  clear: 'Clear the selection',
  seek: 'Find more',
  seekHint: 'Search or filter for more rows. Your selection is kept.',
  list: 'Show list',
  selected: (total: string, { one, many }: { one: string; many: string }) =>
    `${total} ${total === '1' ? one : many} selected`,
  selectedGone: 'None of the selected records is there anymore. Clear the selection.',
  previous: 'Previous',
  nextPage: 'Next',
  field: 'Which field',
  choose: 'Choose',
  next: 'Show what would change',
  nothingYet: 'Nothing is changed yet',
  nothingChosen: 'No record is chosen. Tick the rows that are meant, and come again.',
  unknown: 'This list has no such action.',
  plan: 'What would change',
  will: 'will change',
  asBefore: 'already like that',
  refusedCount: 'refused',
  reaches: 'What it reaches',
  goes: 'is deleted',
  none: 'Nothing would change.',
  back: 'Back',
  changes: { cancel: 'Cancel', retry: 'Run again', undo: 'Undo' } satisfies Record<
    JobChange,
    string
  >,
  groups: {
    failed: (count) => `${formatNumber(count)} failed`,
    refused: (count) => `${formatNumber(count)} refused`,
    done: (count) => `${formatNumber(count)} done`,
    unchanged: (count) => `${formatNumber(count)} unchanged`,
  } satisfies Record<Outcome, (count: number) => string>,
  rowsFile: 'Download results',
  firstRows: (shown: number) => `These are the first ${formatNumber(shown)}.`,
  close: 'Close',
  of: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  ended: 'Finished.',
  undoUntil: (when: string) => `It can be undone until ${when}.`,
  again: 'Look again',
  seeUndo: 'See the undo',
} as const
