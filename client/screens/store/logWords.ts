/** What a store's page says of its logs, in their tab and on its overview. */
export const storeLogLinesMessages = {
  what: 'logs of a store',
  none: 'Nothing was logged',
} as const
