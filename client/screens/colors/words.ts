export const nearWords = {
  button: 'Near duplicates',
  title: 'Near duplicates',
  explain: (total: number, shown: number) =>
    `${pairs(total)} of colors look almost the same (CIEDE2000 below 3).${shown < total ? ` Here are the ${shown} closest.` : ''} Merging keeps the color you choose.`,
  none: 'No near duplicates',
  noneExplain: 'We compared all pairs. Each is at least 3 apart (CIEDE2000).',
  done: 'Done',
  distance: (of: string) => `${of} apart`,
  keep: (name: string) => `Keep ${name}`,
  keepOf: (stays: string, goes: string) => `Keep ${stays} and merge ${goes} into it`,
} as const

const pairs = (total: number) => (total === 1 ? '1 pair' : `${total} pairs`)
