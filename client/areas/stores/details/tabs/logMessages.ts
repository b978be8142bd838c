/** Texts about a store's logs, in their tab and on its overview. */
export const storeLogMessages = {
  what: 'store logs',
  noChanges: 'No changes yet',
  times: (count: string) => `${count} times`,
  allOf: (count: string) => `${count} times. Show each entry`,
  folded: (rows: string, entries: string) =>
    `Repeated failures are grouped: ${rows === '1' ? '1 row' : `${rows} rows`} for ${entries} entries.`,
  eachEntry: 'Show each entry',
} as const
