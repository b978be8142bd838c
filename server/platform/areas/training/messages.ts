/** The texts of the training calls. */
export const trainingMessages = {
  duplicateBody: 'Send "title" and "slug".',
} as const
