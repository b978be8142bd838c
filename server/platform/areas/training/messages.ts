/** What callers read about training categories. */
export const trainingMessages = {
  duplicateBody: 'Send "title" and "slug".',
} as const
