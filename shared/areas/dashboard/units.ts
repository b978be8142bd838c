import { formatMinor, points } from '#shared/format/money.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { unitMessages } from './messages.ts'

/** What amounts are counted in, as an operator reads it: "Points", "EUR". */
export const unitName = (unit: string): string => (unit === points ? unitMessages.points : unit)

/** How amounts of a unit are written; a platform may name one that is no currency. */
export const amounts = (unit: string): ((value: number) => string) =>
  unit === points || !/^[A-Z]{3}$/.test(unit) ? formatNumber : (value) => formatMinor(value, unit)
