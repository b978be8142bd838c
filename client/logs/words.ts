/** What lists of logs say: of a store, in its tab, of the platform. */
export const logsMessages = {
  verify: 'Verify and export',
  oneFault: 'Each entry of one failure, the newest first.',
  allFaults: 'Back to the whole log',
  times: (count: string) => `${count} times`,
  allOf: (count: string) => `Show all ${count} entries`,
  live: 'Live',
  liveTitle: 'New entries appear by themselves',
  refresh: 'Refresh',
  periods: { hour: 'Last hour', day: 'Last day', week: 'Last 7 days', month: 'Last 30 days' },
  others: 'Others of the same request',
  noOthers: 'Nothing else was logged in this request.',
  of: 'Entry of the logs',
  field: 'Field',
  before: 'Before',
  after: 'After',
  empty: 'empty',
  cause: 'Cause',
  changes: 'What was changed',
  noDiff: 'No fields were changed.',
  checking: (checked: string, total: string) => `${checked} of ${total} entries checked`,
  right: (total: string) =>
    `All ${total} entries are as they were written: none was changed, removed or put between.`,
  none: 'Nothing was logged yet.',
  dropped: (count: string, until: string) =>
    `Before that, ${count} entries from before ${until} went, as the setting says how long logs are kept. The hash of the last one is kept and signed: what is left follows it.`,
  keep: 'How long logs are kept',
  keepExplain:
    'Whole months go, of all stores and of the platform, every night. What is left can still be verified.',
  goOn: 'Go on',
  chain:
    'Each entry is chained to the one before it by its hash; every hour the end of the chain is signed. Keep the signed checkpoints elsewhere: with them nobody can write the whole chain anew unnoticed.',
  faults: {
    changed: (at: string) => `Entry ${at} was changed after it was written.`,
    removed: (at: string) => `Entry ${at} was removed.`,
    inserted: (at: string) => `An entry was put between that was never chained, after ${at}.`,
    unsigned: (at: string) => `The checkpoint at entry ${at} was not signed by this platform.`,
  },
  wrong: (at: string) => `Something is wrong at entry ${at}.`,
  checkpoints: 'Signed checkpoints',
  csv: 'These entries as CSV',
  ndjson: 'These entries as NDJSON',
} as const
