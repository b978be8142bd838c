import type { Id } from './user.ts'

export const userMessages = {
  /** A user without a name. */
  unnamed: (id: Id) => `User ${id}`,
} as const
