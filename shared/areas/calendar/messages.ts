import type { DeadlineKind } from '#shared/engine/deadlineKinds.ts'

/** The kinds of deadlines, with their labels. */
export const deadlineKinds: Readonly<Record<DeadlineKind, string>> = {
  credential: 'Credential',
  dispute: 'Dispute',
  deletion: 'Store deletion',
}
