/** What the logs of a store say. */
export const storeLogsMessages = {
  noneText: 'Nothing in the logs matches these filters.',
  clear: 'Clear filters',
  oneFault: 'Each entry of one failure, the newest first.',
  allFaults: 'Back to the whole log',
  periods: {
    hour: 'Last hour',
    day: 'Last day',
    week: 'Last 7 days',
    month: 'Last 30 days',
  },
} as const
