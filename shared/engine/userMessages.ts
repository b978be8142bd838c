export const userMessages = {
  /** A user without a name. */
  unnamed: (id: string | number) => `User ${id}`,
} as const
