/** The letter sizes in order (screens.md, Sizes: "Generate a run (XS-5XL)"). */
export const letterSizes = [
  ['XS', 'Extra small'],
  ['S', 'Small'],
  ['M', 'Medium'],
  ['L', 'Large'],
  ['XL', 'Extra large'],
  ['2XL', '2 extra large'],
  ['3XL', '3 extra large'],
  ['4XL', '4 extra large'],
  ['5XL', '5 extra large'],
] as const

/** Whether sizes of a group are letters: those of shoes are numbers. */
export const hasLetters = (group: string): boolean => !group.startsWith('footwear')

/** The sizes of a run from one code to another, both included; none when the codes stand the wrong way round. */
export function sizeRun(from: string, to: string): { code: string; name: string }[] {
  const start = letterSizes.findIndex(([code]) => code === from)
  const end = letterSizes.findIndex(([code]) => code === to)
  if (start < 0 || end < 0) return []
  return letterSizes.slice(start, end + 1).map(([code, name]) => ({ code, name }))
}
