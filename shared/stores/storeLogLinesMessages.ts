/** What the lines of a store's log say, on its overview too. */
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
  allOf: (count: string) => `Show all ${count} entries`,
  ip: 'IP',
  request: 'Request',
  result: 'Result',
  empty: 'empty',
} as const
