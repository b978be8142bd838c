/** The kinds of deadlines, with their labels. */
export const deadlineKinds = {
  credential: 'Credential',
  dispute: 'Dispute',
  deletion: 'Store deletion',
} as const
export type DeadlineKind = keyof typeof deadlineKinds
