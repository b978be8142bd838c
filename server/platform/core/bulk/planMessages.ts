export const planCallMessages = {
  notWholeNumber: (name: string, most: number) => `"${name}" must be a whole number up to ${most}.`,
  unknownOutcome: (outcomes: string) => `"outcome" must be one of ${outcomes}.`,
} as const
