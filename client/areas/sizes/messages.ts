const formatSizeCount = (count: number) => (count === 1 ? '1 size' : `${count} sizes`)

/** The letter sizes in order (screens.md, Sizes: "Generate a run (XS-5XL)"). */
export const letterSizes = [
  ['XS', 'Extra small'],
  ['S', 'Small'],
  ['M', 'Medium'],
  ['L', 'Large'],
  ['XL', 'Extra large'],
  ['2XL', '2X large'],
  ['3XL', '3X large'],
  ['4XL', '4X large'],
  ['5XL', '5X large'],
] as const

/** Texts for generating a size run. */
export const sizeRunMessages = {
  title: 'Generate a size run',
  button: 'Generate a run',
  from: 'From',
  to: 'To',
  step: 'Step',
  fromHint: 'A letter size, a number, or waist/inseam.',
  toHint: 'For example, 5XL, 46, or 36/34.',
  stepHint:
    'For example, 0.5, or 2/1 for waist steps of 2 and inseam steps of 1. Not used for letter sizes.',
  submit: (count: number) => (count === 0 ? 'Create sizes' : `Create ${formatSizeCount(count)}`),
  sizes: 'Sizes in this run',
  exists: 'Exists',
  reversed: "Enter a size in To that's at least as large as the size in From.",
  mixed: 'Enter the same kind of size in From and To.',
  noSize: 'Enter a size from XS to 5XL, a number, or a waist and inseam, such as 28/32.',
  noNumber: "Enter a number. Shoe sizes don't use letters.",
  badStep: 'Enter a step greater than 0, for example 0.5.',
  tooMany: (count: number, max: number) =>
    `This run has ${count} sizes. You can create up to ${max} at once.`,
  waistSize: (waist: string, inseam: string) => `Waist ${waist}, inseam ${inseam}`,
  preview: (created: number, existing: number) => {
    if (existing === 0) return `Creates ${formatSizeCount(created)}.`
    return existing === 1
      ? `Creates ${formatSizeCount(created)}. 1 size already exists.`
      : `Creates ${formatSizeCount(created)}. ${existing} sizes already exist.`
  },
  allExist: 'All sizes in this run already exist. Choose another run or group.',
  refused: 'No sizes were created. Choose another run or group.',
  size: (code: string, error: string) => `${code}: ${error}`,
} as const
