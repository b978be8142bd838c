import { formatNumber } from '#shared/numbers.ts'

export const attributesMessages = {
  values: (count: number, attribute: string) =>
    count === 1 ? `1 value of ${attribute}` : `${formatNumber(count)} values of ${attribute}`,
} as const
