/** What the members and groups of a store say. */
export const storeMembersMessages = {
  /** By the name of the resource. */
  titles: { members: 'Members', memberGroups: 'Member groups' },
  none: 'This store has no members yet.',
  noGroups: 'This store has no member groups yet.',
  noMatch: 'Nothing matches this search.',
  search: 'Search',
  searchOf: (what: string) => `Search ${what}`,
  tableOf: (what: string) => `${what} of this store`,
  apply: 'Apply',
  pagesOf: (what: string) => `Pages of ${what}`,
} as const
