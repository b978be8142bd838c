import { formatNumber } from '#shared/format/numbers.ts'
import type { Job, JobAction, RowOutcome } from '#shared/engine/jobs/jobCalls.ts'

export const jobsMessages = {
  title: 'Jobs',
  close: 'Close jobs',
  refresh: 'Refresh',
  what: 'jobs',
  one: 'job',
  none: 'No jobs yet. When you change many records at once, the job and its results appear here.',
  loading: 'Loading...',
  lost: 'The connection was lost. Reconnecting...',
  retry: 'Try again',
  changes: { cancel: 'Cancel', retry: 'Retry', undo: 'Undo' } satisfies Record<JobAction, string>,
  changeOf: (change: string, title: string) => `${change}: ${title}`,
  waiting: 'Waiting',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  left: (minutes: number) => (minutes < 1 ? 'less than 1 min left' : `${minutes} min left`),
  dot: ' · ',
  allDone: 'all done',
  allUnchanged: 'all unchanged',
  cancelled: 'canceled',
  undone: {
    underWay: 'being undone',
    all: 'undone',
    partly: 'partly undone',
    nothing: 'nothing could be undone',
  } satisfies Record<NonNullable<Job['undone']>, string>,
  skipped: (count: number) => `${formatNumber(count)} skipped as planned`,
  notStarted: (count: number) => `${formatNumber(count)} not started`,
  outcomes: {
    failed: (count) => `${formatNumber(count)} failed`,
    refused: (count) => `${formatNumber(count)} rejected`,
    done: (count) => `${formatNumber(count)} done`,
    unchanged: (count) => `${formatNumber(count)} unchanged`,
  } satisfies Record<RowOutcome, (count: number) => string>,
  groups: {
    failed: 'Failed',
    refused: 'Rejected',
    done: 'Done',
    unchanged: 'Unchanged',
  } satisfies Record<RowOutcome, string>,
  failedFile: 'Download rejected rows',
  rowsFile: 'Download results',
  show: (title: string) => `Results: ${title}`,
  first: (shown: number, all: number) => `First ${formatNumber(shown)} of ${formatNumber(all)}`,
  noResults: 'Nothing changed, and nothing failed.',
  ended: (title: string, result: string) => `Finished: ${title} · ${result}`,
  tested: (name: string, result: string) => `Tested ${name}: ${result}`,
} as const

/** Per job kind: the URL of a row's record, and a link to the job's overall result. */
export const jobKinds: Readonly<
  Record<string, { rowAt?: (id: number) => string; result?: { label: string; to: string } }>
> = {
  'orders.refund': {
    rowAt: (id) => `/paymentAttempt?orders&order=${id}`,
    result: { label: 'View refunds', to: '/paymentAttempt?refunds' },
  },
  'paymentAttempts.retry': { rowAt: (id) => `/paymentAttempt?timeline=${id}` },
  storeChecks: {
    rowAt: (id) => `/stores/${id}`,
    result: { label: "Stores that aren't ready", to: '/stores?filter[readiness][lte]=99' },
  },
  'themeVersions.rollout': { rowAt: (id) => `/stores/${id}` },
}
