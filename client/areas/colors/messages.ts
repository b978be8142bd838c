import { formatNumber } from '#shared/format/numbers.ts'

export const nearDuplicatesMessages = {
  button: 'Near duplicates',
  title: 'Near duplicates',
  explain: (total: number) =>
    total === 1
      ? '1 pair of colors looks almost the same (CIEDE2000 below 3).'
      : `${formatNumber(total)} pairs of colors look almost the same (CIEDE2000 below 3).`,
  closest: (shown: number) => `Only the ${shown} closest pairs are shown.`,
  merging: 'Merging keeps the color that you choose and deletes the other one.',
  none: 'No near duplicates',
  noneExplain: 'All colors differ from each other by at least 3 (CIEDE2000).',
  done: 'Done',
  distance: (of: string) => `${of} apart`,
  keep: (name: string) => `Keep ${name}`,
  keepOf: (stays: string, goes: string) => `Keep ${stays} and merge ${goes} into it`,
} as const
