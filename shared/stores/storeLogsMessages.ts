/** What the logs of a store say. */
export const storeLogsMessages = {
  entries: 'Log entries',
  one: 'entry',
  many: 'entries',
  noneText: 'Nothing in the logs matches these filters.',
  clear: 'Clear filters',
  oneFault: 'Each entry of one failure, the newest first.',
  allFaults: 'Back to the whole log',
  stream: 'Stream',
  severity: 'Severity',
  period: 'Time',
  search: 'Text',
  any: 'Any',
  apply: 'Apply',
  periods: {
    hour: 'Last hour',
    day: 'Last day',
    week: 'Last 7 days',
    month: 'Last 30 days',
  },
} as const
