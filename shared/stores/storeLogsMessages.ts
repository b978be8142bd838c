/** What the logs of a store say. */
export const storeLogsMessages = {
  entries: 'Log entries',
  one: 'entry',
  many: 'entries',
  noneText: 'Nothing in the logs matches these filters.',
  clear: 'Clear filters',
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
