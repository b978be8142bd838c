export const contrastMessages = {
  example: 'Example',
  enough: (ratio: string) => `Contrast ${ratio}:1, easy to read.`,
  tooLittle: (ratio: string, least: number) =>
    `Contrast ${ratio}:1, hard to read. Use at least ${least}:1.`,
  noColours: 'Enter two colors like #1A2B3C to see their contrast.',
} as const
