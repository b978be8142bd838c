export const storeLogsMessages = {
  noneText: 'Nothing in the logs matches these filters.',
  clear: 'Clear filters',
  oneFault: 'Each entry of one failure, the newest first.',
  allFaults: 'Back to the whole log',
} as const

export const storeLogLinesMessages = {
  what: 'logs of a store',
  none: 'Nothing was logged',
  field: 'Field',
  beforeChange: 'Before',
  afterChange: 'After',
  noDiff: 'No fields were changed.',
  cause: 'Cause',
  noCause: 'No cause was given.',
  first: 'First',
  last: 'Last',
  times: (count: string) => `${count} times`,
  since: (first: string) => `since ${first}`,
  allOf: (count: string) => `Show all ${count} entries`,
  ip: 'IP',
  request: 'Request',
  result: 'Result',
  empty: 'empty',
} as const
