import { formatMinor, points } from '#shared/format/money.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { dashboardUnitMessages } from './messages.ts'

/** What amounts are counted in, as an operator reads it: "Points", "EUR". */
export const formatUnit = (unit: string): string =>
  unit === points ? dashboardUnitMessages.points : unit

/** How amounts of a unit are written; a platform may name one that is no currency. */
export const createAmountFormat = (unit: string): ((value: number) => string) =>
  unit === points || !/^[A-Z]{3}$/.test(unit) ? formatNumber : (value) => formatMinor(value, unit)
