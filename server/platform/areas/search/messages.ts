export const searchMessages = {
  textBody: (name: string, max: number) => `${name} must have from 1 to ${max} characters.`,
} as const
