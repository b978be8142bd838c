/** What a store's page says of its logs, in their tab and on its overview. */
export const storeLogLinesMessages = {
  what: 'logs of a store',
  none: 'No events yet',
  times: (count: string) => `${count} times`,
  allOf: (count: string) => `${count} times: show each entry`,
  folded: (rows: string, entries: string) =>
    `Equal failures are one row here: ${rows} ${rows === '1' ? 'row' : 'rows'} for ${entries} entries.`,
  eachEntry: 'Show each entry',
} as const
