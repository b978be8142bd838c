/** What the screen of themes says. */
export const themesWords = {
  storesOf: (count: number, theme: string) =>
    `${count} ${count === 1 ? 'store wears' : 'stores wear'} ${theme}`,
} as const
