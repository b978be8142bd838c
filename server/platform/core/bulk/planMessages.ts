export const planCallMessages = {
  notWholeNumber: (name: string, max: number) => `"${name}" must be a whole number up to ${max}.`,
  unknownOutcome: (outcomes: string) => `"outcome" must be one of ${outcomes}.`,
} as const
