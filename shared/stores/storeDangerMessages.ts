/** What the danger zone of a store says, besides the forms of its status. */
export const storeDangerMessages = {
  delete: 'Delete this store',
  explain: (days: number) =>
    `The store is archived at once and deleted for good after ${days} days, with all that depends on it. Until then it can be restored to what it was.`,
  held: (date: string) =>
    `It will be deleted for good on ${date}, with all that depends on it. Until then it can be restored.`,
  depends: 'What depends on it',
  dependsWhat: 'a list of what depends on a store',
  nothing: 'Nothing depends on it.',
  code: (code: string) => `Type the code ${code} to confirm`,
  otherCode: (code: string) => `Type the code of this store: ${code}`,
  submit: 'Delete store',
} as const
