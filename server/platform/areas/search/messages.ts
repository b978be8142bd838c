export const searchMessages = {
  textBody: (max: number) => `q must have from 1 to ${max} characters.`,
} as const
