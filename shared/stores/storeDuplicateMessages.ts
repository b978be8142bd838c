/** What the form says that duplicates a store. */
export const storeDuplicateMessages = {
  explain: 'A new store in draft. Members, integrations, own domain and status are never copied.',
  sections: 'What to copy',
  copyOf: (name: string) => `${name} (copy)`,
  submit: 'Duplicate store',
} as const
