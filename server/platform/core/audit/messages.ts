export const auditMessages = {
  time: 'Time',
  limitNotValid: (maximum: number) => `"limit" must be a whole number from 1 to ${maximum}.`,
} as const
