/** What generating a run of sizes says. */
export const runWords = {
  title: 'Generate a run of sizes',
  button: 'Generate a run',
  from: 'From',
  to: 'To',
  submit: 'Create sizes',
  reversed: 'To must not be smaller than From',
  preview: (codes: string) => `Creates ${codes}.`,
  there: (codes: string) => `Already there: ${codes}.`,
  noLetters: 'Sizes of this group are numbers: paste them instead',
  allThere: 'All of these exist already; there is nothing to create.',
  refused: 'Nothing was created. Choose another group or another run.',
  size: (code: string, error: string) => `${code}: ${error}`,
} as const
