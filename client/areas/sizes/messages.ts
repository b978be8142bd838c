import { formatNumber } from '#shared/format/numbers.ts'

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
  fromHint:
    'Enter a letter size (XS), a number (36), or waist/inseam (30/32). For shoes, enter numbers.',
  toHint: 'For example, 5XL, 46, or 36/34.',
  stepHint:
    'For example, 0.5, or 2/1 for waist steps of 2 and inseam steps of 1. Not used for letter sizes.',
  submit: (count: number) => (count === 0 ? 'Create sizes' : `Create ${formatSizeCount(count)}`),
  sizes: 'Sizes in this run',
  exists: 'Exists',
  reversed: 'Make the "To" size at least as large as the "From" size.',
  mixed: 'Enter the same kind of size in "From" and "To".',
  noSize: 'Enter a size from XS to 5XL, a number, or a waist and inseam, such as 28/32.',
  noNumber: "Enter a number. Shoe sizes don't use letters.",
  badStep:
    'Enter a step of at least 0.1 with at most one decimal. Only waist/inseam sizes can have two steps, like 2/1.',
  tooMany: (count: number, max: number) =>
    `This run has ${formatNumber(count)} sizes, but you can create at most ${max} at once. Shorten the run or enter a larger step.`,
  waistSize: (waist: string, inseam: string) => `Waist ${waist}, inseam ${inseam}`,
  preview: (created: number, existing: number) => {
    if (existing === 0) return `Creates ${formatSizeCount(created)}.`
    return existing === 1
      ? `Creates ${formatSizeCount(created)}. 1 size already exists.`
      : `Creates ${formatSizeCount(created)}. ${existing} sizes already exist.`
  },
  allExist: 'All sizes in this run already exist. Change the run or choose another group.',
  refused: 'No sizes were created. Change the run or choose another group.',
  size: (code: string, error: string) => `${code}: ${error}`,
} as const
