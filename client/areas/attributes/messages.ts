import { formatNumber } from '#shared/format/numbers.ts'

export const attributesMessages = {
  values: (count: number, attribute: string) =>
    count === 1 ? `1 value for ${attribute}` : `${formatNumber(count)} values for ${attribute}`,
} as const
