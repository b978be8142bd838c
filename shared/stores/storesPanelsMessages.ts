/** What the panels of All Stores say, besides the names of what they show. */
export const storesPanelsMessages = {
  newOrganisation: 'New organisation',
  findOrganisation: 'Find an organisation',
  find: 'Find',
  storesOf: (count: number, organisation: string) =>
    `${count} ${count === 1 ? 'store' : 'stores'} of ${organisation}`,
  firstOf: (shown: number, total: string) => `The first ${shown} of ${total}; find others by name.`,
  noOrganisations: 'No organisation matches.',
  deleteOrganisation: 'Delete organisation',
  defaultsExplain:
    'What every store inherits until it overrides it. A change reaches all stores that inherit.',
} as const
