/** What the panels of All Stores say, besides the names of what they show. */
export const storesPanelsMessages = {
  storesOf: (count: number, organisation: string) =>
    `${count} ${count === 1 ? 'store' : 'stores'} of ${organisation}`,
  defaultsExplain:
    'What every store inherits until it overrides it. A change reaches all stores that inherit.',
} as const
