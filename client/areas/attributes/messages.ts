import { formatNumber } from '#shared/format/numbers.ts'

export const attributesMessages = {
  values: (count: number, attribute: string) =>
    count === 1 ? `1 value of ${attribute}` : `${formatNumber(count)} values of ${attribute}`,
} as const
