export const contrastMessages = {
  contrast: 'Contrast',
  example: 'Example',
  enough: (ratio: string, least: number) =>
    `Contrast ${ratio} to 1: readable (minimum ${least} to 1).`,
  tooLittle: (ratio: string, least: number) =>
    `Contrast ${ratio} to 1: too low to read (minimum ${least} to 1).`,
  noColours: 'Enter two colors like #1A2B3C to see their contrast.',
} as const
