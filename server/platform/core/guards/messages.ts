import { formatNumber } from '#shared/format/numbers.ts'

/** Texts about guards: why one isn't valid, and what it found. */
export const guardResultMessages = {
  percent: (max: number) => `Enter a whole number from 0 to ${max}.`,
  tripped: (what: string, actual: number, minutes: number, normal: number) =>
    `${what}: ${formatNumber(actual)} in ${formatNumber(minutes)} minutes, usually ${formatNumber(normal)}.`,
} as const
