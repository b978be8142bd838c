/** What the screen of print-on-demand setups says. */
export const printfulWords = {
  more: (name: string) => `More for ${name}`,
  test: 'Test and history',
  delete: 'Delete',
} as const
