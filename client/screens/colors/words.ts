export const nearWords = {
  button: 'Near duplicates',
  title: 'Near duplicates',
  explain: (total: number, shown: number) =>
    `${pairs(total)} can hardly be told apart (CIEDE2000 below 3)${shown < total ? `; these are the ${shown} nearest` : ''}. Merging keeps the one you choose.`,
  none: 'No two colors are near each other',
  noneExplain: 'All pairs were compared: each is at least 3 apart (CIEDE2000).',
  done: 'Done',
  distance: (of: string) => `${of} apart`,
  keep: (name: string) => `Keep ${name}`,
  keepOf: (stays: string, goes: string) => `Keep ${stays} and merge ${goes} into it`,
} as const

const pairs = (total: number) => (total === 1 ? 'One pair' : `${total} pairs`)
