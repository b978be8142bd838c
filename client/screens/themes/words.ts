/** What the screen of themes says. */
export const themesWords = {
  storesOf: (count: number, theme: string) =>
    `${count} ${count === 1 ? 'store wears' : 'stores wear'} ${theme}`,
  more: (theme: string) => `More actions for ${theme}`,
  assign: 'Assign to stores',
  stores: 'Its stores',
  delete: 'Delete',
  assignAsks: 'Which stores are to wear it?',
  assignExplain: 'What that changes is told first. It is done as a job, which can be undone.',
  assignNext: 'See what changes',
  chooseStores: 'Stores: Choose at least one',
} as const
